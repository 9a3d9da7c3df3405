package io.twinbus.sender.tracing;

import io.opentelemetry.api.OpenTelemetry;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderExtension;

/**
 * Makes a span of each send, from the call to the receipt, and sends its context with the message.
 *
 * <p>The context is written as W3C Trace Context into the application properties {@code
 * traceparent} and {@code tracestate}, and into {@code Diagnostic-Id}, which older clients of
 * Service Bus read. A message that has a context already keeps it, and the span links to it. Names
 * and attributes follow the semantic conventions for messaging. Thread-safe.
 */
public final class SenderTracing implements SenderExtension {

  private final OpenTelemetry telemetry;

  private SenderTracing(OpenTelemetry telemetry) {
    this.telemetry = telemetry;
  }

  /** Reports to {@code telemetry}. */
  public static SenderTracing with(OpenTelemetry telemetry) {
    return new SenderTracing(telemetry);
  }

  @Override
  public Sender around(Sender sender, ClusterSettings cluster) {
    return new TracedSender(sender, telemetry.getTracer("io.twinbus.sender"), cluster);
  }
}
