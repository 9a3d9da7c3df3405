package io.twinbus.rehearsal.drill;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.OpenFaults;
import io.twinbus.rehearsal.verify.Hit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Lets each fault strike at its time, and heals it when its time is over.
 *
 * <p>Strikes come one after the other. On a busy machine cures take longer than planned: a fault
 * waits then for those that it must not meet, and is left out if it would outlast the drill.
 * Thread-safe.
 */
final class DrillTimeline {

  private static final Duration CURE_BOUND = Duration.ofMinutes(3);

  private final Striker striker;
  private final ScheduledExecutorService timer;
  private final Consumer<String> news;
  private final Clocks clocks;
  private final OpenFaults<Hit> faults;
  private final List<Fault> missed = new ArrayList<>();
  private final Object turn = new Object();
  private MonotonicTime end = new MonotonicTime(0);

  /** A timeline that is driven by {@code timer} and tells {@code news} in words. */
  DrillTimeline(
      Striker striker, ScheduledExecutorService timer, Consumer<String> news, Clocks clocks) {
    this.striker = striker;
    this.timer = timer;
    this.news = news;
    this.clocks = clocks;
    this.faults = new OpenFaults<>(clocks);
  }

  /**
   * Starts the clock of the {@code planned} faults, all of which are to be over {@code length} from
   * now.
   */
  synchronized void begin(List<Fault> planned, Duration length) {
    faults.expect(planned.size());
    end = clocks.now().monotonic().plus(length);
    for (Fault fault : planned) {
      var unused =
          timer.schedule(
              () -> strike(fault), Exclusions.start(fault).toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void strike(Fault fault) {
    try {
      synchronized (turn) {
        faults.begin(fault, other -> Exclusions.mayMeet(fault, other), CURE_BOUND);
        MonotonicTime from = clocks.now().monotonic();
        Optional<Struck> struck = isTooLate(fault, from) ? Optional.empty() : striker.strike(fault);
        if (struck.isEmpty()) {
          news.accept(fault + ": left out, it is too late or finds nothing to strike");
          miss(fault);
          return;
        }
        news.accept(fault.toString());
        var unused =
            timer.schedule(
                () -> heal(fault, from, struck.get()),
                fault.length().toMillis(),
                TimeUnit.MILLISECONDS);
      }
    } catch (IOException | RuntimeException e) {
      faults.end(fault, null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isTooLate(Fault fault, MonotonicTime now) {
    return !end.isAtOrAfter(now.plus(fault.length()));
  }

  private synchronized void miss(Fault fault) {
    missed.add(fault);
    faults.end(fault, null, null);
  }

  private void heal(Fault fault, MonotonicTime from, Struck struck) {
    try {
      struck.cure().heal();
      news.accept(fault + ": healed");
      Hit hit = new Hit(fault, from, clocks.now().monotonic(), struck.reach());
      if (fault.kind() == FaultKind.MESSAGES_LOST) {
        // A message that one region lost needs the other region's copy for a while.
        long rest = Exclusions.COPIES.toMillis();
        var unused =
            timer.schedule(() -> faults.end(fault, hit, null), rest, TimeUnit.MILLISECONDS);
      } else {
        faults.end(fault, hit, null);
      }
    } catch (IOException | TimeoutException | RuntimeException e) {
      news.accept(fault + ": not healed: " + e);
      faults.end(fault, null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The faults, with a hit for each that has struck and is healed. */
  OpenFaults<Hit> faults() {
    return faults;
  }

  /** The faults that were left out. */
  synchronized List<Fault> missed() {
    return List.copyOf(missed);
  }
}
