package io.twinbus.local.servicebus.kept;

import io.twinbus.local.servicebus.amqp.encoding.Codec;
import io.twinbus.local.servicebus.amqp.encoding.EncodedMessage;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.amqp.encoding.MessageParser;
import io.twinbus.local.servicebus.amqp.encoding.Sections;
import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.StoredMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.jspecify.annotations.Nullable;

/**
 * A message as bytes to be kept: what the broker knows of it, then the message as it was sent.
 *
 * <pre>
 * version (1) · state (1) · delivery count (4) · first number (8)
 * enqueued at (12) · expires at (12, or zeros: never)
 * source of a dead letter: length (4), UTF-8 · changed properties: length (4), AMQP section
 * header section, annotations section, bare message
 * </pre>
 */
final class StoredMessageCodec {
  private static final byte VERSION = 1;
  private static final int FIXED_BYTES = 46;
  private static final byte[] NOTHING = {};

  private final Codec codec = new Codec();
  private final MessageParser parser = new MessageParser(codec, UUID::randomUUID);

  byte[] encode(BrokerMessage message) {
    String from = message.deadLetterSource();
    byte[] source = from == null ? NOTHING : from.getBytes(StandardCharsets.UTF_8);
    byte[] changed =
        message.changedProperties().isEmpty()
            ? NOTHING
            : section(new ApplicationProperties(message.changedProperties()));
    Codec.Encoded content = content((EncodedMessage) message.content());
    ByteBuffer out =
        ByteBuffer.allocate(FIXED_BYTES + source.length + changed.length + content.length());
    out.put(VERSION).put((byte) code(message.state())).putInt(message.deliveryCount());
    out.putLong(message.enqueuedSequenceNumber());
    put(out, message.enqueuedAt());
    put(out, message.expiresAt() == null ? Instant.EPOCH : message.expiresAt());
    out.putInt(source.length).put(source);
    out.putInt(changed.length).put(changed);
    return out.put(content.array(), 0, content.length()).array();
  }

  StoredMessage decode(long sequenceNumber, byte[] value) throws MalformedMessageException {
    ByteBuffer in = ByteBuffer.wrap(value);
    if (in.get() != VERSION) {
      throw new MalformedMessageException("A kept message has a format of another version.");
    }
    BrokerMessage.State state = state(in.get());
    int deliveryCount = in.getInt();
    var numbers = new StoredMessage.Numbers(in.getLong(), sequenceNumber);
    Instant enqueuedAt = instant(in);
    Instant expiresAt = instant(in);
    var times =
        new StoredMessage.Times(enqueuedAt, expiresAt.equals(Instant.EPOCH) ? null : expiresAt);
    byte[] source = bytes(in, in.getInt());
    byte[] changed = bytes(in, in.getInt());
    var changes = new StoredMessage.Changes(properties(changed), text(source));
    EncodedMessage content = parser.parseOne(bytes(in, in.remaining()));
    return new StoredMessage(content, numbers, times, state, deliveryCount, changes);
  }

  private Codec.Encoded content(EncodedMessage content) {
    byte[] bare = content.bare().bytes();
    return codec.write(
        (encoder, out) -> {
          if (content.header() != null) {
            encoder.writeObject(content.header());
          }
          if (!content.annotations().isEmpty()) {
            encoder.writeObject(new MessageAnnotations(content.annotations()));
          }
          out.put(bare, 0, bare.length);
        });
  }

  private byte[] section(Object section) {
    return codec.write((encoder, out) -> encoder.writeObject(section)).copy();
  }

  private Map<String, Object> properties(byte[] section) throws MalformedMessageException {
    if (section.length == 0) {
      return Map.of();
    }
    var whole = new Sections.Section(Sections.APPLICATION_PROPERTIES, 0, section.length);
    return ((ApplicationProperties) codec.read(section, whole)).getValue();
  }

  private static int code(BrokerMessage.State state) {
    return switch (state) {
      case ACTIVE -> 0;
      case DEFERRED -> 1;
      case SCHEDULED -> 2;
    };
  }

  private static BrokerMessage.State state(byte code) throws MalformedMessageException {
    return switch (code) {
      case 0 -> BrokerMessage.State.ACTIVE;
      case 1 -> BrokerMessage.State.DEFERRED;
      case 2 -> BrokerMessage.State.SCHEDULED;
      default -> throw new MalformedMessageException("A kept message is in no known state.");
    };
  }

  private static @Nullable String text(byte[] bytes) {
    return bytes.length == 0 ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static void put(ByteBuffer out, Instant instant) {
    out.putLong(instant.getEpochSecond()).putInt(instant.getNano());
  }

  private static Instant instant(ByteBuffer in) {
    return Instant.ofEpochSecond(in.getLong(), in.getInt());
  }
}
