package io.twinbus.receiver.tracing;

import io.opentelemetry.api.OpenTelemetry;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;

/**
 * Makes a span of each handler call, a child of the span in which the producer sent the message:
 * whichever region it went through, both copies carry the same context.
 *
 * <p>The context is read from the message's properties {@code traceparent} and {@code tracestate},
 * or {@code Diagnostic-Id}; without one a trace begins here. The handler runs within the span, and
 * the message that it gets carries the span's context, so that an HTTP endpoint is told, too. Names
 * and attributes follow the semantic conventions for messaging. Thread-safe.
 */
public final class ReceiverTracing implements HandlerExtension {

  private final OpenTelemetry telemetry;

  private ReceiverTracing(OpenTelemetry telemetry) {
    this.telemetry = telemetry;
  }

  /** Reports to {@code telemetry}. */
  public static ReceiverTracing with(OpenTelemetry telemetry) {
    return new ReceiverTracing(telemetry);
  }

  @Override
  public SessionHandler around(SessionHandler handler, ClusterSettings cluster) {
    return new TracedHandler(
        handler, telemetry.getTracer("io.twinbus.receiver"), cluster.entity().name());
  }
}
