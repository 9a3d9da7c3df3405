package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.LeaseReads;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads leases and the directive when {@link LeaseReads} says so; says whose owner has just been
 * judged dead and what operators want of the regions.
 *
 * <p>There is never more than one read of leases under way. Thread-safe.
 */
final class LeaseWatch {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final FailureDetector detector;
  private final LeaseReads reads;
  private final InstanceStores stores;
  private final LeaseLoop.Setting setting;
  private final Listener listener;
  private final Alarm alarm;
  private volatile boolean stopped;
  private volatile @Nullable MonotonicTime answeredAt;
  private volatile String trouble = "";

  /** What the reads are for: the detector, and how long an instance may show no beat. */
  record Observed(FailureDetector detector, Duration lease) {}

  /** Learns what a read has shown. */
  interface Listener {

    /** These owners have just been judged dead. */
    void dead(Set<InstanceId> instances);

    /** What operators want; after every read of the directive that succeeded. */
    void directed(Optional<Directive> directive);
  }

  LeaseWatch(
      Observed observed, InstanceStores stores, LeaseLoop.Setting setting, Listener listener) {
    this.detector = observed.detector();
    this.reads = new LeaseReads(detector, observed.lease(), setting.clocks().now().monotonic());
    this.stores = stores;
    this.setting = setting;
    this.listener = listener;
    this.alarm = new Alarm(setting.thread(), setting.clocks(), this::watch);
  }

  void start() {
    watch();
  }

  void stop() {
    stopped = true;
    alarm.clear();
  }

  /** Why the ledger seems out of reach; empty when its latest read of all leases succeeded. */
  String trouble() {
    return answeredAt == null && trouble.isEmpty() ? "not read yet" : trouble;
  }

  /** Without it no dead instance would be judged: whatever happens, it looks again. */
  private void watch() {
    try {
      look();
    } catch (RuntimeException | Error e) {
      LOG.error("The leases could not be looked at: they are looked at again.", e);
      trouble = String.valueOf(e);
      if (!stopped) {
        alarm.set(now().plus(AFTER_FAILURE));
      }
    }
  }

  private void look() {
    if (stopped) {
      return;
    }
    MonotonicTime begun = now();
    LeaseReads.Next next = reads.next(begun);
    if (next instanceof LeaseReads.All all) {
      readAll(begun, all.withDirective());
    } else if (next instanceof LeaseReads.Some some) {
      var unused =
          setting
              .bounded()
              .beats(() -> stores.leases().readSome(some.instances()))
              .thenAccept(
                  outcome ->
                      judged(() -> tell(detector.onRead(some.instances(), outcome, begun, now()))));
    } else {
      alarm.set(((LeaseReads.Rest) next).until());
    }
  }

  private void readAll(MonotonicTime begun, boolean withDirective) {
    CompletableFuture<Optional<ReadOutcome<Directive>>> directive =
        withDirective
            ? setting.bounded().read(stores.directives()::read).thenApply(Optional::of)
            : CompletableFuture.completedFuture(Optional.empty());
    var unused =
        setting
            .bounded()
            .beats(stores.leases()::readAll)
            .thenAcceptBoth(
                directive,
                (beats, wanted) ->
                    judged(
                        () -> {
                          seen(beats, begun, now());
                          wanted.ifPresent(this::directed);
                        }));
  }

  private void judged(Runnable judgement) {
    try {
      judgement.run();
    } catch (RuntimeException | Error e) {
      LOG.error("A read of the leases could not be judged: it is read again.", e);
    }
    if (!stopped) {
      alarm.set(now());
    }
  }

  private void seen(BeatsOutcome outcome, MonotonicTime begun, MonotonicTime ended) {
    Set<InstanceId> dead = detector.onRead(outcome, begun, ended);
    if (outcome instanceof BeatsOutcome.Unknown unknown) {
      trouble = unknown.why();
    } else {
      trouble = "";
      answeredAt = ended;
    }
    tell(dead);
  }

  private void tell(Set<InstanceId> dead) {
    if (!dead.isEmpty()) {
      listener.dead(dead);
    }
  }

  private void directed(ReadOutcome<Directive> outcome) {
    if (outcome instanceof ReadOutcome.Found<Directive> found) {
      listener.directed(Optional.of(found.record()));
    } else if (outcome instanceof ReadOutcome.Absent<Directive>) {
      listener.directed(Optional.empty());
    }
  }

  private MonotonicTime now() {
    Clocks clocks = setting.clocks();
    return clocks.now().monotonic();
  }
}
