package io.twinbus.rehearsal.drill;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.verify.Hit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
  private final List<Hit> hits = new ArrayList<>();
  private final List<Fault> missed = new ArrayList<>();
  private final Set<Fault> open = new LinkedHashSet<>();
  private final Object turn = new Object();
  private @Nullable Exception failure;
  private int pending;
  private MonotonicTime end = new MonotonicTime(0);

  /** A timeline that is driven by {@code timer} and tells {@code news} in words. */
  DrillTimeline(
      Striker striker, ScheduledExecutorService timer, Consumer<String> news, Clocks clocks) {
    this.striker = striker;
    this.timer = timer;
    this.news = news;
    this.clocks = clocks;
  }

  /** Starts the clock of {@code faults}, all of which are to be over {@code length} from now. */
  synchronized void begin(List<Fault> faults, Duration length) {
    pending = faults.size();
    end = clocks.now().monotonic().plus(length);
    for (Fault fault : faults) {
      var unused =
          timer.schedule(
              () -> strike(fault), Exclusions.start(fault).toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void strike(Fault fault) {
    try {
      synchronized (turn) {
        awaitFree(fault);
        MonotonicTime from = clocks.now().monotonic();
        Optional<Struck> struck = isTooLate(fault, from) ? Optional.empty() : striker.strike(fault);
        if (struck.isEmpty()) {
          news.accept(fault + ": left out, it is too late or finds nothing to strike");
          end(fault, null, null);
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
      end(fault, null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isTooLate(Fault fault, MonotonicTime now) {
    return !end.isAtOrAfter(now.plus(fault.length()));
  }

  /** Waits until nothing else has hold of what {@code fault} takes hold of. */
  private synchronized void awaitFree(Fault fault) throws InterruptedException {
    MonotonicTime end = clocks.now().monotonic().plus(CURE_BOUND);
    long left = CURE_BOUND.toMillis();
    while (left > 0 && !open.stream().allMatch(other -> Exclusions.mayMeet(fault, other))) {
      wait(left);
      left = end.since(clocks.now().monotonic()).toMillis();
    }
    open.add(fault);
  }

  private void heal(Fault fault, MonotonicTime from, Struck struck) {
    try {
      struck.cure().heal();
      news.accept(fault + ": healed");
      Hit hit = new Hit(fault, from, clocks.now().monotonic(), struck.reach());
      if (fault.kind() == FaultKind.MESSAGES_LOST) {
        // what was lost needs the other region's copy for a while
        long rest = Exclusions.COPIES.toMillis();
        var unused = timer.schedule(() -> end(fault, hit, null), rest, TimeUnit.MILLISECONDS);
      } else {
        end(fault, hit, null);
      }
    } catch (IOException | TimeoutException | RuntimeException e) {
      news.accept(fault + ": not healed: " + e);
      end(fault, null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void end(Fault fault, @Nullable Hit hit, @Nullable Exception why) {
    open.remove(fault);
    if (hit != null) {
      hits.add(hit);
    } else if (why == null) {
      missed.add(fault);
    }
    failure = failure == null ? why : failure;
    pending--;
    notifyAll();
  }

  /**
   * Waits until every fault has struck and is healed; answers them in the order of their cures.
   *
   * @throws IllegalStateException when one could not be struck or healed, or not within the bound
   */
  synchronized List<Hit> awaitHealed(Duration bound) throws InterruptedException {
    MonotonicTime deadline = clocks.now().monotonic().plus(bound);
    for (long left = bound.toMillis(); pending > 0 && failure == null && left > 0; ) {
      wait(left);
      left = deadline.since(clocks.now().monotonic()).toMillis();
    }
    if (failure != null) {
      throw new IllegalStateException("A fault could not be carried out: " + failure, failure);
    }
    if (pending > 0) {
      throw new IllegalStateException("Not healed in time: " + open);
    }
    return List.copyOf(hits);
  }

  /** The faults that were left out. */
  synchronized List<Fault> missed() {
    return List.copyOf(missed);
  }

  /** What went wrong with a fault; null when nothing did so far. */
  synchronized @Nullable Exception failure() {
    return failure;
  }

  /** The faults that have struck and are not healed, in words; empty when there is none. */
  synchronized String openFaults() {
    return String.join(", ", open.stream().map(Fault::toString).toList());
  }
}
