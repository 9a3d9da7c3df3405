package io.twinbus.console.watch;

import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.watch.Census;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A census that is taken as seldom as its price demands: what one costs is spread over so much time
 * that it is {@value #PER_SECOND} request units a second at most. Between two, the last one stands.
 * One thread.
 */
final class PacedCensus implements Census {

  /** Request units a second that counting may cost. */
  static final double PER_SECOND = 4;

  /** Counts are never younger than this. */
  static final Duration SHORTEST = Duration.ofSeconds(3);

  private final Clocks clocks;
  private Counts last = new Counts(Map.of(), 0);
  private @Nullable MonotonicTime due;
  private volatile @Nullable Instant takenAt;

  PacedCensus(Clocks clocks) {
    this.clocks = clocks;
  }

  @Override
  public Counts take(OpenLedger ledger) {
    MonotonicTime now = clocks.now().monotonic();
    MonotonicTime next = due;
    if (next != null && now.compareTo(next) < 0) {
      return last;
    }
    double before = ledger.cost().getAsDouble();
    last = EACH_TIME.take(ledger);
    double cost = Math.max(0, ledger.cost().getAsDouble() - before);
    takenAt = clocks.now().wall();
    due = new MonotonicTime(now.nanos() + pause(cost).toNanos());
    return last;
  }

  /** When the counts were taken that stand now; empty: none were yet. */
  Optional<Instant> takenAt() {
    return Optional.ofNullable(takenAt);
  }

  /** How long a census that costs {@code units} stands. */
  static Duration pause(double units) {
    Duration paid = Duration.ofMillis(Math.round(units / PER_SECOND * 1_000));
    return paid.compareTo(SHORTEST) < 0 ? SHORTEST : paid;
  }
}
