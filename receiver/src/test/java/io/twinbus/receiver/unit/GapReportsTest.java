package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a worker without a claim writes about its gaps, and what it waits for meanwhile. */
class GapReportsTest {

  private static final StreamId COLD = new StreamId("cold");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final ReadOutcome<SessionRecord> NO_RECORD = new ReadOutcome.Absent<>();

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aReportIsLoweredAtOnceAlsoWhileALiveOwnerHasTheSession() {
    driver.record = record(working(), reported(done(0), 5));

    driver.deliver(3, 2);

    assertThat(lowestReported()).isEqualTo(3);
    assertThat(onRecord().custody()).isEqualTo(working());
  }

  @Test
  void aDeadOwnersClaimEndsWithTheReport() {
    driver.record = record(working(), done(0));
    driver.judgement = OwnerState.DEAD;

    driver.deliver(2, 1);
    pass(32);

    assertThat(onRecord().status()).isEqualTo(SessionStatus.PENDING);
    assertThat(onRecord().custody().owner()).isNull();
    assertThat(lowestReported()).isEqualTo(2);
  }

  @Test
  void itIsNotParkedWhileALowerReportIsBeingWritten() {
    SessionRecord record = record(idle(), reported(done(0), 5));
    driver.ledgerAnswers = false;
    driver.deliver(3, 2);

    read(new ReadOutcome.Found<>(record, new Version("v0")));

    assertThat(driver.all(WorkerEffect.Replace.class)).hasSize(1);
    assertThat(driver.facts(WorkerFact.Parked.class)).isEmpty();
  }

  @Test
  void whatIsNotAtTheBrokerIsReportedOnlyAfterOneMoreReadOfTheRecord() {
    searchIsOut();
    int reads = driver.all(WorkerEffect.ReadRecord.class).size();
    driver.tick(Duration.ofMillis(500));

    driver.hand(new WorkerEvent.Searched(new SearchOutcome.Absent()));

    assertThat(driver.all(WorkerEffect.ReadRecord.class)).hasSize(reads + 1);
    assertThat(driver.all(WorkerEffect.Create.class)).isEmpty();
    read(NO_RECORD);
    assertThat(driver.all(WorkerEffect.Create.class)).hasSize(1);
  }

  @Test
  void itAsksForNoLookWhileItsReportIsBeingWritten() {
    searchIsOut();
    driver.tick(Duration.ofMillis(500));
    driver.hand(new WorkerEvent.Searched(new SearchOutcome.Absent()));
    driver.tick(Duration.ofMillis(1_600));
    driver.seen.clear();

    read(NO_RECORD);

    assertThat(driver.all(WorkerEffect.Create.class)).hasSize(1);
    assertThat(driver.all(WorkerEffect.WakeAt.class)).isEmpty();
  }

  @Test
  void whileASearchIsOutItLooksAtTheRecordAgainInASecond() {
    driver.deliver(2, 1);
    pass(29);
    driver.ledgerAnswers = false;
    driver.tick(SECOND);

    read(NO_RECORD);

    assertThat(driver.all(WorkerEffect.SearchSession.class)).hasSize(1);
    assertThat(lastWakeUp()).isEqualTo(wakeUpIn(SECOND));
  }

  @Test
  void aReadThatFailsIsMadeAgainAlsoWhileAnotherStreamsDocumentIsBeingRead() {
    BesideRecord beside = BesideRecord.NONE.withMoreCold(1);
    driver.record = record(idle(), done(1).withAnnex(beside));
    driver.deliver(3, 2);
    pass(29);
    driver.messageReadsAnswer = false;
    driver.deliver(COLD, 1, 0, EAST);
    driver.ledgerAnswers = false;
    driver.tick(SECOND);
    read(new ReadOutcome.Found<>(onRecord(), new Version("v0")));
    driver.tick(Duration.ofMillis(500));
    driver.hand(new WorkerEvent.Searched(new SearchOutcome.Absent()));
    driver.tick(Duration.ofMillis(100));

    read(new ReadOutcome.Unknown<>("no answer"));

    assertThat(lastWakeUp()).isEqualTo(wakeUpIn(SECOND));
  }

  @Test
  void aGapThatOnlyALiveOwnerMayReportWaitsForThatOwnerPastTheGrace() {
    driver.record = record(working(), done(0));
    driver.deliver(2, 1);
    pass(29);
    assertThat(parkedFor()).containsExactly(WorkerFact.Parked.Reason.GAP);

    pass(2);

    assertThat(parkedFor())
        .containsExactly(WorkerFact.Parked.Reason.GAP, WorkerFact.Parked.Reason.OWNED_ELSEWHERE);
    assertThat(driver.writes).isZero();
  }

  @Test
  void aSkipNamesTheNumbersThatItPassesOver() {
    driver = skipping(InDoubt.RERUN);
    driver.record = record(idle(), reported(done(1), 4));
    driver.deliver(4, 3);

    pass(95);

    assertThat(driver.facts(WorkerFact.GapSkipped.class))
        .containsExactly(new WorkerFact.GapSkipped(STREAM, 2, 3));
    assertThat(driver.started()).containsExactly(4L);
  }

  @Test
  void whereAStartIsInDoubtTheSessionIsHeldInPlaceOfASkip() {
    driver = skipping(InDoubt.BLOCK);
    Progress started = SuspectRule.aboutToStart(done(1), new Position(new StreamId("other"), 1, 0));
    driver.record = record(idle(), reported(started, 4));
    driver.deliver(4, 3);

    pass(95);

    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(driver.facts(WorkerFact.Blocked.class)).hasSize(1);
    assertThat(driver.facts(WorkerFact.GapSkipped.class)).isEmpty();
  }

  @Test
  void theCursorOfAColdStreamIsInTheRecordBeforeItsGapIsReported() {
    driver.record = record(idle(), done(1).withAnnex(BesideRecord.NONE.withMoreCold(1)));
    driver.messages.put(
        new MessageContent.Cold(
            COLD, new Cursor(6, driver.now().wall()), List.of(), Optional.empty()));

    driver.deliver(COLD, 8, 7, EAST);
    pass(33);
    assertThat(onRecord().progress().cursors()).containsKey(COLD);
    assertThat(driver.facts(WorkerFact.GapReported.class))
        .containsExactly(new WorkerFact.GapReported(COLD, 6, 8));
  }

  /** A gap is past the grace, the record has just been read, and the ledger answers no more. */
  private void searchIsOut() {
    driver.deliver(2, 1);
    pass(29);
    driver.ledgerAnswers = false;
    driver.tick(SECOND);
    read(NO_RECORD);
  }

  private void read(ReadOutcome<SessionRecord> outcome) {
    driver.hand(new WorkerEvent.RecordRead(outcome));
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      driver.tick(SECOND);
    }
  }

  private WorkerEffect.WakeAt lastWakeUp() {
    List<WorkerEffect.WakeAt> all = driver.all(WorkerEffect.WakeAt.class);
    return all.get(all.size() - 1);
  }

  private WorkerEffect.WakeAt wakeUpIn(Duration wait) {
    return new WorkerEffect.WakeAt(driver.now().monotonic().plus(wait));
  }

  private List<WorkerFact.Parked.Reason> parkedFor() {
    return driver.facts(WorkerFact.Parked.class).stream().map(WorkerFact.Parked::reason).toList();
  }

  private long lowestReported() {
    return Objects.requireNonNull(
            onRecord().progress().gap(STREAM).orElseThrow().reports().get(EAST))
        .lowestHeld();
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }

  /** A worker that passes over a gap when its region's report has stood for a minute. */
  private static WorkerDriver skipping(InDoubt inDoubt) {
    FlowSettings defaults = FlowSettings.ofDefaults();
    FlowSettings.Attempts attempts = defaults.attempts();
    return new WorkerDriver(
        defaults
            .withAttempts(
                new FlowSettings.Attempts(
                    attempts.max(),
                    attempts.backoff(),
                    attempts.handlerTimeout(),
                    attempts.onPoison(),
                    inDoubt))
            .withGaps(
                new FlowSettings.Gaps(
                    FlowSettings.GapPolicy.SKIP, Duration.ofMinutes(1), Horizon.ofDefaults())));
  }

  private static Custody idle() {
    return new Custody(SessionStatus.IDLE, null, 100, null);
  }

  private static Custody working() {
    return new Custody(SessionStatus.WORKING, OTHER, 100, null);
  }

  /** All up to that number has ended. */
  private static Progress done(long seq) {
    return seq == 0
        ? Progress.NONE
        : ProgressRule.ended(
            Progress.NONE, new Position(STREAM, seq, seq - 1), EndState.DONE, "", Instant.EPOCH);
  }

  /** The region of this worker waits, and holds nothing lower than that. */
  private static Progress reported(Progress progress, long lowest) {
    return GapRule.reported(progress, STREAM, EAST, lowest, Instant.EPOCH);
  }

  private static SessionRecord record(Custody custody, Progress progress) {
    WriteMark stamp = WriteMark.of(new WriteId("w"), Instant.EPOCH);
    return SessionRecord.first(SESSION, custody, stamp).withProgress(progress);
  }
}
