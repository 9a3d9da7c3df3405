package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.BY_MESSAGE;
import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One message after the other, each claimed by itself, with other workers about. */
class MessagesInTurnTest {

  private final WorkerDriver driver = new WorkerDriver(BY_MESSAGE);

  @Test
  void aMessageIsTakenWithoutALookAtItsRecord() {
    driver.deliver(1, 0);

    assertThat(driver.all(WorkerEffect.ReadMessage.class)).isEmpty();
  }

  @Test
  void aMessageThatAnotherHasIsReadBeforeItIsWrittenAgain() {
    driver.messages.startedBy(OTHER, "s-1");
    driver.deliver(1, 0);

    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.all(WorkerEffect.CreateMessage.class)).hasSize(1);
    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(2);
  }

  @Test
  void whoWaitsForAnothersMessageAnswersForNoClaim() {
    driver.messages.startedBy(OTHER, "s-1");

    driver.deliver(1, 0);

    assertThat(driver.served).isEmpty();
    assertThat(driver.worker.remains().message()).isEmpty();
  }

  @Test
  void whoWaitsForAnothersMessageAsksToBeWokenAReadIntervalLater() {
    driver.messages.startedBy(OTHER, "s-2");
    driver.deliver(1, 0);
    driver.tick(Duration.ofSeconds(1));
    driver.deliver(2, 1);

    driver.completes();

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .contains(new WorkerEffect.WakeAt(driver.now().monotonic().plus(Duration.ofSeconds(1))));
  }

  @Test
  void whoWaitsForAnothersMessageGivesUpItsTurnAtAHandlerThatIsAway() {
    SessionId elsewhere = new SessionId("elsewhere");
    for (int i = 0; i < 3; i++) {
      driver.health.failed(
          new HandlerHealth.Call(elsewhere, "m", driver.now().monotonic()),
          FailureKind.UNREACHED,
          "nobody listens",
          driver.now().monotonic());
    }
    driver.messages.startedBy(OTHER, "s-1");
    driver.deliver(1, 0);
    driver.health.mayCall(elsewhere, driver.now().monotonic());

    driver.tick(Duration.ofSeconds(1));
    driver.turn();
    driver.tick(Duration.ofSeconds(10));
    driver.turn();

    assertThat(driver.health.mayCall(elsewhere, driver.now().monotonic())).isTrue();
  }

  @Test
  void eachWaitForAnothersMessageIsToldOf() {
    driver.messages.startedBy(OTHER, "s-1");
    driver.messages.startedBy(OTHER, "s-2");
    driver.deliver(1, 0);
    driver.judgement = OwnerState.DEAD;
    driver.tick(Duration.ofSeconds(1));
    driver.judgement = OwnerState.ALIVE;
    driver.completes();

    driver.deliver(2, 1);

    assertThat(driver.facts(WorkerFact.Parked.class)).hasSize(2);
  }

  @Test
  void whatAnotherHasTakenIsTakenAgainWhenThatOneIsDead() {
    driver.deliver(1, 0);
    driver.messages.startedBy(OTHER, "s-1");
    driver.completes();
    driver.judgement = OwnerState.DEAD;

    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.calls()).isEqualTo(2);
  }

  @Test
  void aMessageThatIsTakenGoesOnBeforeOneThatStandsEarlierInTheQueueAndComesLater() {
    driver.deliverAt(10, new Position(WorkerDriver.STREAM, 1, 0));
    driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));
    driver.deliverAt(5, new Position(WorkerDriver.STREAM, 2, 1));

    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.started()).containsExactly(1L, 1L);
  }

  @Test
  void aDeadWorkerLeavesTheMessageThatItHasTaken() {
    driver.deliver(1, 0);

    assertThat(driver.worker.remains().message().orElseThrow().key())
        .isEqualTo(MessageKey.of(new MessageId("s-1")));
  }

  @Test
  void aDeadWorkerWithNothingInHandLeavesNoMessage() {
    driver.deliver(1, 0);
    driver.completes();

    assertThat(driver.worker.remains().message()).isEmpty();
  }

  @Test
  void aMessagePastItsTimeToLiveIsDeadWithoutACall() {
    deliverWithTimeToLive(Duration.ZERO);

    assertThat(driver.calls()).isZero();
    assertThat(driver.messages.over("s-1").reason()).isEqualTo("TTLExpiredException");
  }

  @Test
  void aMessageBeforeTheEndOfItsTimeToLiveRuns() {
    deliverWithTimeToLive(Duration.ofNanos(1));

    assertThat(driver.calls()).isOne();
  }

  @Test
  void aReplaysOtherBodyIsRefusedOnceAndTheNextMessageRuns() {
    driver.messages.put(
        new MessageContent.Over(
            new MessageId("a"), EndState.DONE, "", 5, Optional.of(replay("11"))));

    driver.deliverReplay("a", replay("22"));
    driver.deliver(1, 0);

    assertThat(driver.settled()).containsExactly("a DeadLetter");
    assertThat(driver.started()).containsExactly(1L);
    assertThat(driver.served).hasSize(1);
  }

  private void deliverWithTimeToLive(Duration left) {
    Instant now = driver.now().wall();
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(WorkerDriver.STREAM, 1, 0), null, WorkerDriver.EAST, now, now.plus(left));
    Message message = driver.copy(1, 1, 0).message();
    driver.hand(
        new WorkerEvent.Delivered(new Delivery(1, new ParsedHeaders.Sequenced(headers), message)));
  }

  private static Replay replay(String body) {
    return new Replay(
        Optional.of(new Position(new StreamId("web-9"), 3, 2)), 1, body.repeat(32), "ann");
  }
}
