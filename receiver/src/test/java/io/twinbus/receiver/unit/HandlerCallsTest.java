package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.FailureCounts;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What handler calls come to that fail, are cancelled, or end when little time is left. */
class HandlerCallsTest {

  private static final HandlerOutcome.Retry BUSY =
      new HandlerOutcome.Retry("busy", Optional.empty());
  private static final HandlerOutcome NO_ANSWER =
      new HandlerOutcome.EndUnknown("the connection broke", Optional.empty());
  private static final Duration TIMEOUT = FlowSettings.ofDefaults().attempts().handlerTimeout();

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aLongCallKeepsTheClaimForTheLingerBehindItsEnd() {
    driver.deliver(1, 0);
    driver.tick(Duration.ofSeconds(10));

    driver.completes();

    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void aCallThatEndsWellAfterTheLockIsLostCounts() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.BrokerLost("lock lost"));

    driver.completes();

    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(1);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aStateAsLargeAsIsAllowedIsKept() {
    driver.deliver(1, 0);
    Body largest = Body.wrap(new byte[FlowSettings.Commit.EACH.maxState()]);

    driver.returns(HandlerOutcome.Completed.withState(largest));

    assertThat(onRecord().state()).contains(largest);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
  }

  @Test
  void aNewerTokenThatTheHandlerHasSeenIsToldOf() {
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(driver.facts(WorkerFact.Fenced.class)).hasSize(1);
  }

  @Test
  void aCallThatFailsWhenItIsCancelledAtItsDeadlineSpeaksAgainstTheHandler() {
    driver.deliver(1, 0);
    driver.tick(TIMEOUT);

    driver.returns(BUSY);

    assertThat(driver.health.report().state()).isEqualTo(HandlerReport.State.DOUBTFUL);
  }

  @Test
  void aCallThatTheWorkerCutsShortDoesNotSpeakAgainstTheHandler() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.BrokerLost("lock lost"));

    driver.returns(BUSY);

    assertThat(driver.health.report().state()).isEqualTo(HandlerReport.State.UP);
  }

  @Test
  void aFailureIsToldOf() {
    driver.deliver(1, 0);

    driver.returns(BUSY);

    assertThat(driver.facts(WorkerFact.AttemptFailed.class))
        .extracting(WorkerFact.AttemptFailed::reason)
        .containsExactly("busy");
  }

  @Test
  void aRefusalThatIsNotBelievedIsAFailureWithItsBackOff() {
    driver.health.works(new SessionId("elsewhere"), true);
    HandlerOutcome refused = new HandlerOutcome.DeadLetter("HandlerRefused", "400");
    for (int seq = 1; seq <= 3; seq++) {
      driver.deliver(seq, seq - 1);
      driver.returns(refused);
    }

    assertThat(driver.started()).containsExactly(1L, 2L, 3L);
    assertThat(driver.facts(WorkerFact.AttemptFailed.class))
        .extracting(WorkerFact.AttemptFailed::reason)
        .containsExactly("The handler refuses whatever it gets: HandlerRefused");
  }

  @Test
  void aCallWhoseEndIsUnknownIsToldOf() {
    driver.deliver(1, 0);

    driver.returns(NO_ANSWER);

    assertThat(driver.facts(WorkerFact.AttemptFailed.class))
        .extracting(WorkerFact.AttemptFailed::reason)
        .containsExactly("the connection broke");
  }

  @Test
  void aCallWhoseEndIsUnknownIsRepeatedAfterItsBackOff() {
    driver.deliver(1, 0);

    driver.returns(NO_ANSWER);
    assertThat(driver.started()).containsExactly(1L);
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.started()).containsExactly(1L, 1L);
  }

  @Test
  void withInDoubtBlockACallThatFailsAfterItWasCancelledHoldsTheSession() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.deliver(1, 0);
    driver.tick(TIMEOUT);

    driver.returns(BUSY);

    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(onRecord().progress().failures(STREAM, 1)).isZero();
  }

  @Test
  void withInDoubtBlockACallThatDoesNotReturnHoldsTheSession() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.deliver(1, 0);

    driver.tick(TIMEOUT);
    driver.tick(Duration.ofSeconds(5));

    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(driver.calls()).isEqualTo(1);
  }

  @Test
  void aMessageWhoseLostLinksUsedUpItsAttemptsIsDeadWithoutACall() {
    driver.record = suspected(new FailureCounts(0, 10, 0, 3, Instant.EPOCH));

    driver.deliver(1, 0);

    assertThat(driver.calls()).isZero();
    assertThat(onRecord().progress().endOf(STREAM, 1).orElseThrow().state())
        .isEqualTo(EndState.DEAD);
  }

  @Test
  void aMessageThatFailedAsOftenWithoutEvidenceIsCalledOnceMore() {
    driver.record = suspected(new FailureCounts(0, 10, 0, 0, Instant.EPOCH));

    driver.deliver(1, 0);

    assertThat(driver.started()).containsExactly(1L);
  }

  @Test
  void aMessageWhoseLinksWereLostAFewTimesIsCalledAgain() {
    driver.record = suspected(new FailureCounts(0, 1, 0, 3, Instant.EPOCH));

    driver.deliver(1, 0);

    assertThat(driver.started()).containsExactly(1L);
  }

  /** The record of a session that nobody has, with such failures of its first message. */
  private static SessionRecord suspected(FailureCounts failed) {
    Suspect first = new Suspect(1, failed, 0, false, Optional.empty());
    return SessionRecord.first(
            WorkerDriver.SESSION,
            new Custody(SessionStatus.IDLE, null, 100, null),
            WriteMark.of(new WriteId("w"), Instant.EPOCH))
        .withProgress(Progress.NONE.withSuspects(new TreeMap<>(Map.of(STREAM, first))));
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }
}
