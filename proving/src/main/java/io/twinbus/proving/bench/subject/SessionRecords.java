package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.proving.bench.BenchStage;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records of many sessions for operators to look at, one in {@value #BLOCKED_EVERY} of them
 * BLOCKED.
 *
 * @param count how many
 */
record SessionRecords(int count) {

  /** Every such one is BLOCKED. */
  static final int BLOCKED_EVERY = 200;

  /** The first session's id. */
  static final String FIRST = "session-000000";

  private static final int AT_ONCE = 32;
  private static final int TRIES = 5;
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** How many are BLOCKED. */
  int blocked() {
    return (count + BLOCKED_EVERY - 1) / BLOCKED_EVERY;
  }

  /**
   * Writes them.
   *
   * @throws IllegalStateException when the ledger did not take all
   */
  void run(BenchStage stage, CosmosLedger ledger) throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    AtomicInteger written = new AtomicInteger();
    for (int number = 0; number < count; number++) {
      places.acquire();
      var unused =
          create(ledger, record(number), TRIES)
              .whenComplete(
                  (isThere, failure) -> {
                    if (Boolean.TRUE.equals(isThere)) {
                      written.incrementAndGet();
                    }
                    places.release();
                  });
      if (number % 1_000 == 0) {
        stage.progress().show("%,d sessions written".formatted(number));
      }
    }
    places.acquire(AT_ONCE);
    if (written.get() != count) {
      throw new IllegalStateException(
          "Only %d of %d sessions were written.".formatted(written.get(), count));
    }
  }

  /** Whether the record is there; a conflict is one's own create, whose answer came too late. */
  private static CompletionStage<Boolean> create(
      CosmosLedger ledger, SessionRecord record, int tries) {
    return ledger
        .sessions()
        .create(record)
        .thenCompose(
            outcome ->
                outcome instanceof WriteOutcome.Unknown && tries > 1
                    ? create(ledger, record, tries - 1)
                    : CompletableFuture.completedStage(!(outcome instanceof WriteOutcome.Unknown)));
  }

  private static SessionRecord record(int number) {
    Block block =
        new Block("All 10 attempts failed; the last one said: sink is down", "m-1", "east/a", NOW);
    boolean isBlocked = number % BLOCKED_EVERY == 0;
    Custody custody =
        new Custody(
            isBlocked ? SessionStatus.BLOCKED : SessionStatus.IDLE,
            null,
            number + 1L,
            isBlocked ? block : null);
    return SessionRecord.first(
        new SessionId("session-%06d".formatted(number)),
        custody,
        WriteMark.of(new WriteId("w-" + number), NOW));
  }
}
