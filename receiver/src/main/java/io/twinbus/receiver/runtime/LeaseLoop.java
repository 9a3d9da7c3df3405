package io.twinbus.receiver.runtime;

import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.rules.LeaseStep;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shell around an incarnation's {@link LeaseRenewal}: does what it says, when it says so.
 *
 * <p>It has a thread of its own, so that no amount of work makes a beat late. Thread-safe.
 */
final class LeaseLoop {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseLoop.class);

  private final LeaseRenewal keeper;
  private final LeaseStore store;
  private final Setting setting;
  private final Listener listener;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private boolean held;
  private boolean troubled;
  private @Nullable ScheduledFuture<?> rest;

  /**
   * What it runs on.
   *
   * @param thread the thread that runs the loop
   * @param clocks the present
   * @param bounded how long an operation on the ledger may take
   */
  record Setting(ScheduledExecutorService thread, Clocks clocks, Bounded bounded) {}

  /** Learns what becomes of the lease; each at most once. */
  interface Listener {

    /** The lease holds for the first time. */
    void held();

    /** The lease is lost, for good. */
    void lost(String why);
  }

  LeaseLoop(LeaseRenewal keeper, LeaseStore store, Setting setting, Listener listener) {
    this.keeper = keeper;
    this.store = store;
    this.setting = setting;
    this.listener = listener;
  }

  void start() {
    run(this::step);
  }

  /** No more beats; the document runs out. */
  void stop() {
    stopped.set(true);
  }

  private void step() {
    if (stopped.get()) {
      return;
    }
    LeaseStep step = keeper.poll(now());
    while (!(step instanceof LeaseStep.Rest) && !(step instanceof LeaseStep.Lost)) {
      ask(step);
      step = keeper.poll(now()); // while it asks, it rests until the answer or its end
    }
    if (step instanceof LeaseStep.Lost lost) {
      if (stopped.compareAndSet(false, true)) {
        listener.lost(lost.why());
      }
    } else {
      restUntil(((LeaseStep.Rest) step).until());
    }
  }

  private void ask(LeaseStep step) {
    if (step instanceof LeaseStep.Create create) {
      var unused =
          setting
              .bounded()
              .write(() -> store.create(create.lease()))
              .thenAccept(outcome -> run(() -> written(outcome)));
    } else if (step instanceof LeaseStep.Replace replace) {
      var unused =
          setting
              .bounded()
              .write(() -> store.replace(replace.lease(), replace.version()))
              .thenAccept(outcome -> run(() -> written(outcome)));
    } else {
      var unused =
          setting
              .bounded()
              .<InstanceLease>read(() -> store.read(keeper.instance()))
              .thenAccept(
                  outcome ->
                      run(
                          () -> {
                            keeper.onRead(outcome, now());
                            step();
                          }));
    }
  }

  private void written(WriteOutcome outcome) {
    keeper.onWritten(outcome, now());
    if (outcome instanceof WriteOutcome.Unknown unknown && !troubled) {
      Duration margin = keeper.marginAt(now().monotonic());
      LOG.warn(
          "The lease of instance {} may not have been written ({}): it is written again and again;"
              + " without success no handler runs after {} ms.",
          keeper.instance(),
          unknown.why(),
          Math.max(0, margin.toMillis()));
    } else if (outcome instanceof WriteOutcome.Written
        && troubled
        && keeper.holdsAt(now().monotonic())) {
      LOG.info("The lease of instance {} is renewed again.", keeper.instance());
    }
    troubled = outcome instanceof WriteOutcome.Unknown;
    if (!held && keeper.holdsAt(now().monotonic())) {
      held = true;
      listener.held();
    }
    step();
  }

  private void restUntil(MonotonicTime until) {
    if (rest != null) {
      rest.cancel(false);
    }
    long nanos = Math.max(0, until.since(now().monotonic()).toNanos());
    rest = setting.thread().schedule(this::guarded, nanos, TimeUnit.NANOSECONDS);
  }

  private void guarded() {
    guard(this::step);
  }

  private void run(Runnable task) {
    try {
      setting.thread().execute(() -> guard(task));
    } catch (RejectedExecutionException e) {
      stopped.set(true); // the process ends
    }
  }

  /** Without beats the instance must not work on: a defect here ends it like a lost lease. */
  private void guard(Runnable task) {
    try {
      task.run();
    } catch (RejectedExecutionException e) {
      stopped.set(true); // the process ends
    } catch (RuntimeException | Error e) {
      LOG.error("The lease of instance {} cannot be kept: it stops.", keeper.instance(), e);
      keeper.giveUp("its lease could not be kept");
      if (stopped.compareAndSet(false, true)) {
        listener.lost("its lease could not be kept");
      }
    }
  }

  private Now now() {
    return setting.clocks().now();
  }
}
