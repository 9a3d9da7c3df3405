package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A worker whose messages run ahead of the ledger's record, up to four of them; it writes at once
 * what has ended, unless a test says otherwise.
 */
class SessionWorkerGroupTest {

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults()
              .withCommit(new FlowSettings.Commit(4, 256 * 1024, Duration.ZERO)));

  @Test
  void handlersGoOnWhileAWriteIsOutAndAllThatEndedMeanwhileGoesWithTheNext() {
    deliver(3);
    driver.ledgerAnswers = false;
    int before = driver.writes;

    driver.completes();
    driver.completes();
    driver.completes();

    assertThat(driver.started()).containsExactly(1L, 2L, 3L);
    assertThat(driver.settled()).as("nothing before its commit").isEmpty();
    driver.answerNow();
    assertThat(driver.writes - before).isEqualTo(2);
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(3);
    assertThat(driver.settled()).containsExactly("s-1 Complete", "s-2 Complete", "s-3 Complete");
  }

  @Test
  void aFullGroupWaitsForTheWriteInFlight() {
    deliver(6);
    driver.ledgerAnswers = false;

    for (int i = 0; i < 4; i++) {
      driver.completes();
    }

    assertThat(driver.started()).containsExactly(1L, 2L, 3L, 4L);
    driver.answerNow();
    assertThat(driver.started()).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void aFailureIsWrittenWithAllThatEndedBeforeIt() {
    deliver(3);
    driver.ledgerAnswers = false;
    driver.completes();
    driver.completes();
    driver.returns(new HandlerOutcome.Retry("busy", Optional.of(Duration.ofSeconds(1))));
    int before = driver.writes;

    driver.answerNow();

    assertThat(driver.writes - before).as("the first end, and the rest").isEqualTo(2);
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(2);
    assertThat(onRecord().progress().failures(STREAM, 3)).isEqualTo(1);
    assertThat(driver.started()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aDrainWritesAtOnceWhatHasEndedWhileTheNextCallRuns() {
    WorkerDriver waiting =
        new WorkerDriver(
            FlowSettings.ofDefaults()
                .withCommit(new FlowSettings.Commit(4, 256 * 1024, Duration.ofSeconds(1))));
    for (int seq = 1; seq <= 3; seq++) {
      waiting.deliver(seq, seq - 1);
    }
    waiting.completes();
    waiting.completes();
    long before = Objects.requireNonNull(waiting.record).progress().cursor(STREAM);

    waiting.hand(new WorkerEvent.Drain());

    assertThat(before).as("the delay of the commit is not over").isLessThan(2);
    assertThat(waiting.record.progress().cursor(STREAM)).isEqualTo(2);
    assertThat(waiting.started()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aCallThatHasReturnedIsNotCancelledWhenTheWorkerStopsMeanwhile() {
    deliver(2);
    driver.ledgerAnswers = false;
    driver.completes();
    driver.returns(new HandlerOutcome.Retry("busy", Optional.of(Duration.ofSeconds(1))));

    driver.hand(new WorkerEvent.BrokerLost("lock lost"));

    assertThat(driver.all(WorkerEffect.CancelHandler.class)).isEmpty();
    driver.answerNow();
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(1);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void nothingRunsBehindWhatSomethingIsHeldAgainstBeforeItsEndIsWritten() {
    deliver(3);
    driver.returns(new HandlerOutcome.Retry("busy", Optional.of(Duration.ofSeconds(1))));
    driver.tick(Duration.ofSeconds(2));
    driver.ledgerAnswers = false;

    driver.completes();

    assertThat(driver.started()).containsExactly(1L, 1L);
    driver.answerNow();
    assertThat(driver.started()).containsExactly(1L, 1L, 2L);
    driver.completes();
    assertThat(driver.started()).as("nothing is held against 2").endsWith(2L, 3L);
  }

  @Test
  void nothingRunsBehindADeadLetterBeforeItIsWritten() {
    deliver(3);
    driver.ledgerAnswers = false;
    driver.completes();

    driver.returns(new HandlerOutcome.DeadLetter("X", "x"));

    assertThat(driver.started()).containsExactly(1L, 2L);
    driver.answerNow();
    assertThat(driver.started()).containsExactly(1L, 2L, 3L);
    assertThat(driver.settled()).containsExactly("s-1 Complete", "s-2 DeadLetter");
  }

  @Test
  void anOperatorsEndStateStandsAndHisBlockHoldsWhatComesNext() {
    deliver(6);
    driver.ledgerAnswers = false;
    driver.completes();
    driver.completes();
    driver.beside(
        record ->
            record
                .withCustody(
                    new Custody(
                        SessionStatus.BLOCKED,
                        record.custody().owner(),
                        record.token(),
                        new Block("look into it", null, "ann", Instant.EPOCH)))
                .withProgress(
                    ProgressRule.ended(
                        record.progress(),
                        new Position(STREAM, 1, 0),
                        EndState.SKIPPED,
                        "ann",
                        Instant.EPOCH))
                .withStamp(WriteMark.of(new WriteId("ann"), Instant.EPOCH)));

    driver.answerNow();
    driver.completes();

    assertThat(driver.started()).containsExactly(1L, 2L, 3L);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(onRecord().custody().owner()).isNull();
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(3);
    assertThat(onRecord().progress().endOf(STREAM, 1).orElseThrow().state())
        .isEqualTo(EndState.SKIPPED);
    assertThat(driver.settled()).containsExactly("s-1 Complete", "s-2 Complete", "s-3 Complete");
  }

  @Test
  void aFencedWorkerCommitsAndSettlesNothingOfItsGroup() {
    Owner other = new Owner(new RegionName("west"), new InstanceId("i"), new ClaimId("c"));
    deliver(6);
    driver.ledgerAnswers = false;
    driver.completes();
    driver.completes();
    driver.beside(
        record ->
            record
                .withCustody(record.custody().claimedBy(other))
                .withStamp(WriteMark.of(new WriteId("other"), Instant.EPOCH)));

    driver.answerNow();
    driver.completes();

    assertThat(driver.settled()).isEmpty();
    assertThat(onRecord().progress().cursors()).isEmpty();
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aDrainCommitsAndReleasesInOneWrite() {
    deliver(3);
    driver.completes();
    int before = driver.writes;

    driver.hand(new WorkerEvent.Drain());
    driver.completes();

    assertThat(driver.writes - before).isEqualTo(1);
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(2);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.started()).containsExactly(1L, 2L);
  }

  @Test
  void aHandlerSeesTheStateAsItsPredecessorLeftItThoughThatIsNotWrittenYet() {
    deliver(3);
    driver.ledgerAnswers = false;

    driver.returns(HandlerOutcome.Completed.withState(Body.ofUtf8("one")));
    Optional<Body> second = driver.lastCall().invocation().state();
    driver.returns(HandlerOutcome.Completed.clearingState());
    Optional<Body> third = driver.lastCall().invocation().state();

    assertThat(second).contains(Body.ofUtf8("one"));
    assertThat(third).isEmpty();
    assertThat(onRecord().state()).isEmpty();
    driver.answerNow();
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(2);
    assertThat(onRecord().state()).isEmpty();
  }

  @Test
  void aStateStaysUntilItIsReplacedAndItsCursorComesWithIt() {
    deliver(2);
    driver.returns(HandlerOutcome.Completed.withState(Body.ofUtf8("one")));
    driver.completes();

    assertThat(onRecord().state()).contains(Body.ofUtf8("one"));
    assertThat(onRecord().progress().cursor(STREAM)).isEqualTo(2);
  }

  @Test
  void aCallThatWantsTooMuchStateHasFailedAndLeavesTheStateAsItWas() {
    deliver(1);

    driver.returns(HandlerOutcome.Completed.withState(Body.wrap(new byte[256 * 1024 + 1])));

    assertThat(onRecord().progress().failures(STREAM, 1)).isEqualTo(1);
    assertThat(onRecord().progress().cursor(STREAM)).isZero();
    assertThat(onRecord().state()).isEmpty();
    assertThat(driver.settled()).isEmpty();
  }

  private void deliver(int count) {
    for (long seq = 1; seq <= count; seq++) {
      driver.deliver(seq, seq - 1);
    }
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }
}
