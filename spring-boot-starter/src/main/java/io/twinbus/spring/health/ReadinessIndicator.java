package io.twinbus.spring.health;

import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.spring.SpringReceiver;
import java.util.Optional;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/**
 * Whether the receiver can work: its region answers, the ledger answers, its lease holds. A handler
 * that is away is told and leaves the receiver ready: a rollout that brings the cure must not
 * stall.
 */
final class ReadinessIndicator implements HealthIndicator {

  private static final String WELL = "as it should be";

  private final SpringReceiver receiver;

  ReadinessIndicator(SpringReceiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public Health health() {
    return receiver
        .status()
        .map(ReadinessIndicator::of)
        .orElseGet(() -> Health.up().withDetail("receiver", "none runs").build());
  }

  static Health of(ReceiverStatus status) {
    Optional<String> region = status.regionTrouble();
    Optional<String> ledger = status.ledgerTrouble();
    Optional<String> lease = status.leaseTrouble();
    HandlerReport handler = status.handler();
    boolean isWell = region.isEmpty() && ledger.isEmpty() && lease.isEmpty();
    return (isWell ? Health.up() : Health.down())
        .withDetail("region", region.orElse(WELL))
        .withDetail("ledger", ledger.orElse(WELL))
        .withDetail("lease", lease.orElse(WELL))
        .withDetail("handler", handler.isAway() ? "the handler is away: " + handler.reason() : WELL)
        .build();
  }
}
