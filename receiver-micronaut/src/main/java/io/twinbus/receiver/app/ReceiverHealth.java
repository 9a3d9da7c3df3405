package io.twinbus.receiver.app;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Liveness;
import io.twinbus.ledger.Directive;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.runtime.ReceiverStatus;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The health of a receiver, each part with a reason when it is not well. Readiness: its region
 * answers, the ledger answers, its lease holds. Liveness: its own threads turn. A handler that is
 * away makes the receiver {@code DEGRADED} and leaves it ready: a rollout that brings the cure must
 * not stall. The same goes for one that operators have paused: {@code PAUSED}. Of several queues,
 * one whose handler is away degrades the receiver, and only a pause of all makes it {@code PAUSED}.
 */
@Factory
final class ReceiverHealth {

  /** Operational, so answered with 200: not so well as UP. */
  static final HealthStatus DEGRADED =
      new HealthStatus("DEGRADED", "The receiver works, and its handler does not.", true, 500);

  /** Operational, so answered with 200: operators want it so, and it ends by itself. */
  static final HealthStatus PAUSED =
      new HealthStatus("PAUSED", "An operator has paused the receiver.", true, 400);

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
    return indicator("lease", monitor, ReceiverStatus::leaseTrouble);
  }

  @Bean
  @Singleton
  @Named("handler")
  HealthIndicator handler(Monitor monitor) {
    return () -> {
      Optional<HandlerReport> away =
          monitor.status().map(ReceiverStatus::handler).filter(HandlerReport::isAway);
      String reason =
          away.map(report -> "the handler is away: " + report.reason()).orElse("as it should be");
      return Publishers.just(
          HealthResult.builder("handler", away.isEmpty() ? HealthStatus.UP : DEGRADED)
              .details(Map.of("reason", reason))
              .build());
    };
  }

  @Bean
  @Singleton
  @Named("work")
  HealthIndicator work(Monitor monitor) {
    return () -> {
      Optional<Directive.Pause> pause = monitor.status().flatMap(ReceiverStatus::pause);
      return Publishers.just(
          HealthResult.builder("work", pause.isEmpty() ? HealthStatus.UP : PAUSED)
              .details(
                  Map.of(
                      "reason",
                      monitor.pausedQueues(ReceiverHealth::inWords).orElse("as it should be")))
              .build());
    };
  }

  private static String inWords(Directive.Pause pause) {
    return "%s paused by %s since %s until %s: %s"
        .formatted(pause.scope(), pause.by(), pause.since(), pause.until(), pause.reason());
  }

  /**
   * Whether a restart would help: the workers' threads turn, and handler calls that hang have not
   * used up all places.
   */
  @Bean
  @Singleton
  @Liveness
  @Named("workers")
  HealthIndicator workers(Monitor monitor) {
    return indicator("workers", monitor, Optional.empty(), status -> monitor.whyToRestart());
  }

  private static HealthIndicator indicator(
      String name, Monitor monitor, Function<ReceiverStatus, Optional<String>> trouble) {
    return indicator(name, monitor, Optional.of("the receiver is starting"), trouble);
  }

  private static HealthIndicator indicator(
      String name,
      Monitor monitor,
      Optional<String> whileStarting,
      Function<ReceiverStatus, Optional<String>> trouble) {
    return () -> {
      Optional<String> reason = monitor.status().map(trouble).orElse(whileStarting);
      return Publishers.just(
          HealthResult.builder(name, reason.isEmpty() ? HealthStatus.UP : HealthStatus.DOWN)
              .details(Map.of("reason", reason.orElse("as it should be")))
              .build());
    };
  }
}
