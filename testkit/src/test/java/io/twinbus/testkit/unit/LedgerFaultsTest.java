package io.twinbus.testkit.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.testkit.ledger.InMemoryLedger;
import io.twinbus.testkit.ledger.faults.DropReply;
import io.twinbus.testkit.ledger.faults.DropRequest;
import io.twinbus.testkit.ledger.faults.FaultSchedule;
import io.twinbus.testkit.ledger.faults.FaultySessionStore;
import io.twinbus.testkit.ledger.faults.Hold;
import io.twinbus.testkit.ledger.faults.LandLate;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class LedgerFaultsTest {

  private static final SessionRecord RECORD =
      SessionRecord.first(
          new SessionId("s"),
          new Custody(SessionStatus.IDLE, null, 1, null),
          WriteMark.of(new WriteId("w"), Instant.EPOCH));

  private final InMemoryLedger ledger = new InMemoryLedger();
  private final FaultSchedule faults = new FaultSchedule();
  private final SessionStore store = new FaultySessionStore(ledger.sessions(), faults);

  @Test
  void aDroppedRequestWritesNothing() {
    faults.strikeWrite(new DropRequest());

    assertThat(now(store.create(RECORD))).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(ledger.snapshot()).isEmpty();
  }

  @Test
  void aDroppedReplyHasWritten() {
    faults.strikeWrite(new DropReply());

    assertThat(now(store.create(RECORD))).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(ledger.snapshot()).containsExactly(RECORD);
  }

  @Test
  void aHeldWriteWaitsWithItsCaller() {
    Hold hold = new Hold();
    faults.strikeWrite(hold);

    CompletableFuture<WriteOutcome> write = store.create(RECORD).toCompletableFuture();
    assertThat(write).isNotDone();
    assertThat(ledger.snapshot()).isEmpty();
    hold.release();

    assertThat(write.join()).isInstanceOf(WriteOutcome.Written.class);
  }

  @Test
  void aLateWriteLandsBehindItsCallersBack() {
    LandLate late = new LandLate();
    faults.strikeWrite(late);

    assertThat(now(store.create(RECORD))).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(now(store.read(RECORD.session()))).isInstanceOf(ReadOutcome.Absent.class);
    assertThat(now(late.land())).isInstanceOf(WriteOutcome.Written.class);

    assertThat(now(store.read(RECORD.session()))).isInstanceOf(ReadOutcome.Found.class);
    assertThat(now(store.create(RECORD))).isInstanceOf(WriteOutcome.Conflict.class);
  }

  @Test
  void aLateWriteThatNobodyIssuedCannotLand() {
    assertThatThrownBy(() -> new LandLate().land()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFaultStrikesOneOperationOfItsKind() {
    faults.strikeRead(new DropReply());

    assertThat(now(store.create(RECORD))).isInstanceOf(WriteOutcome.Written.class);
    assertThat(now(store.read(RECORD.session()))).isInstanceOf(ReadOutcome.Unknown.class);
    assertThat(now(store.read(RECORD.session()))).isInstanceOf(ReadOutcome.Found.class);
  }

  @Test
  void healedFaultsDoNotStrike() {
    faults.strikeWrite(new DropRequest());
    faults.heal();

    assertThat(now(store.create(RECORD))).isInstanceOf(WriteOutcome.Written.class);
  }

  private static <T> T now(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
