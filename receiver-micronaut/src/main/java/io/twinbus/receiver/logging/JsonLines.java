package io.twinbus.receiver.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A log line as one JSON object: {@code time}, {@code level}, {@code logger}, {@code thread},
 * {@code message}, what the MDC holds under {@code context.} and its name, and {@code error} with
 * the trace. Everything but plain text is escaped, so that no id forges a line or redraws a
 * terminal.
 *
 * <p>Thread-safe.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {

  private static final byte[] NOTHING = {};

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("time", event.getInstant().toString());
    fields.put("level", event.getLevel().toString());
    fields.put("logger", event.getLoggerName());
    fields.put("thread", event.getThreadName());
    fields.put("message", event.getFormattedMessage());
    event.getMDCPropertyMap().forEach((name, value) -> fields.put("context." + name, value));
    IThrowableProxy error = event.getThrowableProxy();
    if (error != null) {
      fields.put("error", ThrowableProxyUtil.asString(error));
    }
    return line(fields).getBytes(StandardCharsets.UTF_8);
  }

  private static String line(Map<String, String> fields) {
    StringBuilder line = new StringBuilder("{");
    fields.forEach(
        (name, value) -> {
          if (line.length() > 1) {
            line.append(',');
          }
          append(line, name);
          line.append(':');
          append(line, String.valueOf(value));
        });
    return line.append("}\n").toString();
  }

  private static void append(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> line.append('\\').append(c);
        case '\n' -> line.append("\\n");
        case '\t' -> line.append("\\t");
        default -> {
          if (isPlain(text, i)) {
            line.append(c);
          } else {
            line.append("\\u%04x".formatted((int) c));
          }
        }
      }
    }
    line.append('"');
  }

  /** Half of a pair stands for nothing alone; marks of direction and separators are not seen. */
  private static boolean isPlain(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
