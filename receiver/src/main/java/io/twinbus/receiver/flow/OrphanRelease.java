package io.twinbus.receiver.flow;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.Stamp;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases the claims of workers that died in a process that lives, for nobody else can tell such a
 * claim from work:
 *
 * <ol>
 *   <li>It lets the dead worker's handler calls return, within a bound.
 *   <li>It reads the record. Under the worker's claim: it replaces it, released. Under another
 *       claim: somebody was faster, and nothing is left to do.
 *   <li>Whatever else it sees (no answer, a conflict, a record without an owner: the worker's claim
 *       may still be on its way) it looks again, up to {@value #LOOKS} times, a second apart.
 *   <li>Then nobody answers for the claim any more; should it land even later, whoever meets it in
 *       this process claims the session anew.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class OrphanRelease {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanRelease.class);
  private static final int LOOKS = 10;
  private static final Duration APART = Duration.ofSeconds(1);

  private final SessionStore store;
  private final Bounded bounded;
  private final ClaimRegistry claims;
  private final Setting setting;

  /** The clock, timer and random source to use, and how long handler calls may take to return. */
  record Setting(
      Clocks clocks, ScheduledExecutorService timer, Random random, Duration handlerGrace) {}

  /** A claim to release; {@code seen}: a read has shown it. */
  private record Orphan(SessionId session, ClaimId claim, boolean seen) {}

  OrphanRelease(SessionStore store, Bounded bounded, ClaimRegistry claims, Setting setting) {
    this.store = store;
    this.bounded = bounded;
    this.claims = claims;
    this.setting = setting;
  }

  /** Releases {@code claim} of the dead worker {@code who} once its calls have returned. */
  void release(WorkerIdentity who, ClaimId claim, CompletableFuture<Void> callsReturned) {
    var unused =
        callsReturned
            .copy()
            .orTimeout(setting.handlerGrace().toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete((done, late) -> look(new Orphan(who.session(), claim, false), LOOKS));
  }

  private void look(Orphan orphan, int left) {
    if (left == 0) {
      LOG.warn(
          "The claim {} on session {} was not seen in the ledger: should it still land, this process"
              + " claims the session anew when it meets it.",
          orphan.claim(),
          orphan.session());
      claims.unserve(orphan.claim());
      return;
    }
    var unused =
        bounded
            .read(() -> store.read(orphan.session()))
            .thenCompose(seen -> releaseIn(seen, orphan))
            .thenAccept(
                next -> {
                  if (next.isEmpty()) {
                    claims.unserve(orphan.claim());
                  } else {
                    lookLater(next.get(), left - 1);
                  }
                });
  }

  private void lookLater(Orphan orphan, int left) {
    try {
      var unused =
          setting
              .timer()
              .schedule(() -> look(orphan, left), APART.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      claims.unserve(orphan.claim()); // the process ends, and its lease runs out
    }
  }

  /** What is left to look for; empty when the claim cannot stand any more. */
  private CompletionStage<Optional<Orphan>> releaseIn(ReadOutcome seen, Orphan orphan) {
    if (!(seen instanceof ReadOutcome.Found found)) {
      return CompletableFuture.completedFuture(Optional.of(orphan));
    }
    SessionRecord record = found.record();
    if (!record.custody().isHeldBy(orphan.claim())) {
      boolean settled = orphan.seen() || record.custody().owner() != null;
      return CompletableFuture.completedFuture(settled ? Optional.empty() : Optional.of(orphan));
    }
    SessionRecord released =
        new SessionRecord(
            record.session(),
            record.custody().released(),
            record.progress(),
            Stamp.of(WriteId.random(setting.random()), setting.clocks().now().wall()));
    Orphan onRecord = new Orphan(orphan.session(), orphan.claim(), true);
    return bounded
        .write(() -> store.replace(released, found.version()))
        .thenApply(
            outcome ->
                outcome instanceof WriteOutcome.Written
                    ? Optional.<Orphan>empty()
                    : Optional.of(onRecord));
  }
}
