package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.BY_MESSAGE;
import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.protocol.Position;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages that are claimed by themselves, with {@code claim: message}. */
class ClaimedMessageTest {

  private final WorkerDriver driver = new WorkerDriver(BY_MESSAGE);

  @Test
  void theSessionRecordIsNotTouched() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);
    driver.completes();
    driver.completes();

    assertThat(driver.record).isNull();
    assertThat(driver.reads).isZero();
    assertThat(driver.settled()).containsExactly("s-1 Complete", "s-2 Complete");
    assertThat(driver.messages.over("s-1").state()).isEqualTo(EndState.DONE);
    assertThat(driver.served).isEmpty();
  }

  @Test
  void aCallThatReturnsWhileItsMessageIsOnItsWayBackEndsNothing() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.BrokerLost("gone"));
    driver.ledgerAnswers = false;
    driver.tick(Duration.ofSeconds(6)); // past the grace: the message is given back, as started
    driver.completes();
    assertThat(driver.worker.isStopped()).isFalse();

    driver.answerNow();

    assertThat(driver.messages.open("s-1").owner()).isNull();
    assertThat(driver.messages.open("s-1").tries().started()).isTrue();
    assertThat(driver.settled()).isEmpty();
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aMessageThatALivingWorkerHasIsWaitedForAndTakenWhenItIsDead() {
    driver.messages.startedBy(OTHER, "s-1");

    driver.deliver(1, 0);
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.started()).isEmpty();
    driver.judgement = OwnerState.DEAD;
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.started()).containsExactly(1L);
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
    assertThat(driver.lastCall().invocation().token()).isEqualTo(6);
  }

  @Test
  void aMessageOlderThanTheLedgerRemembersEndsAsDeadWithoutACall() {
    driver.deliver(new Position(WorkerDriver.STREAM, 1, 0), WorkerDriver.EAST, Duration.ofDays(14));

    assertThat(driver.started()).isEmpty();
    assertThat(driver.messages.over("s-1").reason()).isEqualTo("BeyondRetention");
    assertThat(driver.settled()).containsExactly("s-1 DeadLetter");
  }

  @Test
  void aMessageThatTheLedgerRemembersRuns() {
    driver.deliver(new Position(WorkerDriver.STREAM, 1, 0), WorkerDriver.EAST, Duration.ofDays(12));

    assertThat(driver.started()).containsExactly(1L);
  }

  @Test
  void aMessageWhoseCopyIsLostGoesBackAndIsNobodysUntilItComesAgain() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.BrokerLost("gone"));

    driver.returns(new HandlerOutcome.Retry("it was cancelled", Optional.empty()));

    assertThat(driver.messages.open("s-1").owner()).isNull();
    assertThat(driver.messages.open("s-1").tries().started()).isFalse();
    assertThat(driver.settled()).isEmpty();
    assertThat(driver.worker.isStopped()).isTrue();
  }
}
