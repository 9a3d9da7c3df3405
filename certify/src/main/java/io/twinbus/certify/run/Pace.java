package io.twinbus.certify.run;

import io.twinbus.ops.command.CliContext.Pause;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;

/** A cap on how many requests a run makes at one place. Thread-safe. */
public final class Pace {

  private final Clocks clocks;
  private final Pause pause;
  private final Duration between;
  private MonotonicTime next;

  /** At most {@code perSecond} requests. */
  public Pace(Clocks clocks, Pause pause, int perSecond) {
    this.clocks = clocks;
    this.pause = pause;
    this.between = Duration.ofSeconds(1).dividedBy(perSecond);
    this.next = clocks.now().monotonic();
  }

  /** Returns when the next request may be made. */
  public void await() throws InterruptedException {
    Duration wait = take();
    if (!wait.isZero()) {
      pause.waitFor(wait);
    }
  }

  /** Waits for {@code time}, as a check does between two requests. */
  public void pauseFor(Duration time) throws InterruptedException {
    pause.waitFor(time);
  }

  /** The present by a clock that never jumps. */
  public MonotonicTime now() {
    return clocks.now().monotonic();
  }

  private synchronized Duration take() {
    MonotonicTime now = clocks.now().monotonic();
    Duration wait = next.since(now);
    if (wait.isNegative()) {
      wait = Duration.ZERO;
    }
    next = now.plus(wait).plus(between);
    return wait;
  }
}
