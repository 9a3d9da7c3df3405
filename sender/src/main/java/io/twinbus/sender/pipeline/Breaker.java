package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.statistics.BreakerState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breaker of one region, shared by all lanes.
 *
 * <ol>
 *   <li>It opens after {@value #MAX_FAILURES} failures without an answer between them, or when the
 *       region has been failing without an answer for as long as {@code patience}.
 *   <li>While it is open nothing is sent. When the pause has passed, one batch goes out as a probe.
 *   <li>Any answer closes it. A probe that fails opens it again, with twice the pause.
 * </ol>
 */
final class Breaker {

  static final int MAX_FAILURES = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  private final Duration patience;
  private final Duration maxPause;
  private BreakerState state = BreakerState.CLOSED;
  private int failures;
  private @Nullable MonotonicTime answeredAt;
  private @Nullable MonotonicTime failingSince;
  private @Nullable MonotonicTime probeAt;
  private @Nullable BatchId probe;
  private Duration pause;

  Breaker(Duration patience, Duration maxPause) {
    this.patience = patience;
    this.maxPause = maxPause;
    this.pause = firstPause();
  }

  BreakerState state() {
    return state;
  }

  boolean isClosed() {
    return state == BreakerState.CLOSED;
  }

  boolean permits(MonotonicTime now) {
    return switch (state) {
      case CLOSED -> true;
      case OPEN -> probeAt != null && now.isAtOrAfter(probeAt);
      case PROBING -> false;
    };
  }

  /** When a probe may go out; null unless open. */
  @Nullable MonotonicTime probeAt() {
    return state == BreakerState.OPEN ? probeAt : null;
  }

  void issued(BatchId batch) {
    if (state == BreakerState.OPEN) {
      state = BreakerState.PROBING;
      probe = batch;
    }
  }

  /** The region answered, with an acceptance or a refusal. */
  void answered(MonotonicTime now) {
    state = BreakerState.CLOSED;
    failures = 0;
    failingSince = null;
    probe = null;
    answeredAt = now;
    pause = firstPause();
  }

  /** An attempt that began at {@code issuedAt} failed. */
  void failed(BatchId batch, MonotonicTime issuedAt, MonotonicTime now) {
    if (state == BreakerState.PROBING && batch.equals(probe)) {
      pause = shorter(pause.multipliedBy(2), maxPause);
      open(now);
    } else if (state == BreakerState.CLOSED) {
      failures++;
      MonotonicTime since = later(issuedAt, answeredAt);
      failingSince = failingSince == null ? since : MonotonicTime.earlier(failingSince, since);
      if (failures >= MAX_FAILURES || now.since(failingSince).compareTo(patience) >= 0) {
        open(now);
      }
    }
  }

  private void open(MonotonicTime now) {
    state = BreakerState.OPEN;
    probe = null;
    probeAt = now.plus(pause);
  }

  private Duration firstPause() {
    return shorter(FIRST_PAUSE, maxPause);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static MonotonicTime later(MonotonicTime a, @Nullable MonotonicTime b) {
    return b == null || a.isAtOrAfter(b) ? a : b;
  }
}
