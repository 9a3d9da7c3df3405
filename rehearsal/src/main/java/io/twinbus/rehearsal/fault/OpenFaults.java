package io.twinbus.rehearsal.fault;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The faults of a run that have not ended, and what came of those that have. Thread-safe.
 *
 * @param <T> what is known of a fault that has ended
 */
public final class OpenFaults<T> {

  private final Clocks clocks;
  private final List<T> ended = new ArrayList<>();
  private final Set<Fault> open = new LinkedHashSet<>();
  private @Nullable Exception failure;
  private int pending;

  /** None yet. */
  public OpenFaults(Clocks clocks) {
    this.clocks = clocks;
  }

  /** So many more faults are to strike and to end. */
  public synchronized void expect(int count) {
    pending += count;
  }

  /**
   * {@code fault} strikes now, or as soon as {@code mayMeet} accepts every open fault, or after
   * {@code bound}.
   */
  public synchronized void begin(Fault fault, Predicate<Fault> mayMeet, Duration bound)
      throws InterruptedException {
    MonotonicTime end = clocks.now().monotonic().plus(bound);
    for (long left = bound.toMillis(); left > 0 && !open.stream().allMatch(mayMeet); ) {
      wait(left);
      left = end.since(clocks.now().monotonic()).toMillis();
    }
    open.add(fault);
  }

  /** {@code fault} has ended, with a result, without one, or because something went wrong. */
  public synchronized void end(Fault fault, @Nullable T result, @Nullable Exception why) {
    open.remove(fault);
    if (result != null) {
      ended.add(result);
    }
    failure = failure == null ? why : failure;
    pending--;
    notifyAll();
  }

  /**
   * Waits until every fault has ended; returns the results in the order of their ends.
   *
   * @throws IllegalStateException when one could not be struck or healed, or not within the bound
   */
  public synchronized List<T> awaitHealed(Duration bound) throws InterruptedException {
    MonotonicTime deadline = clocks.now().monotonic().plus(bound);
    for (long left = bound.toMillis(); pending > 0 && failure == null && left > 0; ) {
      wait(left);
      left = deadline.since(clocks.now().monotonic()).toMillis();
    }
    if (failure != null) {
      throw new IllegalStateException("a fault could not be carried out: " + failure, failure);
    }
    if (pending > 0) {
      throw new IllegalStateException("not healed within the bound: " + open);
    }
    return List.copyOf(ended);
  }

  /** What went wrong with a fault; null when nothing did so far. */
  public synchronized @Nullable Exception failure() {
    return failure;
  }

  /** The faults that have struck and are not healed, in words; empty when there is none. */
  public synchronized String words() {
    return String.join(", ", open.stream().map(Fault::toString).toList());
  }
}
