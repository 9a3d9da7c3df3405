package io.twinbus.local.servicebus.amqp.encoding;

import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.MessageLock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.codec.WritableBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a message as a receiver gets it: new header and annotations, the rest as it came. Not
 * thread-safe.
 */
public final class DeliveryEncoder {
  private static final long MAX_TTL_MS = 0xffff_ffffL;

  private final Codec codec;

  /** An encoder that shares this codec. */
  public DeliveryEncoder(Codec codec) {
    this.codec = codec;
  }

  /** The bytes to deliver, valid until the codec's next use; without a lock: a peeked message. */
  public Codec.Encoded encode(BrokerMessage message, @Nullable MessageLock lock)
      throws MalformedMessageException {
    EncodedMessage content = (EncodedMessage) message.content();
    @Nullable ApplicationProperties changed = changedProperties(message, content);
    return codec.write(
        (encoder, out) -> write(encoder, out, new Parts(message, content, lock, changed)));
  }

  private record Parts(
      BrokerMessage message,
      EncodedMessage content,
      @Nullable MessageLock lock,
      @Nullable ApplicationProperties changed) {}

  private static void write(EncoderImpl encoder, WritableBuffer out, Parts parts) {
    EncodedMessage content = parts.content();
    BareMessage layout = content.bare();
    byte[] bare = layout.bytes();
    encoder.writeObject(header(parts.message(), content));
    encoder.writeObject(new MessageAnnotations(annotations(parts)));
    if (parts.changed() == null) {
      out.put(bare, 0, bare.length);
    } else {
      out.put(bare, 0, layout.beforeApplicationProperties());
      encoder.writeObject(parts.changed());
      int rest = layout.afterApplicationProperties();
      out.put(bare, rest, bare.length - rest);
    }
  }

  private static Header header(BrokerMessage message, EncodedMessage content) {
    Header sent = content.header();
    Header header = sent == null ? new Header() : new Header(sent);
    header.setDeliveryCount(UnsignedInteger.valueOf(message.deliveryCount()));
    Instant expiresAt = message.expiresAt();
    if (expiresAt != null) {
      // What holds is the shorter of the message's own and the entity's time to live.
      long millis = Duration.between(message.enqueuedAt(), expiresAt).toMillis();
      header.setTtl(UnsignedInteger.valueOf(Math.min(millis, MAX_TTL_MS)));
    }
    return header;
  }

  private static Map<Symbol, Object> annotations(Parts parts) {
    BrokerMessage message = parts.message();
    Map<Symbol, Object> annotations = new HashMap<>(parts.content().annotations());
    annotations.put(Names.SEQUENCE_NUMBER, message.sequenceNumber());
    annotations.put(Names.ENQUEUE_SEQUENCE_NUMBER, message.enqueuedSequenceNumber());
    annotations.put(Names.ENQUEUED_TIME, Date.from(message.enqueuedAt()));
    annotations.put(Names.MESSAGE_STATE, stateCode(message.state()));
    if (parts.lock() != null) {
      annotations.put(Names.LOCKED_UNTIL, Date.from(parts.lock().until()));
    }
    if (message.deadLetterSource() != null) {
      annotations.put(Names.DEAD_LETTER_SOURCE, message.deadLetterSource());
    }
    return annotations;
  }

  private static int stateCode(BrokerMessage.State state) {
    return switch (state) {
      case ACTIVE -> 0;
      case DEFERRED -> 1;
      case SCHEDULED -> 2;
    };
  }

  private @Nullable ApplicationProperties changedProperties(
      BrokerMessage message, EncodedMessage content) throws MalformedMessageException {
    if (message.changedProperties().isEmpty()) {
      return null;
    }
    Map<String, Object> all = new HashMap<>();
    int start = content.bare().beforeApplicationProperties();
    int end = content.bare().afterApplicationProperties();
    if (end > start) {
      var section = new Sections.Section(Sections.APPLICATION_PROPERTIES, start, end);
      Map<String, Object> sent =
          ((ApplicationProperties) codec.read(content.bare().bytes(), section)).getValue();
      if (sent != null) {
        all.putAll(sent);
      }
    }
    all.putAll(message.changedProperties());
    return new ApplicationProperties(all);
  }
}
