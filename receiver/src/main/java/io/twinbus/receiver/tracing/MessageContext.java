package io.twinbus.receiver.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.twinbus.receiver.Message;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The trace context that travels in a message's application properties. */
final class MessageContext {

  private static final String TRACE_PARENT = "traceparent";
  private static final String DIAGNOSTIC_ID = "Diagnostic-Id";

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

  private MessageContext() {}

  /** The context that the message brings; an empty one when it brings none, or a broken one. */
  static Context in(Message message) {
    Map<String, Object> properties = message.properties();
    Context brought = W3C.extract(Context.root(), properties, PROPERTIES);
    if (!Span.fromContext(brought).getSpanContext().isValid()
        && properties.get(DIAGNOSTIC_ID) instanceof String older) {
      return W3C.extract(Context.root(), Map.of(TRACE_PARENT, older), PROPERTIES);
    }
    return brought;
  }

  /** The message with {@code context} in the place of the one it brought. */
  static Message into(Message message, Context context) {
    if (!Span.fromContext(context).getSpanContext().isValid()) {
      return message;
    }
    Map<String, Object> properties = new LinkedHashMap<>(message.properties());
    W3C.inject(
        context,
        properties,
        (carrier, name, value) -> {
          if (carrier != null) {
            carrier.put(name, value);
          }
        });
    return new Message(
        message.session(), message.id(), message.body(), properties, message.envelope());
  }
}
