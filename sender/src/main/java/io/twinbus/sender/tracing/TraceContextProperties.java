package io.twinbus.sender.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.twinbus.sender.message.OutboundMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the trace context in the application properties of a message. */
final class TraceContextProperties {

  static final String TRACE_PARENT = "traceparent";
  static final String DIAGNOSTIC_ID = "Diagnostic-Id";

  private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

  private static final TextMapGetter<Map<String, Object>> PROPERTIES =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, Object> properties) {
          return properties.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, Object> properties, String key) {
          return properties != null && properties.get(key) instanceof String text ? text : null;
        }
      };

  private TraceContextProperties() {}

  /** The context in the message; invalid when it has none, or a broken one. */
  static SpanContext in(OutboundMessage message) {
    Map<String, Object> properties = message.properties();
    SpanContext current = extract(properties);
    if (!current.isValid() && properties.get(DIAGNOSTIC_ID) instanceof String older) {
      return extract(Map.of(TRACE_PARENT, older));
    }
    return current;
  }

  /** The message with {@code context} in it. */
  static OutboundMessage into(OutboundMessage message, Context context) {
    if (!Span.fromContext(context).getSpanContext().isValid()) {
      return message;
    }
    OutboundMessage.Builder builder = message.toBuilder();
    W3C.inject(
        context,
        builder,
        (carrier, name, value) -> {
          if (carrier != null) {
            carrier.property(name, value);
            if (name.equals(TRACE_PARENT)) {
              carrier.property(DIAGNOSTIC_ID, value);
            }
          }
        });
    return builder.build();
  }

  private static SpanContext extract(Map<String, Object> properties) {
    return Span.fromContext(W3C.extract(Context.root(), properties, PROPERTIES)).getSpanContext();
  }
}
