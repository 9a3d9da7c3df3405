package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a worker fails, retries and stops. */
class SessionWorkerEndingsTest {

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void aMessageOlderThanTheLedgerRemembersEndsAsDeadThroughTheLedgerWithoutACall() {
    driver.deliver(new Position(STREAM, 1, 0), WorkerDriver.EAST, Duration.ofDays(14));

    assertThat(driver.started()).isEmpty();
    EndedRange end = onRecord().progress().endOf(STREAM, 1).orElseThrow();
    assertThat(end.state()).isEqualTo(EndState.DEAD);
    assertThat(end.reason()).isEqualTo("BeyondRetention");
    assertThat(driver.settled()).containsExactly("s-1 DeadLetter");
  }

  @Test
  void aSessionThatWaitsAtAGapIsToldOfOnceAMinute() {
    driver.deliver(2, 1);

    for (int second = 0; second < 190; second++) {
      driver.tick(Duration.ofSeconds(1));
    }

    assertThat(driver.all(WorkerEffect.Report.class))
        .extracting(WorkerEffect.Report::fact)
        .filteredOn(WorkerFact.Stuck.class::isInstance)
        .hasSize(3)
        .allMatch(fact -> ((WorkerFact.Stuck) fact).why().contains("have not moved for"));
    assertThat(driver.started()).isEmpty();
  }

  @Test
  void aClaimIsReleasedAfterTheLinger() {
    driver.deliver(1, 0);
    driver.completes();
    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
    driver.hand(new WorkerEvent.Settled(1));

    driver.tick(Duration.ofSeconds(2));

    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.served).isEmpty();
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void afterALostBrokerLockTheHandlerIsCancelledAndTheClaimReleasedWhenItReturned() {
    driver.deliver(1, 0);

    driver.hand(new WorkerEvent.BrokerLost("lock lost"));

    assertThat(driver.all(WorkerEffect.CancelHandler.class)).hasSize(1);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
    driver.returns(new HandlerOutcome.Retry("cancelled", Optional.empty()));
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(onRecord().progress().failures(STREAM, 1)).as("no failure of the message").isZero();
    assertThat(driver.worker.isStopped()).isTrue();
    assertThat(driver.settled()).isEmpty();
  }

  @Test
  void aStoppingWorkerWhoseCallIsPastItsGraceAsksForNoWakeUpWhileTheLedgerIsToAnswer() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.BrokerLost("lock lost"));
    driver.ledgerAnswers = false;
    driver.tick(Duration.ofMinutes(1));
    int asked = driver.all(WorkerEffect.WakeAt.class).size();

    driver.tick(Duration.ofMillis(1));

    assertThat(driver.all(WorkerEffect.WakeAt.class)).hasSize(asked);
    driver.answerNow();
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aLostLeaseStopsEverythingWithoutAWrite() {
    driver.deliver(1, 0);
    int writes = driver.writes;
    driver.mayWork = false;

    driver.completes();

    assertThat(driver.writes).isEqualTo(writes);
    assertThat(driver.settled()).isEmpty();
    assertThat(driver.served).isEmpty();
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aFailureIsCountedInTheLedgerAndTheNextAttemptWaitsForItsBackOff() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);

    driver.returns(new HandlerOutcome.Retry("busy", Optional.of(Duration.ofSeconds(1))));

    assertThat(onRecord().progress().failures(STREAM, 1)).isEqualTo(1);
    assertThat(driver.started()).as("the session waits").containsExactly(1L);
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.started()).containsExactly(1L, 1L);
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
  }

  @Test
  void aMessageWhoseStartIsOnRecordGoesBeforeOneThatStandsEarlierInTheQueueAndComesLater() {
    driver.deliver(1, 0);
    driver.returns(new HandlerOutcome.Retry("busy", Optional.of(Duration.ofSeconds(1))));
    driver.ledgerAnswers = false;
    driver.tick(Duration.ofSeconds(1));
    driver.deliverAt(0, new Position(new StreamId("earlier"), 1, 0));

    driver.answerNow();

    assertThat(driver.lastCall().invocation().position().orElseThrow().stream()).isEqualTo(STREAM);
    driver.completes();
    assertThat(driver.started()).containsExactly(1L, 1L, 1L);
    assertThat(onRecord().progress().suspects()).isEmpty();
  }

  @Test
  void afterTheLastAttemptTheMessageIsDeadAndItsSessionGoesOn() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);

    for (int i = 0; i < 10; i++) {
      driver.returns(new HandlerOutcome.Retry("no", Optional.of(Duration.ZERO)));
    }

    assertThat(driver.settled()).containsExactly("s-1 DeadLetter");
    assertThat(onRecord().progress().endOf(STREAM, 1).orElseThrow().state())
        .isEqualTo(EndState.DEAD);
    assertThat(driver.lastCall().invocation().position().orElseThrow().seq()).isEqualTo(2);
  }

  @Test
  void aMessageWhoseCallsNeverReturnIsDeadAfterItsLastAttempt() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);

    for (int second = 0; second < 1_200 && driver.settled().isEmpty(); second++) {
      driver.tick(Duration.ofSeconds(1));
    }

    assertThat(driver.settled()).containsExactly("s-1 DeadLetter");
    assertThat(driver.started()).containsExactly(1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 2L);
  }

  @Test
  void aCallThatDoesNotReturnIsFollowedOnlyUnderAHigherToken() {
    driver.deliver(1, 0);
    long first = driver.lastCall().invocation().token();

    driver.tick(Duration.ofSeconds(60));
    assertThat(driver.all(WorkerEffect.CancelHandler.class)).hasSize(1);
    assertThat(driver.started()).hasSize(1);
    driver.tick(Duration.ofSeconds(5));
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.started()).containsExactly(1L, 1L);
    assertThat(driver.lastCall().invocation().token()).isGreaterThan(first);
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
    driver.hand(new WorkerEvent.HandlerReturned(1, new HandlerOutcome.Completed()));
    assertThat(onRecord().progress().cursor(STREAM)).as("a zombie ends nothing").isZero();
  }

  @Test
  void aSinkThatHasSeenANewerTokenMakesTheWorkerGiveItsClaimBack() {
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.settled()).isEmpty();
    driver.tick(Duration.ofSeconds(2));
    assertThat(driver.started()).containsExactly(1L, 1L);
  }

  @Test
  void aDrainLetsTheCallInHandFinishCommitsSettlesAndReleases() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);

    driver.hand(new WorkerEvent.Drain());
    driver.completes();
    driver.hand(new WorkerEvent.Settled(1));

    assertThat(driver.started()).containsExactly(1L);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aDrainDoesNotCancelTheCallInHandBeforeItsDeadline() {
    driver.deliver(1, 0);

    driver.hand(new WorkerEvent.Drain());
    driver.tick(Duration.ofSeconds(59));

    assertThat(driver.all(WorkerEffect.CancelHandler.class)).isEmpty();
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.all(WorkerEffect.CancelHandler.class)).hasSize(1);
  }

  @Test
  void aDrainEndsWhenTheSettlementsAreThrough() {
    driver.deliver(1, 0);
    driver.completes();

    driver.hand(new WorkerEvent.Drain());

    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.worker.isStopped()).as("its settlement is under way").isFalse();
    driver.hand(new WorkerEvent.Settled(1));
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void afterALostBrokerLockNoSettlementIsWaitedFor() {
    driver.deliver(1, 0);
    driver.completes();

    driver.hand(new WorkerEvent.BrokerLost("lock lost"));

    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aStoppingWorkerWakesUpAtTheEndOfTheGraceThatItsCallHas() {
    driver.deliver(1, 0);

    driver.hand(new WorkerEvent.BrokerLost("lock lost"));

    MonotonicTime over = driver.now().monotonic().plus(Duration.ofSeconds(5));
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .last()
        .isEqualTo(new WorkerEffect.WakeAt(over));
    driver.tick(Duration.ofSeconds(4));
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.served).isEmpty();
    assertThat(driver.worker.isStopped()).isTrue();
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }
}
