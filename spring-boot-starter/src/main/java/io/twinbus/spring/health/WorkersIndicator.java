package io.twinbus.spring.health;

import io.twinbus.receiver.handler.HandlerThreads;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.spring.SpringReceiver;
import java.util.Collection;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/**
 * Whether a restart would help: the workers' threads turn, and handler calls that hang have not
 * used up all places.
 */
final class WorkersIndicator implements HealthIndicator {

  private final SpringReceiver receiver;

  WorkersIndicator(SpringReceiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public Health health() {
    return of(receiver.statuses());
  }

  static Health of(Collection<ReceiverStatus> queues) {
    return ReceiverStatus.whyToRestart(queues, HandlerThreads.MOST)
        .map(reason -> Health.down().withDetail("reason", reason))
        .orElseGet(Health::up)
        .build();
  }
}
