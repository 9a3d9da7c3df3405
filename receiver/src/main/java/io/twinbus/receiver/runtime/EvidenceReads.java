package io.twinbus.receiver.runtime;

import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.health.CallsElsewhere;
import io.twinbus.receiver.health.HandlerHealth;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the vitals of the other instances while {@link HandlerHealth} doubts the handler, and tells
 * it when calls ended well there: one read at a time, and one in {@link #APART}. A read that fails
 * is made up for by the next.
 *
 * <p>Its rounds come one after the other; an answer may come on any thread.
 */
final class EvidenceReads {

  private static final Logger LOG = LoggerFactory.getLogger(EvidenceReads.class);

  /** An instance writes its vitals every ten seconds. */
  private static final Duration APART = Duration.ofSeconds(5);

  private final CallsElsewhere elsewhere;
  private final VitalsStore store;
  private final HandlerHealth health;
  private final LeaseLoop.Setting setting;
  private final AtomicBoolean isReading = new AtomicBoolean();
  private @Nullable MonotonicTime readAt;

  EvidenceReads(
      CallsElsewhere elsewhere,
      VitalsStore store,
      HandlerHealth health,
      LeaseLoop.Setting setting) {
    this.elsewhere = elsewhere;
    this.store = store;
    this.health = health;
    this.setting = setting;
  }

  /** Reads if a read is due. */
  void round(MonotonicTime now) {
    MonotonicTime last = readAt;
    boolean isDue = last == null || now.isAtOrAfter(last.plus(APART));
    if (isDue && health.seeksEvidence(now) && isReading.compareAndSet(false, true)) {
      readAt = now;
      var unused = setting.bounded().vitals(store::readAll).thenAccept(found -> read(found, now));
    }
  }

  private void read(VitalsOutcome outcome, MonotonicTime begun) {
    try {
      if (outcome instanceof VitalsOutcome.Found found) {
        elsewhere.onRead(found.vitals(), begun).ifPresent(health::endedWellElsewhere);
      }
    } catch (RuntimeException e) {
      LOG.error("The vitals of other instances could not be judged: they are read again.", e);
    } finally {
      isReading.set(false);
    }
  }
}
