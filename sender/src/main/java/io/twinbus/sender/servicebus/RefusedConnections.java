package io.twinbus.sender.servicebus;

import io.twinbus.servicebus.PlainConnection;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Ends a batch's wait for a link where the region refuses connections.
 *
 * <ol>
 *   <li>A batch that has waited for {@link #PATIENCE} has a plain connection tried.
 *   <li>One that is refused ends the wait: the region has no message of the batch. Any other
 *       outcome ends nothing, and the SDK's own timeout stays in force.
 * </ol>
 *
 * <p>Batches that wait at the same time share one try. Thread-safe.
 */
final class RefusedConnections {

  /** Longer than a link takes on a connection that stands, also between regions. */
  static final Duration PATIENCE = Duration.ofMillis(300);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  /** How long an outcome holds for others. */
  private static final Duration FRESH = Duration.ofMillis(200);

  private final String address;
  private final Mono<Boolean> refused;

  RefusedConnections(PlainConnection connection) {
    this.address = connection.address();
    this.refused =
        Mono.fromCallable(() -> connection.isRefused(CONNECT_TIMEOUT))
            .subscribeOn(Schedulers.boundedElastic())
            .cache(FRESH);
  }

  /** What {@code link} gives, or an error if it takes long and connections are refused. */
  <T> Mono<T> orEnd(Mono<T> link) {
    return Mono.firstWithSignal(
        link, Mono.delay(PATIENCE).then(refused).flatMap(this::errorOrNothing));
  }

  private <T> Mono<T> errorOrNothing(boolean isRefused) {
    return isRefused
        ? Mono.error(new IllegalStateException("connections to " + address + " are refused"))
        : Mono.never();
  }
}
