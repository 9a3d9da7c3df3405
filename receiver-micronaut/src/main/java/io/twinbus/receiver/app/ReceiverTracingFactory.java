package io.twinbus.receiver.app;

import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.opentelemetry.api.OpenTelemetry;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.tracing.ReceiverTracing;
import jakarta.inject.Singleton;

/** Makes spans of handler calls where the application has OpenTelemetry. */
@Factory
@Requires(classes = OpenTelemetry.class, beans = OpenTelemetry.class)
final class ReceiverTracingFactory {

  @Singleton
  HandlerExtension tracing(OpenTelemetry telemetry) {
    return ReceiverTracing.with(telemetry);
  }
}
