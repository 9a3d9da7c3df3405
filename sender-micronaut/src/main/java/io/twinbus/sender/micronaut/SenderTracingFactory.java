package io.twinbus.sender.micronaut;

import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.opentelemetry.api.OpenTelemetry;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.tracing.SenderTracing;
import jakarta.inject.Singleton;

/** Makes spans of sends where the application has OpenTelemetry. */
@Factory
@Requires(classes = OpenTelemetry.class, beans = OpenTelemetry.class)
final class SenderTracingFactory {

  @Singleton
  SenderExtension tracing(OpenTelemetry telemetry) {
    return SenderTracing.with(telemetry);
  }
}
