package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What follows when a write of the session's record stands, or another one was faster. */
class LandedWritesTest {

  private static final RegionName WEST = new RegionName("west");
  private static final StreamId SECOND = new StreamId("t");

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aCommitIsToldOfAndAClaimIsNone() {
    driver.deliver(1, 0);
    assertThat(driver.facts(WorkerFact.Committed.class)).isEmpty();

    driver.completes();

    assertThat(driver.facts(WorkerFact.Committed.class))
        .containsExactly(new WorkerFact.Committed(1));
  }

  @Test
  void aDeadLetterThatIsWrittenIsToldOfAsAnEnd() {
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.DeadLetter("NoSuchOrder", "order 7 is unknown"));

    assertThat(driver.facts(WorkerFact.Ended.class))
        .extracting(WorkerFact.Ended::state)
        .containsExactly(EndState.DEAD);
  }

  @Test
  void aReleaseIsToldOf() {
    driver.deliver(1, 0);
    driver.completes();

    driver.tick(Duration.ofSeconds(2));

    assertThat(driver.facts(WorkerFact.Released.class)).hasSize(1);
  }

  @Test
  void aClaimThatLandsLateIsKeptForItsWholeLinger() {
    driver.nextWrites.add(new WriteOutcome.Unknown("reply lost after commit"));
    driver.deliver(1, 0);
    driver.beside(record -> record.withProgress(skipped(1)).withStamp(stamp("operator")));

    driver.tick(Duration.ofSeconds(3)); // only now it hears that it has the claim
    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
    driver.tick(Duration.ofSeconds(2));

    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void afterATakeoverTheStartOfAStreamsFirstMessageIsWritten() {
    takeOver();

    driver.deliver(SECOND, 1, 0, WEST);

    assertThat(onRecord().progress().suspect(SECOND, 1).orElseThrow().started()).isTrue();
    assertThat(driver.started()).containsExactly(1L, 1L);
  }

  @Test
  void afterATakeoverAStreamsSecondMessageIsNoSuspect() {
    takeOver();
    driver.deliver(SECOND, 1, 0, WEST);
    driver.completes();

    driver.deliver(SECOND, 2, 1, WEST);

    assertThat(driver.started()).containsExactly(1L, 1L, 2L);
    assertThat(onRecord().progress().suspects()).isEmpty();
  }

  @Test
  void aReportOverADeadOwnerIsToldOf() {
    driver.record = record(Progress.NONE);
    driver.judgement = OwnerState.DEAD;
    driver.deliver(2, 1);

    driver.tick(Duration.ofSeconds(30));
    driver.tick(Duration.ofSeconds(1));

    assertThat(onRecord().custody().owner()).isNull();
    assertThat(driver.facts(WorkerFact.GapReported.class))
        .containsExactly(new WorkerFact.GapReported(STREAM, 0, 2));
  }

  @Test
  void aGapThatIsSkippedIsToldOf() {
    skipUpToTwo();

    assertThat(driver.facts(WorkerFact.GapSkipped.class))
        .containsExactly(new WorkerFact.GapSkipped(STREAM, 1, 2));
  }

  @Test
  void aSessionThatSkipsAGapHasMoved() {
    skipUpToTwo();

    driver.tick(Duration.ofSeconds(59));
    assertThat(driver.facts(WorkerFact.Stuck.class)).isEmpty();
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.facts(WorkerFact.Stuck.class)).hasSize(1);
  }

  @Test
  void aSessionThatIsHeldInPlaceOfAClaimIsToldOfAsBlocked() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.judgement = OwnerState.DEAD;
    driver.record = record(SuspectRule.aboutToStart(Progress.NONE, new Position(STREAM, 1, 0)));

    driver.deliver(STREAM, 1, 0, WEST);

    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(driver.facts(WorkerFact.Blocked.class)).hasSize(1);
  }

  @Test
  void aSessionThatIsBlockedUnderItsClaimIsToldOf() {
    blockWhileACallIsOut();

    assertThat(driver.facts(WorkerFact.Blocked.class)).hasSize(1);
  }

  @Test
  void aBlockedSessionsCallIsNotWaitedForAnyLonger() {
    blockWhileACallIsOut();

    assertThat(driver.worker.isAtWork()).isFalse();
  }

  @Test
  void aCallThatDidNotReturnIsToldOfAsFailedAndRepeatedAfterItsBackOff() {
    driver.deliver(1, 0);

    passTheGrace();

    assertThat(driver.facts(WorkerFact.AttemptFailed.class)).hasSize(1);
    assertThat(driver.calls()).isEqualTo(1);
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.calls()).isEqualTo(2);
  }

  @Test
  void aCallThatCompletesWhileItsClaimIsRenewedHasEndedWell() {
    driver.deliver(1, 0);
    driver.ledgerAnswers = false;
    passTheGrace();
    driver.completes();

    driver.answerNow();

    assertThat(driver.settled()).containsExactly("s-1 Complete");
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.calls()).isEqualTo(1);
  }

  @Test
  void aCallThatFailsWhileItsClaimIsRenewedCountsOnce() {
    driver.deliver(1, 0);
    driver.ledgerAnswers = false;
    passTheGrace();
    driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));

    driver.answerNow();

    assertThat(onRecord().progress().failures(STREAM, 1)).isEqualTo(1);
    assertThat(driver.facts(WorkerFact.AttemptFailed.class)).hasSize(1);
  }

  @Test
  void aWorkerWhoseClaimWasTakenTellsThatItIsFenced() {
    driver.deliver(1, 0);
    driver.beside(
        record -> record.withCustody(record.custody().claimedBy(OTHER)).withStamp(stamp("other")));

    driver.completes();

    assertThat(driver.facts(WorkerFact.Fenced.class)).hasSize(1);
  }

  @Test
  void streamsThatLeaveTheRecordAreToldOf() {
    driver = new WorkerDriver(threeStreams());

    runOneOf("a", "b", "c");

    assertThat(driver.facts(WorkerFact.StreamsCooled.class))
        .containsExactly(new WorkerFact.StreamsCooled(3));
  }

  @Test
  void aStreamThatLeavesOnceMoreIsLookedUpAnew() {
    driver = new WorkerDriver(threeStreams());
    runOneOf("a", "b", "c");
    driver.deliver(new StreamId("a"), 2, 1, EAST);
    driver.completes();
    runOneOf("d", "e");
    assertThat(onRecord().progress().cursors()).isEmpty();

    driver.deliver(new StreamId("a"), 2, 1, EAST);

    assertThat(driver.started()).as("the second copy does not run").containsOnlyOnce(2L);
  }

  /** The message of a dead worker is taken over and ends. */
  private void takeOver() {
    driver.record = record(Progress.NONE);
    driver.judgement = OwnerState.DEAD;
    driver.deliver(STREAM, 1, 0, WEST);
    driver.completes();
  }

  /** The other region holds message 3, this one 5; after ten seconds this one skips 1 and 2. */
  private void skipUpToTwo() {
    driver =
        new WorkerDriver(
            FlowSettings.ofDefaults()
                .withGaps(
                    new FlowSettings.Gaps(
                        FlowSettings.GapPolicy.SKIP,
                        Duration.ofSeconds(10),
                        Horizon.ofDefaults())));
    driver.deliver(5, 4);
    driver.tick(Duration.ofSeconds(30));
    driver.tick(Duration.ofSeconds(1));
    driver.beside(
        record ->
            record
                .withProgress(GapRule.reported(record.progress(), STREAM, WEST, 3, Instant.EPOCH))
                .withStamp(stamp("west")));
    for (int i = 0; i < 20 && onRecord().progress().cursor(STREAM) == 0; i++) {
      driver.tick(Duration.ofSeconds(1));
    }
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(2);
  }

  private void blockWhileACallIsOut() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.deliver(1, 0);
    passTheGrace();
    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
  }

  /** The call in hand is cancelled, and does not return in time. */
  private void passTheGrace() {
    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5));
  }

  private void runOneOf(String... streams) {
    for (String stream : streams) {
      driver.deliver(new StreamId(stream), 1, 0, EAST);
      driver.completes();
    }
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }

  private static FlowSettings threeStreams() {
    return FlowSettings.ofDefaults()
        .withRecords(new FlowSettings.Records(ClaimScope.SESSION, 256, 3));
  }

  private static SessionRecord record(Progress progress) {
    Custody custody = new Custody(SessionStatus.WORKING, OTHER, 100, null);
    return SessionRecord.first(SESSION, custody, stamp("w")).withProgress(progress);
  }

  private static Progress skipped(long seq) {
    return ProgressRule.ended(
        Progress.NONE, new Position(STREAM, seq, seq - 1), EndState.SKIPPED, "ann", Instant.EPOCH);
  }

  private static WriteMark stamp(String writeId) {
    return WriteMark.of(new WriteId(writeId), Instant.EPOCH);
  }
}
