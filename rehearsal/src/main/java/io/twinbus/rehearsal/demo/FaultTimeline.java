package io.twinbus.rehearsal.demo;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.OpenFaults;
import io.twinbus.rehearsal.fault.ShareSchedule;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.terminal.Daemons;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Lets each fault strike when it is due, and heals it when its time is over. Thread-safe. */
final class FaultTimeline implements AutoCloseable {

  private static final int HEALERS = 4;

  private final ShareSchedule schedule;
  private final FaultRunner runner;
  private final Consumer<String> news;
  private final ExecutorService striker = Executors.newSingleThreadExecutor(Daemons.named("demo"));
  private final ScheduledExecutorService healers =
      Executors.newScheduledThreadPool(HEALERS, Daemons.named("demo"));
  private final OpenFaults<Strike> faults;

  /** A timeline whose events are told to {@code news}, in words. */
  FaultTimeline(ShareSchedule schedule, FaultRunner runner, Consumer<String> news, Clocks clocks) {
    this.schedule = schedule;
    this.runner = runner;
    this.news = news;
    this.faults = new OpenFaults<>(clocks);
  }

  /** Lets everything strike that is due when {@code count} messages have been sent. */
  void sent(long count) {
    List<Fault> due = schedule.due(count);
    faults.expect(due.size());
    due.forEach(fault -> striker.execute(() -> strike(fault)));
  }

  private void strike(Fault fault) {
    try {
      FaultRunner.Struck struck = runner.strike(fault);
      faults.begin(fault, other -> true, Duration.ZERO);
      news.accept(
          "%s: %d sessions claimed, %d messages in hand"
              .formatted(fault, struck.strike().claimed().size(), struck.strike().inHand()));
      var unused =
          healers.schedule(
              () -> heal(fault, struck), fault.length().toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException | RuntimeException e) {
      faults.end(fault, null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void heal(Fault fault, FaultRunner.Struck struck) {
    try {
      struck.cure().heal();
      news.accept(fault + ": healed");
      faults.end(fault, struck.strike(), null);
    } catch (IOException | TimeoutException | RuntimeException e) {
      faults.end(fault, null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The faults, with a strike for each that is healed. */
  OpenFaults<Strike> faults() {
    return faults;
  }

  @Override
  public void close() {
    striker.shutdownNow();
    healers.shutdownNow();
  }
}
