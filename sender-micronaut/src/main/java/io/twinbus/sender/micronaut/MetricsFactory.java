package io.twinbus.sender.micronaut;

import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.metrics.SenderMetrics;
import jakarta.inject.Singleton;

/** Reports the sender's figures where the application has a registry of Micrometer. */
@Factory
@Requires(classes = MeterRegistry.class, beans = MeterRegistry.class)
final class MetricsFactory {

  @Singleton
  SenderExtension metrics(MeterRegistry registry) {
    return SenderMetrics.to(registry);
  }
}
