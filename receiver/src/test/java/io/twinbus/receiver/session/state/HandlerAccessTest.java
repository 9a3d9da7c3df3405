package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.Copies.SESSION;
import static io.twinbus.receiver.session.state.LoneWorker.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.CallJudgement;
import io.twinbus.receiver.health.HandlerHealth;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the handler's health hears of one worker's session. */
class HandlerAccessTest {

  private static final SessionId OTHER = new SessionId("other");

  private final LoneWorker worker = new LoneWorker();
  private final HandlerHealth health = worker.health;
  private final HandlerAccess access = worker.state.handler;

  @Test
  void aSessionThatAsksForItsHandlerHasWork() {
    access.mayCall(at(1));

    assertThat(isLoneRefusalBelieved()).as("it could have been called instead").isFalse();
  }

  @Test
  void aSessionWithNothingInHandHasNoWork() {
    access.mayCall(at(1));
    access.works(false);

    assertThat(isLoneRefusalBelieved()).isTrue();
  }

  @Test
  void aSessionThatCannotBeClaimedHasNoWork() {
    access.mayCall(at(1));
    access.cannotClaim(at(1));

    assertThat(isLoneRefusalBelieved()).isTrue();
  }

  @Test
  void aSessionThatCannotBeClaimedHasNoTurn() {
    getsAProbe();

    access.cannotClaim(at(21));

    assertThat(access.releasesAt()).as("no claim is kept for a probe").isPresent();
  }

  @Test
  void aCallThatTheWorkerHasCutShortIsOverAndTellsNothing() {
    getsAProbe();
    access.begins();
    assertThat(access.releasesAt()).isEmpty();

    CallJudgement judgement =
        access.returned(
            call(), new HandlerOutcome.Retry("cut short", Optional.empty()), true, at(22));

    assertThat(judgement).isEqualTo(CallJudgement.NOTHING);
    assertThat(access.releasesAt()).as("the call is over").isPresent();
  }

  /** The third refusal in a row is believed only of a session without others beside it. */
  private boolean isLoneRefusalBelieved() {
    health.works(OTHER, true);
    refuse("a");
    refuse("b");
    return refuse("c").isBelieved();
  }

  private CallJudgement refuse(String message) {
    health.begins(OTHER);
    return health.failed(
        new HandlerHealth.Call(OTHER, message, at(1)), FailureKind.JUDGED, "Refused", at(2));
  }

  /** The handler is away, and the session is the one that tries it. */
  private void getsAProbe() {
    for (int i = 0; i < 3; i++) {
      health.failed(
          new HandlerHealth.Call(OTHER, "m", at(1)), FailureKind.UNREACHED, "gone", at(2));
    }
    assertThat(access.mayCall(at(3))).isFalse();
    assertThat(health.poll(at(20)).turns()).containsExactly(SESSION);
    assertThat(access.releasesAt()).isEmpty();
  }

  private static HandlerCall call() {
    Delivery delivery = Copies.copy(1, Copies.A, 1);
    return new HandlerCall(1, delivery, delivery.position(), 1, at(20), at(50));
  }
}
