package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SessionWorkerTest {

  private static final RegionName WEST = new RegionName("west");

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void aNewSessionAtHomeTakesOneRoundTripBeforeItsHandler() {
    driver.deliver(1, 0);

    assertThat(driver.started()).containsExactly(1L);
    assertThat(driver.writes).isEqualTo(1);
    assertThat(driver.reads).isZero();
  }

  @Test
  void aKnownSessionTakesTwoAndAHeldClaimNone() {
    driver.record = record(idle(), done(1));

    driver.deliver(2, 1);

    assertThat(driver.started()).containsExactly(2L);
    assertThat(driver.reads + driver.writes).isEqualTo(2);
    driver.completes();
    int before = driver.reads + driver.writes;
    driver.deliver(3, 2);
    assertThat(driver.started()).containsExactly(2L, 3L);
    assertThat(driver.reads + driver.writes).isEqualTo(before);
  }

  @Test
  void theNextHandlerStartsWhenTheCommitIsWrittenAndTheCopyIsSettledAfterIt() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);
    driver.ledgerAnswers = false;
    driver.completes();
    assertThat(driver.started()).containsExactly(1L);
    assertThat(driver.settled()).isEmpty();

    driver.answerNow();

    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(driver.started()).containsExactly(1L, 2L);
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(1);
  }

  @Test
  void messagesRunBySeqWhateverTheirArrival() {
    driver.deliver(1, 0);
    driver.deliver(3, 2);
    driver.deliver(2, 1);

    driver.completes();
    driver.completes();
    driver.completes();

    assertThat(driver.started()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aCoveredCopyIsCompletedWithoutAClaim() {
    driver.record = record(working(), done(1));

    driver.deliver(STREAM, 1, 0, WEST);

    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(driver.writes).isZero();
  }

  @Test
  void aCoveredCopyOfADeadMessageIsDeadLetteredToo() {
    Progress dead =
        ProgressRule.ended(
            Progress.NONE, new Position(STREAM, 1, 0), EndState.DEAD, "X", Instant.EPOCH);
    driver.record = record(idle(), dead);

    driver.deliver(STREAM, 1, 0, WEST);

    assertThat(driver.settled()).containsExactly("s-1 DeadLetter");
  }

  @Test
  void aHoleIsClosedBeforeTheHandlerOfItsSuccessorStarts() {
    driver.deliver(1, 0);
    driver.completes();
    driver.ledgerAnswers = false;

    driver.deliver(4, 1);

    assertThat(driver.started()).containsExactly(1L);
    driver.answerNow();
    assertThat(driver.started()).containsExactly(1L, 4L);
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(3);
    driver.deliver(2, 1);
    driver.completes();
    assertThat(driver.settled()).contains("s-2 DeadLetter");
    assertThat(driver.started()).containsExactly(1L, 4L);
  }

  @Test
  void aWindowPartlyFullOfCopiesBehindAGapLooksFurther() {
    for (long seq = 1; seq <= 14; seq++) {
      driver.deliver(seq, seq - 1);
      driver.completes();
    }

    for (long seq = 100; seq < 200; seq++) {
      assertThat(driver.asked()).as("asked for before " + seq).isGreaterThan(driver.delivered());
      driver.deliver(seq, seq - 1);
    }
  }

  @Test
  void aGapIsNoReasonToClaimAndIsReportedPastTheGrace() {
    driver.deliver(2, 1);
    assertThat(driver.writes).isZero();

    driver.tick(Duration.ofSeconds(31));
    driver.tick(Duration.ofSeconds(1));

    assertThat(onRecord().status()).isEqualTo(SessionStatus.PENDING);
    assertThat(onRecord().progress().gap(STREAM).orElseThrow().reports()).containsOnlyKeys(EAST);
    assertThat(driver.started()).isEmpty();
    driver.deliver(1, 0);
    driver.tick(Duration.ofSeconds(1));
    driver.completes();
    driver.completes();
    assertThat(driver.started()).containsExactly(1L, 2L);
    assertThat(onRecord().progress().waiting()).isEmpty();
  }

  @Test
  void aLiveOwnersSessionIsParkedAndLookedAtOnceASecond() {
    driver.record = record(working(), Progress.NONE);

    driver.deliver(1, 0);
    int looks = driver.reads;
    for (int i = 0; i < 20; i++) {
      driver.tick(Duration.ofMillis(100));
    }

    assertThat(driver.started()).isEmpty();
    assertThat(driver.reads - looks).isBetween(1, 2);
    driver.judgement = OwnerState.DEAD;
    driver.hand(new WorkerEvent.RecheckOwner());
    assertThat(driver.started()).containsExactly(1L);
    assertThat(onRecord().token()).isEqualTo(101);
  }

  @Test
  void aClaimWhoseReplyWasLostIsFoundAsOnesOwn() {
    driver.nextWrites.add(new WriteOutcome.Unknown("reply lost after commit"));

    driver.deliver(1, 0);
    driver.tick(Duration.ofMillis(100));

    assertThat(driver.started()).containsExactly(1L);
    assertThat(driver.writes).as("issued again").isEqualTo(2);
  }

  @Test
  void aClaimWhoseReplyWasLostIsFoundEvenIfAnOperatorWroteBeside() {
    driver.nextWrites.add(new WriteOutcome.Unknown("reply lost after commit"));
    driver.deliver(1, 0);
    driver.beside(record -> record.withStamp(stamp("operator")));

    driver.tick(Duration.ofMillis(100));

    assertThat(driver.started()).containsExactly(1L);
  }

  @Test
  void aCommitDroppedBeforeItLandedIsIssuedAgain() {
    driver.deliver(1, 0);
    driver.nextWrites.add(new WriteOutcome.Unknown("dropped before commit"));
    driver.completes();
    assertThat(driver.settled()).isEmpty();

    driver.tick(Duration.ofMillis(100));

    assertThat(driver.settled()).containsExactly("s-1 Complete");
  }

  @Test
  void aWorkerWhoseClaimWasTakenSettlesNothingAndStops() {
    driver.deliver(1, 0);
    driver.beside(
        record -> record.withCustody(record.custody().claimedBy(OTHER)).withStamp(stamp("other")));

    driver.completes();

    assertThat(driver.settled()).isEmpty();
    assertThat(driver.worker.isStopped()).isTrue();
    assertThat(onRecord().custody().owner()).isEqualTo(OTHER);
    assertThat(driver.served).isEmpty();
  }

  @Test
  void anOperatorsBlockIsKeptTheEndedMessageCommittedAndTheClaimReleased() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);
    driver.beside(
        record ->
            record
                .withCustody(
                    new Custody(
                        SessionStatus.BLOCKED,
                        record.custody().owner(),
                        record.token(),
                        new Block("look into it", null, "ann", Instant.EPOCH)))
                .withStamp(stamp("ann")));

    driver.completes();

    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(1);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(onRecord().custody().owner()).isNull();
    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(driver.started()).containsExactly(1L);
  }

  @Test
  void anOperatorsEndStateStands() {
    driver.deliver(1, 0);
    driver.beside(
        record ->
            record
                .withProgress(
                    ProgressRule.ended(
                        record.progress(),
                        new Position(STREAM, 1, 0),
                        EndState.SKIPPED,
                        "ann",
                        Instant.EPOCH))
                .withStamp(stamp("ann")));

    driver.returns(new HandlerOutcome.DeadLetter("X", "x"));

    assertThat(onRecord().progress().endOf(STREAM, 1).orElseThrow().state())
        .isEqualTo(EndState.SKIPPED);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
  }

  @Test
  void anOwnerKeptBusyByOneStreamStepsBackForAnothersGap() {
    StreamId busy = new StreamId("busy");
    driver.deliver(STREAM, 2, 1, EAST);
    driver.deliver(busy, 1, 0, EAST);
    driver.tick(Duration.ofSeconds(1));
    for (int seq = 2; seq <= 40; seq++) {
      driver.deliver(busy, seq, seq - 1, EAST);
      driver.completes();
      driver.tick(Duration.ofSeconds(1));
      if (onRecord().status() == SessionStatus.IDLE) {
        break;
      }
    }

    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(onRecord().progress().gap(STREAM)).isPresent();
    int calls = driver.started().size();
    driver.tick(Duration.ofMillis(900));
    assertThat(driver.started()).as("it stands back").hasSize(calls);
    driver.tick(Duration.ofSeconds(2));
    assertThat(driver.started()).as("and comes in again").hasSizeGreaterThan(calls);
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }

  private static Custody idle() {
    return new Custody(SessionStatus.IDLE, null, 100, null);
  }

  private static Custody working() {
    return new Custody(SessionStatus.WORKING, OTHER, 100, null);
  }

  private static Progress done(long seq) {
    return ProgressRule.ended(
        Progress.NONE, new Position(STREAM, seq, seq - 1), EndState.DONE, "", Instant.EPOCH);
  }

  private static SessionRecord record(Custody custody, Progress progress) {
    return SessionRecord.first(SESSION, custody, stamp("w")).withProgress(progress);
  }

  private static WriteMark stamp(String writeId) {
    return WriteMark.of(new WriteId(writeId), Instant.EPOCH);
  }
}
