package io.twinbus.receiver.handler;

import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a handler call over HTTP: CloudEvents 1.0 in binary mode, and the claim beside it.
 *
 * <p>{@code ce-id} is the message id, {@code ce-subject} the session, {@code ce-type} the message's
 * subject; both copies of a message get the same, and so does every call for it. Texts are
 * percent-encoded as the CloudEvents HTTP binding says.
 */
final class HttpHeaders {

  /** The type of a message whose sender gave it no subject. */
  static final String DEFAULT_TYPE = "io.twinbus.message";

  private static final String TRACE_PARENT = "traceparent";
  private static final String TRACE_STATE = "tracestate";
  private static final Pattern TRACE_PARENT_FORM =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
  private static final Pattern TRACE_STATE_FORM = Pattern.compile("[ -~]{1,512}");
  private static final String DEFAULT_CONTENT_TYPE = "application/octet-stream";

  private HttpHeaders() {}

  /** The headers for one call; {@code source} names the entity, alike in all regions. */
  static Map<String, String> of(String source, Message message, Invocation invocation) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("ce-specversion", "1.0");
    headers.put("ce-id", id(message));
    headers.put("ce-source", encode(source));
    headers.put("ce-type", encode(or(message.envelope().subject(), DEFAULT_TYPE)));
    headers.put("ce-subject", encode(message.session().value()));
    headers.put("Content-Type", printable(message.envelope().contentType()));
    headers.put("Twinbus-Token", Long.toString(invocation.token()));
    headers.put("Twinbus-Attempt", Integer.toString(invocation.attempt()));
    invocation
        .position()
        .ifPresent(
            place -> {
              headers.put("Twinbus-Stream", encode(place.stream().value()));
              headers.put("Twinbus-Sequence", Long.toString(place.seq()));
            });
    headers.put("Idempotency-Key", encode(invocation.idempotencyKey(message)));
    headers.put("Twinbus-Region", invocation.caller().region().value());
    headers.put("Twinbus-Instance", invocation.caller().instance().value());
    headers.putAll(traceContext(message.properties()));
    invocation.state().ifPresent(state -> headers.put(HttpState.HEADER, HttpState.encode(state)));
    return headers;
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

  /** The message id, fit for a header. */
  static String id(Message message) {
    return encode(message.id().value());
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
    return type.chars().allMatch(c -> c >= 0x20 && c < 0x7f) ? type : DEFAULT_CONTENT_TYPE;
  }
}
