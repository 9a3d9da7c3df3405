package io.twinbus.local.servicebus.amqp.encoding;

import io.twinbus.local.servicebus.amqp.encoding.Sections.Section;
import io.twinbus.local.servicebus.rules.ChangedProperties;
import io.twinbus.local.servicebus.rules.FilterView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from an encoded message what the broker must know, and keeps the rest as bytes. Not
 * thread-safe.
 */
public final class MessageParser {
  private static final Logger LOG = LoggerFactory.getLogger(MessageParser.class);

  private final Codec codec;
  private final Supplier<UUID> ids;

  /** Gives messages without an id one of these. */
  public MessageParser(Codec codec, Supplier<UUID> ids) {
    this.codec = codec;
    this.ids = ids;
  }

  /** The messages of a transfer: one, or with the batch format one for each data section. */
  public List<EncodedMessage> parse(byte[] transfer, int messageFormat)
      throws MalformedMessageException {
    if (messageFormat != Names.BATCH_FORMAT) {
      return List.of(parseOne(transfer));
    }
    List<EncodedMessage> messages = new ArrayList<>();
    for (Section section : Sections.of(transfer)) {
      if (section.code() == Sections.DATA && codec.read(transfer, section) instanceof Data data) {
        messages.add(parseOne(Codec.bytes(data.getValue())));
      }
    }
    return messages;
  }

  /** A message from its bytes. */
  public EncodedMessage parseOne(byte[] bytes) throws MalformedMessageException {
    @Nullable Header header = null;
    Properties properties = new Properties();
    Map<Symbol, Object> annotations = Map.of();
    Layout layout = new Layout();
    for (Section section : Sections.of(bytes)) {
      layout.note(section);
      switch (section.code()) {
        case Sections.HEADER -> header = (Header) codec.read(bytes, section);
        case Sections.MESSAGE_ANNOTATIONS ->
            annotations = annotations((MessageAnnotations) codec.read(bytes, section));
        case Sections.PROPERTIES -> properties = (Properties) codec.read(bytes, section);
        default -> {}
      }
    }
    layout.complete(bytes.length);
    Object sentId = properties.getMessageId();
    String id = sentId == null ? ids.get().toString().replace("-", "") : sentId.toString();
    BareMessage bare = sentId == null ? named(bytes, layout, properties, id) : layout.bare(bytes);
    return new EncodedMessage(bare, header, annotations, id, properties.getGroupId(), this);
  }

  /** What filters see of a message. */
  FilterView view(BareMessage bare) {
    return new DecodedView(bare.bytes(), codec, ids);
  }

  /** The same message with other properties; as it is, if its own cannot be read. */
  EncodedMessage changed(EncodedMessage message, ChangedProperties changes) {
    try {
      return parseOne(message, new PropertyRewriter(codec).rewritten(message.bare(), changes));
    } catch (MalformedMessageException e) {
      LOG.warn("A message's properties cannot be read; a rule's action changes none of them.", e);
      return message;
    }
  }

  /** Header and annotations stay, the rest is read from the bytes. */
  private EncodedMessage parseOne(EncodedMessage before, byte[] bare)
      throws MalformedMessageException {
    EncodedMessage read = parseOne(bare);
    return new EncodedMessage(
        read.bare(),
        before.header(),
        before.annotations(),
        read.messageId(),
        read.sessionId(),
        this);
  }

  /** Where the parts of a message are that its layout depends on. */
  private static final class Layout {
    private int bareStart = -1;
    private int propertiesEnd = -1;
    private int applicationStart = -1;
    private int applicationEnd = -1;

    void note(Section section) {
      if (section.code() >= Sections.PROPERTIES && bareStart < 0) {
        bareStart = section.start();
      }
      if (section.code() == Sections.PROPERTIES) {
        propertiesEnd = section.end();
      } else if (section.code() == Sections.APPLICATION_PROPERTIES) {
        applicationStart = section.start();
        applicationEnd = section.end();
      }
    }

    void complete(int length) {
      bareStart = bareStart < 0 ? length : bareStart;
      propertiesEnd = propertiesEnd < 0 ? bareStart : propertiesEnd;
      if (applicationStart < 0) {
        applicationStart = propertiesEnd;
        applicationEnd = propertiesEnd;
      }
    }

    BareMessage bare(byte[] bytes) {
      return new BareMessage(
          Arrays.copyOfRange(bytes, bareStart, bytes.length),
          applicationStart - bareStart,
          applicationEnd - bareStart);
    }
  }

  /** The bare message with a message id, where the producer set none: receivers rely on one. */
  private BareMessage named(byte[] bytes, Layout layout, Properties properties, String id) {
    properties.setMessageId(id);
    byte[] head = codec.write((encoder, buffer) -> encoder.writeObject(properties)).copy();
    int rest = layout.propertiesEnd;
    byte[] bare = Arrays.copyOf(head, head.length + bytes.length - rest);
    System.arraycopy(bytes, rest, bare, head.length, bytes.length - rest);
    int shift = head.length - rest;
    return new BareMessage(bare, layout.applicationStart + shift, layout.applicationEnd + shift);
  }

  private static Map<Symbol, Object> annotations(MessageAnnotations section) {
    Map<Symbol, Object> value = section.getValue();
    return value == null ? Map.of() : value;
  }
}
