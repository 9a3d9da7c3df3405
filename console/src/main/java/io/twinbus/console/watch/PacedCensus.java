package io.twinbus.console.watch;

import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.watch.Census;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A census that is taken as seldom as its price demands: what one costs is spread over so much time
 * that it is {@value #PER_SECOND} request units a second at most. Between two, the last one stands.
 * One thread takes it; any may ask for its age and cost.
 */
public final class PacedCensus implements Census {

  /** Request units a second that counting may cost. */
  static final double PER_SECOND = 4;

  /** Counts are never younger than this. */
  static final Duration SHORTEST = Duration.ofSeconds(3);

  private final Clocks clocks;
  private Counts last = new Counts(Map.of(), 0);
  private @Nullable MonotonicTime due;
  private volatile @Nullable Instant takenAt;
  private final DoubleAdder spent = new DoubleAdder();

  /** A census that was never taken. */
  public PacedCensus(Clocks clocks) {
    this.clocks = clocks;
  }

  @Override
  public Counts take(OpenLedger ledger) {
    return take(() -> EACH_TIME.take(ledger), ledger.cost());
  }

  /** What {@code counting} tells, or told; {@code total}: the request units of all so far. */
  Counts take(Supplier<Counts> counting, DoubleSupplier total) {
    MonotonicTime now = clocks.now().monotonic();
    MonotonicTime next = due;
    if (next != null && now.compareTo(next) < 0) {
      return last;
    }
    double before = total.getAsDouble();
    try {
      last = counting.get();
      takenAt = clocks.now().wall();
    } finally {
      // One that has failed has cost, too.
      double cost = Math.max(0, total.getAsDouble() - before);
      spent.add(cost);
      due = new MonotonicTime(now.nanos() + pause(cost).toNanos());
    }
    return last;
  }

  /** When the counts were taken that stand now; empty: none were yet. */
  Optional<Instant> takenAt() {
    return Optional.ofNullable(takenAt);
  }

  /** The request units of all counts so far. */
  public double cost() {
    return spent.sum();
  }

  /** How long a census that costs {@code units} stands. */
  static Duration pause(double units) {
    Duration paid = Duration.ofMillis(Math.round(units / PER_SECOND * 1_000));
    return paid.compareTo(SHORTEST) < 0 ? SHORTEST : paid;
  }
}
