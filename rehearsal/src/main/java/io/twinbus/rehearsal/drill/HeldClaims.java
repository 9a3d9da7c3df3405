package io.twinbus.rehearsal.drill;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.verify.LedgerRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Waits until no session is claimed by anybody who may be alive.
 *
 * <p>Owners are judged as receivers judge them, by a {@link FailureDetector} that reads all leases
 * once a second: dead is who has shown no beat for a whole lease. So whatever it takes for
 * abandoned, a receiver with the session's next message would take over. For one thread.
 */
public final class HeldClaims {

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final CosmosLedger ledger;
  private final Clocks clocks;
  private final FailureDetector board = new FailureDetector(LeaseTimes.ofDefaults().lease());

  /** What is left: all records, and the claims in them. */
  public record Left(List<SessionRecord> records, ClaimsLeft claims) {}

  /** The claims in {@code ledger}. */
  public HeldClaims(CosmosLedger ledger, Clocks clocks) {
    this.ledger = ledger;
    this.clocks = clocks;
  }

  /**
   * Waits until nobody who may be alive holds a session, at most {@code bound}.
   *
   * @throws CommandFailure when the ledger could not be read until then
   */
  public Left await(Duration bound) throws InterruptedException {
    MonotonicTime end = now().plus(bound);
    while (true) {
      boolean isLast = now().isAtOrAfter(end);
      try {
        Left left = look();
        if (isLast || left.claims().held().isEmpty()) {
          return left;
        }
      } catch (CommandFailure e) {
        if (isLast) {
          throw e;
        }
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
    }
  }

  private Left look() {
    MonotonicTime begun = now();
    var unused = board.onRead(Answers.await(ledger.instances().leases().readAll()), begun, now());
    List<SessionRecord> records = new ArrayList<>();
    LedgerRecords.readAll(ledger.queries(), records::add);
    return new Left(records, ClaimsLeft.in(records, board::isDead));
  }

  private MonotonicTime now() {
    return clocks.now().monotonic();
  }
}
