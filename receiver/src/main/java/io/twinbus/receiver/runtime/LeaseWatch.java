package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all leases again and again, and says whose owner has just been judged dead and what
 * operators want of the regions.
 *
 * <p>A read begins a second after the one before has ended, so there is never more than one.
 * Thread-safe.
 */
final class LeaseWatch {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);
  private static final Duration APART = Duration.ofSeconds(1);

  private final FailureDetector board;
  private final LeaseStore store;
  private final LeaseLoop.Setting setting;
  private final Listener listener;
  private final Alarm alarm;
  private volatile boolean stopped;
  private volatile @Nullable MonotonicTime answeredAt;
  private volatile String trouble = "";

  /** Learns what a read has shown. */
  interface Listener {

    /** These owners have just been judged dead. */
    void dead(Set<InstanceId> instances);

    /** What operators want; after every read that succeeded. */
    void directed(Optional<Directive> directive);
  }

  LeaseWatch(
      FailureDetector board, LeaseStore store, LeaseLoop.Setting setting, Listener listener) {
    this.board = board;
    this.store = store;
    this.alarm = new Alarm(setting.thread(), setting.clocks(), this::look);
    this.setting = setting;
    this.listener = listener;
  }

  void start() {
    look();
  }

  void stop() {
    stopped = true;
    alarm.clear();
  }

  /** Why the ledger seems out of reach; empty when its latest read succeeded. */
  String trouble() {
    return answeredAt == null && trouble.isEmpty() ? "not read yet" : trouble;
  }

  private void look() {
    if (stopped) {
      return;
    }
    Clocks clocks = setting.clocks();
    MonotonicTime begun = clocks.now().monotonic();
    var unused =
        setting
            .bounded()
            .leases(store::readAll)
            .thenAccept(
                outcome -> {
                  MonotonicTime ended = clocks.now().monotonic();
                  try {
                    seen(outcome, begun, ended);
                  } catch (RuntimeException | Error e) {
                    LOG.error("A read of the leases could not be judged: it is read again.", e);
                  }
                  if (!stopped) {
                    alarm.set(ended.plus(APART));
                  }
                });
  }

  private void seen(LeasesOutcome outcome, MonotonicTime begun, MonotonicTime ended) {
    Set<InstanceId> dead = board.onRead(outcome, begun, ended);
    if (outcome instanceof LeasesOutcome.Unknown unknown) {
      trouble = unknown.why();
    } else {
      trouble = "";
      answeredAt = ended;
      listener.directed(((LeasesOutcome.Found) outcome).directive());
    }
    if (!dead.isEmpty()) {
      listener.dead(dead);
    }
  }
}
