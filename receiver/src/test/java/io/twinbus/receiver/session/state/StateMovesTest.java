package io.twinbus.receiver.session.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.ClaimId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.CallJudgement;
import org.junit.jupiter.api.Test;

/** What a worker's states take along when they move. */
class StateMovesTest {

  private static final HandlerOutcome DONE = new HandlerOutcome.Completed();
  private static final ClaimId CLAIM = new ClaimId("one");
  private static final ClaimId NEXT = new ClaimId("next");

  private final HandlerCall call = call(Copies.copy(1, Copies.A, 1));

  @Test
  void anAnswerKeepsWhenItsCallWasCancelled() {
    CallState.Running running = CallState.NONE.start(call);

    assertThat(running.returned(DONE, CallJudgement.NOTHING).cancelledAt()).isNull();
    assertThat(running.cancel(LoneWorker.at(7)).returned(DONE, CallJudgement.NOTHING).cancelledAt())
        .isEqualTo(LoneWorker.at(7));
  }

  @Test
  void anotherAnswerTakesThePlaceOfTheFirst() {
    CallState.Returned first =
        CallState.NONE.start(call).cancel(LoneWorker.at(7)).returned(DONE, CallJudgement.NOTHING);
    HandlerOutcome other = new HandlerOutcome.EndUnknown("late");

    assertThat(first.returned(other, CallJudgement.OWN_FAULT))
        .isEqualTo(new CallState.Returned(call, LoneWorker.at(7), other, CallJudgement.OWN_FAULT));
  }

  @Test
  void aMessageWhoseHandlerIsCalledIsNotMarkedAnyMore() {
    SessionState.Claimed claimed = new SessionState.Claiming(CLAIM).claimed();
    SessionState.Claimed marked = claimed.startRecorded(call.position());
    assertThat(marked.marked()).contains(call.position());

    assertThat(marked.called()).isEqualTo(claimed);
    assertThat(claimed.called()).isEqualTo(claimed);
  }

  @Test
  void aRenewalThatIsUnderWayAnswersForBothClaims() {
    SessionState.MessageRenewing renewing =
        new SessionState.Unclaimed().takingMessage(CLAIM).renewing(NEXT);

    assertThat(renewing.claims()).containsExactlyInAnyOrder(CLAIM, NEXT);
    assertThat(renewing.renewed().claims()).containsExactly(NEXT);
  }

  @Test
  void aMessageWithARecordOfItsOwnHasNoPlace() {
    HandlerCall single = call(Copies.single(1));

    assertThat(single.isSingle()).isTrue();
    assertThatThrownBy(single::position)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("It has a record of its own");
  }

  private static HandlerCall call(Delivery delivery) {
    return new HandlerCall(
        1, delivery, delivery.position(), 1, LoneWorker.START, LoneWorker.at(30));
  }
}
