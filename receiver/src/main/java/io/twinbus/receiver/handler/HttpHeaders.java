package io.twinbus.receiver.handler;

import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a handler call over HTTP: CloudEvents 1.0 in binary mode, and the claim beside it.
 *
 * <p>{@code ce-id} is the message id, {@code ce-subject} the session, {@code ce-type} the message's
 * subject, {@code ce-time} when it was sent. Every call for a message, in either region, carries
 * the same. Texts are percent-encoded as the CloudEvents HTTP binding says.
 *
 * <p>Servers commonly take 8 KiB of headers. So a text of more than {@value #MOST_TEXT} bytes
 * travels as {@code sha256:} and its hash, and {@value #PROPERTIES} takes at most {@value
 * #MOST_PROPERTIES} bytes, fewer beside a large state.
 */
final class HttpHeaders {

  /** The type of a message whose sender gave it no subject. */
  static final String DEFAULT_TYPE = "io.twinbus.message";

  /** The application properties, as a form ({@code name=value&name=value}, percent-encoded). */
  static final String PROPERTIES = "Twinbus-Properties";

  /** How many application properties did not fit. */
  static final String PROPERTIES_LEFT_OUT = "Twinbus-Properties-Left-Out";

  /** How many bytes of a text travel before its hash does. */
  static final int MOST_TEXT = 256;

  /** How many bytes all application properties have together. */
  static final int MOST_PROPERTIES = 1_024;

  /** What the headers of a call have together; the rest of 8 KiB is the request's own. */
  private static final int MOST_BYTES = 7_424;

  private static final int SEPARATORS = 4;
  private static final String TRACE_PARENT = "traceparent";
  private static final String TRACE_STATE = "tracestate";
  private static final Pattern TRACE_PARENT_FORM =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
  private static final Pattern TRACE_STATE_FORM = Pattern.compile("[ -~]{1,512}");
  private static final String DEFAULT_CONTENT_TYPE = "application/octet-stream";

  private HttpHeaders() {}

  /** The headers for one call; {@code source} names the entity, alike in all regions. */
  static Map<String, String> of(String source, Message message, Invocation invocation) {
    Message.Envelope envelope = message.envelope();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("ce-specversion", "1.0");
    headers.put("ce-id", bounded(message.id().value()));
    headers.put("ce-source", encode(source));
    headers.put("ce-type", bounded(or(envelope.subject(), DEFAULT_TYPE)));
    headers.put("ce-subject", bounded(message.session().value()));
    if (envelope.sentAt() != null) {
      headers.put("ce-time", envelope.sentAt().toString());
    }
    if (envelope.correlationId() != null && !envelope.correlationId().isEmpty()) {
      headers.put("ce-correlationid", bounded(envelope.correlationId()));
    }
    headers.put("Content-Type", printable(envelope.contentType()));
    headers.put("Twinbus-Token", Long.toString(invocation.token()));
    headers.put("Twinbus-Attempt", Integer.toString(invocation.attempt()));
    invocation
        .position()
        .ifPresent(
            place -> {
              headers.put("Twinbus-Stream", bounded(place.stream().value()));
              headers.put("Twinbus-Sequence", Long.toString(place.seq()));
            });
    headers.put("Idempotency-Key", bounded(invocation.idempotencyKey(message)));
    headers.put("Twinbus-Region", invocation.caller().region().value());
    headers.put("Twinbus-Instance", invocation.caller().instance().value());
    headers.putAll(traceContext(message.properties()));
    invocation.state().ifPresent(state -> headers.put(HttpState.HEADER, HttpState.encode(state)));
    addProperties(headers, message.properties());
    return headers;
  }

  /** Adds the properties that fit, in the order of their names, and says how many do not. */
  private static void addProperties(Map<String, String> headers, Map<String, Object> properties) {
    int room = Math.min(MOST_PROPERTIES, MOST_BYTES - size(headers));
    StringBuilder form = new StringBuilder();
    int leftOut = 0;
    for (Map.Entry<String, Object> property : new TreeMap<>(properties).entrySet()) {
      if (property.getKey().equals(TRACE_PARENT) || property.getKey().equals(TRACE_STATE)) {
        continue; // they travel as themselves
      }
      String pair =
          "%s%s=%s"
              .formatted(
                  form.isEmpty() ? "" : "&",
                  URLEncoder.encode(property.getKey(), StandardCharsets.UTF_8),
                  URLEncoder.encode(String.valueOf(property.getValue()), StandardCharsets.UTF_8));
      if (form.length() + pair.length() <= room) {
        form.append(pair);
      } else {
        leftOut++;
      }
    }
    if (!form.isEmpty()) {
      headers.put(PROPERTIES, form.toString());
    }
    if (leftOut > 0) {
      headers.put(PROPERTIES_LEFT_OUT, Integer.toString(leftOut));
    }
  }

  private static int size(Map<String, String> headers) {
    return headers.entrySet().stream()
        .mapToInt(header -> header.getKey().length() + header.getValue().length() + SEPARATORS)
        .sum();
  }

  /** The trace that the message is part of, as W3C Trace Context says it over HTTP. */
  private static Map<String, String> traceContext(Map<String, Object> properties) {
    Object parent = properties.getOrDefault(TRACE_PARENT, properties.get("Diagnostic-Id"));
    if (!(parent instanceof String text) || !TRACE_PARENT_FORM.matcher(text).matches()) {
      return Map.of();
    }
    return properties.get(TRACE_STATE) instanceof String state
            && TRACE_STATE_FORM.matcher(state).matches()
        ? Map.of(TRACE_PARENT, text, TRACE_STATE, state)
        : Map.of(TRACE_PARENT, text);
  }

  /** The text fit for a header, or its hash where it is long. */
  private static String bounded(String text) {
    String encoded = encode(text);
    return encoded.length() <= MOST_TEXT ? encoded : "sha256:" + Sha256.hex(text);
  }

  /** Space, quote, percent and all outside printable ASCII become percent-encoded UTF-8. */
  static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      int value = b & 0xff;
      if (value <= 0x20 || value >= 0x7f || value == '"' || value == '%') {
        encoded.append('%').append("%02X".formatted(value));
      } else {
        encoded.append((char) value);
      }
    }
    return encoded.toString();
  }

  private static String or(@Nullable String text, String otherwise) {
    return text == null || text.isEmpty() ? otherwise : text;
  }

  /** A content type goes into its header as it is, or not at all. */
  private static String printable(@Nullable String contentType) {
    String type = or(contentType, DEFAULT_CONTENT_TYPE);
    return type.length() <= MOST_TEXT && type.chars().allMatch(c -> c >= 0x20 && c < 0x7f)
        ? type
        : DEFAULT_CONTENT_TYPE;
  }
}
