package io.twinbus.receiver.runtime;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads which sessions other instances wait for, while this one keeps claims on sessions without
 * work.
 *
 * <ol>
 *   <li>It reads once a second while a queue keeps such claims, and not at all otherwise.
 *   <li>An instance that is judged dead waits for nothing, whatever it has said.
 *   <li>When reads have failed for three seconds, nothing is known: no claim is kept for long.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class WantedReads {

  private static final Logger LOG = LoggerFactory.getLogger(WantedReads.class);

  private static final Duration APART = Duration.ofSeconds(1);
  private static final Duration BELIEVED = Duration.ofSeconds(3);

  private final InstanceId self;
  private final VitalsStore store;
  private final FailureDetector board;
  private final LeaseLoop.Setting setting;
  private final Keeper keeper;
  private final Alarm alarm;
  private volatile Set<SessionDigest> wanted = Set.of();
  private volatile @Nullable MonotonicTime failingSince;
  private volatile boolean stopped;

  /** Keeps claims on sessions without work. */
  interface Keeper {

    /** Whether it keeps any. */
    boolean keepsIdleSessions();

    /** Others wait for sessions: it releases those of them that it keeps. */
    void releaseWanted();
  }

  WantedReads(
      InstanceId self,
      VitalsStore store,
      FailureDetector board,
      LeaseLoop.Setting setting,
      Keeper keeper) {
    this.self = self;
    this.store = store;
    this.board = board;
    this.setting = setting;
    this.keeper = keeper;
    this.alarm = new Alarm(setting.thread(), setting.clocks(), this::look);
  }

  void start() {
    lookAgain();
  }

  void stop() {
    stopped = true;
    alarm.clear();
  }

  /** Whether it is known which sessions others wait for. */
  boolean isKnown() {
    MonotonicTime since = failingSince;
    return since == null || !now().isAtOrAfter(since.plus(BELIEVED));
  }

  /** Whether another instance waits for {@code session} of {@code queue}. */
  boolean isWanted(EntityKey queue, SessionId session) {
    Set<SessionDigest> present = wanted;
    return !present.isEmpty() && present.contains(SessionDigest.of(queue, session));
  }

  private void look() {
    if (stopped) {
      return;
    }
    try {
      if (keeper.keepsIdleSessions()) {
        var unused = setting.bounded().vitals(store::readWanting).thenAccept(this::found);
      } else {
        lookAgain();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("It could not be read which sessions others wait for: it is read again.", e);
      lookAgain();
    }
  }

  private void found(VitalsOutcome outcome) {
    try {
      if (outcome instanceof VitalsOutcome.Found read) {
        failingSince = null;
        wanted = ofOthers(read.vitals());
      } else if (failingSince == null) {
        failingSince = now();
      }
      if (!wanted.isEmpty()) {
        keeper.releaseWanted();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("Sessions that others wait for could not be released: it is tried again.", e);
    } finally {
      lookAgain();
    }
  }

  private Set<SessionDigest> ofOthers(List<InstanceVitals> vitals) {
    return vitals.stream()
        .filter(each -> !each.instance().equals(self) && !board.isDead(each.instance()))
        .flatMap(each -> each.stats().wanted().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private void lookAgain() {
    if (!stopped) {
      alarm.set(now().plus(APART));
    }
  }

  private MonotonicTime now() {
    return setting.clocks().now().monotonic();
  }
}
