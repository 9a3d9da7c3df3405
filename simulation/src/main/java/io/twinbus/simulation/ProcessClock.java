package io.twinbus.simulation;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;

/**
 * One machine's clocks: a monotonic one with an origin and a rate of its own, which may stand still
 * while the machine is suspended, and a wall clock that is wrong by a little, or by some seconds
 * and later set right.
 */
final class ProcessClock implements Clocks {

  /** When a simulation begins, in true wall time. */
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final Duration NEVER_MIND = Duration.ofMillis(200);
  private static final Duration SET_RIGHT_AT = Duration.ofSeconds(40);

  private final Timeline timeline;
  private final long origin;
  private final double rate;
  private final Duration wrongBy;
  private final boolean isSetRightLater;
  private long frozenNanos;
  private long frozenSince = -1;

  ProcessClock(Timeline timeline, Chance chance) {
    this.timeline = timeline;
    this.origin = chance.millis(0, 1_000_000).toNanos();
    this.rate = chance.real(0.99, 1.01);
    this.wrongBy = chance.mostly(chance.millis(-200, 200), 40, chance.millis(-30_000, 30_000));
    this.isSetRightLater = wrongBy.abs().compareTo(NEVER_MIND) > 0;
  }

  @Override
  public Now now() {
    return new Now(new MonotonicTime(monotonic()), START.plus(timeline.now()).plus(error()));
  }

  private Duration error() {
    return isSetRightLater && timeline.now().compareTo(SET_RIGHT_AT) >= 0 ? Duration.ZERO : wrongBy;
  }

  private long monotonic() {
    long running = (frozenSince < 0 ? timeline.nanos() : frozenSince) - frozenNanos;
    return origin + (long) (running * rate);
  }

  /** How much true time passes until the monotonic clock shows {@code time}. */
  Duration until(MonotonicTime time) {
    return Duration.ofNanos(Math.max(0, (long) ((time.nanos() - monotonic()) / rate) + 1));
  }

  void freeze() {
    frozenSince = timeline.nanos();
  }

  void thaw() {
    if (frozenSince >= 0) {
      frozenNanos += timeline.nanos() - frozenSince;
      frozenSince = -1;
    }
  }
}
