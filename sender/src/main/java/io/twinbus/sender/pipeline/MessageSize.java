package io.twinbus.sender.pipeline;

import io.twinbus.sender.message.OutboundMessage;
import java.util.Map;
import java.util.Optional;

/**
 * The bytes that a message takes in a batch: an estimate that is rather too high.
 *
 * <p>Too low an estimate costs a refusal and a split; too high a one costs a smaller batch.
 */
public final class MessageSize {

  /** AMQP sections, the protocol's own headers with room for ids, annotations. */
  private static final int FIXED = 512;

  /** Type codes of a property, and a value that is not text. */
  private static final int PER_PROPERTY = 24;

  private MessageSize() {}

  /** The estimate for {@code message}, in bytes. */
  public static int of(OutboundMessage message) {
    long size = (long) FIXED + message.body().size();
    size += utf8(message.session().value()) + utf8(message.id().value());
    size += text(message.contentType()) + text(message.subject()) + text(message.correlationId());
    size += text(message.replyTo()) + text(message.replyToSession());
    for (Map.Entry<String, Object> property : message.properties().entrySet()) {
      size += PER_PROPERTY + utf8(property.getKey());
      size += property.getValue() instanceof String value ? utf8(value) : 0;
    }
    return (int) Math.min(size, Integer.MAX_VALUE);
  }

  static long text(Optional<String> text) {
    return text.map(MessageSize::utf8).orElse(0L);
  }

  static long utf8(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
    }
    return bytes;
  }
}
