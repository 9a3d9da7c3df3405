package io.twinbus.receiver.app;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.twinbus.receiver.flow.ReceiverStatus;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The readiness of a receiver: its region answers, the ledger answers, and its lease holds; each
 * with a reason when it does not.
 */
@Factory
final class ReceiverHealth {

  @Bean
  @Singleton
  @Named("region")
  HealthIndicator region(Monitor monitor) {
    return indicator("region", monitor, ReceiverStatus::regionTrouble);
  }

  @Bean
  @Singleton
  @Named("ledger")
  HealthIndicator ledger(Monitor monitor) {
    return indicator("ledger", monitor, ReceiverStatus::ledgerTrouble);
  }

  @Bean
  @Singleton
  @Named("lease")
  HealthIndicator lease(Monitor monitor) {
    return indicator(
        "lease",
        monitor,
        status ->
            status.leaseMargin().isZero() || status.leaseMargin().isNegative()
                ? Optional.of("the lease is not renewed; no handler starts")
                : Optional.empty());
  }

  private static HealthIndicator indicator(
      String name, Monitor monitor, Function<ReceiverStatus, Optional<String>> trouble) {
    return () -> {
      Optional<String> reason =
          monitor.status().map(trouble).orElse(Optional.of("the receiver is starting"));
      return Publishers.just(
          HealthResult.builder(name, reason.isEmpty() ? HealthStatus.UP : HealthStatus.DOWN)
              .details(Map.of("reason", reason.orElse("as it should be")))
              .build());
    };
  }
}
