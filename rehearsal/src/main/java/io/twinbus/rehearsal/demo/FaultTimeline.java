package io.twinbus.rehearsal.demo;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.fault.Cure;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.ShareSchedule;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.terminal.Daemons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets each fault strike when it is due, and heals it when its time is over. Thread-safe. */
final class FaultTimeline implements AutoCloseable {

  private static final int HEALERS = 4;

  private final ShareSchedule schedule;
  private final FaultRunner runner;
  private final Consumer<String> news;
  private final Clocks clocks;
  private final ExecutorService striker = Executors.newSingleThreadExecutor(Daemons.named("demo"));
  private final ScheduledExecutorService healers =
      Executors.newScheduledThreadPool(HEALERS, Daemons.named("demo"));
  private final List<Strike> strikes = new ArrayList<>();
  private final Set<Fault> open = new LinkedHashSet<>();
  private @Nullable Exception failure;
  private int pending;

  /** A timeline whose events are told to {@code news}, in words. */
  FaultTimeline(ShareSchedule schedule, FaultRunner runner, Consumer<String> news, Clocks clocks) {
    this.schedule = schedule;
    this.runner = runner;
    this.news = news;
    this.clocks = clocks;
  }

  /** Lets everything strike that is due when {@code count} messages have been sent. */
  void sent(long count) {
    for (Fault fault : schedule.due(count)) {
      synchronized (this) {
        pending++;
      }
      striker.execute(() -> strike(fault));
    }
  }

  private void strike(Fault fault) {
    try {
      FaultRunner.Struck struck = runner.strike(fault);
      synchronized (this) {
        strikes.add(struck.strike());
        open.add(fault);
      }
      news.accept(
          "%s: %d sessions claimed, %d messages in hand"
              .formatted(fault, struck.strike().claimed().size(), struck.strike().inHand()));
      var unused =
          healers.schedule(
              () -> heal(fault, struck.cure()), fault.length().toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException | RuntimeException e) {
      end(fault, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void heal(Fault fault, Cure cure) {
    try {
      cure.heal();
      news.accept(fault + ": healed");
      end(fault, null);
    } catch (IOException | TimeoutException | RuntimeException e) {
      end(fault, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void end(Fault fault, @Nullable Exception why) {
    open.remove(fault);
    failure = failure == null ? why : failure;
    pending--;
    notifyAll();
  }

  /**
   * Waits until every fault that struck is healed.
   *
   * @throws IllegalStateException when one could not be struck or healed, or not within the bound
   */
  synchronized List<Strike> awaitHealed(Duration bound) throws InterruptedException {
    MonotonicTime deadline = clocks.now().monotonic().plus(bound);
    for (long left = bound.toMillis(); pending > 0 && left > 0; ) {
      wait(left);
      left = deadline.since(clocks.now().monotonic()).toMillis();
    }
    if (failure != null) {
      throw new IllegalStateException(
          "A fault could not be carried out: " + failure.getMessage(), failure);
    }
    if (pending > 0) {
      throw new IllegalStateException("Not healed within the bound: " + open);
    }
    return List.copyOf(strikes);
  }

  /** The faults that have struck and are not healed, in words; empty when there is none. */
  synchronized String openFaults() {
    return open.isEmpty() ? "" : String.join(", ", open.stream().map(Fault::toString).toList());
  }

  @Override
  public void close() {
    striker.shutdownNow();
    healers.shutdownNow();
  }
}
