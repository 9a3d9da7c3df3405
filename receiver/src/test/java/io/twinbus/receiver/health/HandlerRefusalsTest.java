package io.twinbus.receiver.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a handler is believed that refuses message after message. */
class HandlerRefusalsTest extends HandlerHealthDriver {

  @Test
  void aHandlerThatRefusesEverythingIsBelievedTwice() {
    work(A, B, C);
    CallJudgement one = failed(A, FailureKind.JUDGED);
    CallJudgement two = failed(A, FailureKind.JUDGED);
    CallJudgement three = failed(A, FailureKind.JUDGED);
    failed(B, FailureKind.JUDGED);
    CallJudgement third = failed(C, FailureKind.JUDGED);

    assertThat(List.of(one.isBelieved(), two.isBelieved())).containsOnly(true);
    assertThat(List.of(three.isBelieved(), third.isBelieved())).containsOnly(false);
    assertThat(health.isAway()).isTrue();
  }

  @Test
  void refusalsAreBelievedWhileOthersEndWellAndOfALoneSession() {
    work(A, B);
    List<Boolean> believed = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      believed.add(failed(A, FailureKind.JUDGED).isBelieved());
      well(B);
    }
    health.works(B, false);
    tick(61);
    for (int i = 0; i < 6; i++) {
      believed.add(failed(A, FailureKind.JUDGED).isBelieved());
    }

    assertThat(believed).containsOnly(true);
  }

  @Test
  void aSessionThatIsAtWorkAloneForAMomentIsNotBelievedAThirdTime() {
    work(A, B);
    failed(B, FailureKind.JUDGED);
    health.works(B, false); // its message has ended, and the next one comes in a second
    failed(A, FailureKind.JUDGED);
    CallJudgement third = failed(A, FailureKind.JUDGED);
    tick(61);
    CallJudgement later = failed(A, FailureKind.JUDGED);

    assertThat(third.isBelieved()).isFalse();
    assertThat(later.isBelieved()).as("of a session that is lone for a minute").isTrue();
  }

  @Test
  void aCallThatWasUnderWayAtTheFirstRefusalSaysNothingForTheHandler() {
    work(A, B, C, D);
    begin(D);
    tickMillis();
    failed(A, FailureKind.JUDGED);
    failed(B, FailureKind.JUDGED);
    well(D);
    CallJudgement third = failed(A, FailureKind.JUDGED);
    begin(D);
    tickMillis();
    well(D);
    CallJudgement afterwards = failed(A, FailureKind.JUDGED);

    assertThat(third.isBelieved()).isFalse();
    assertThat(afterwards.isBelieved()).isTrue();
  }

  @Test
  void theLateAnswerToAWorkerThatHasEndedSaysNothingEither() {
    work(A, B, C);
    begin(C);
    HandlerHealth.Call late = call(C);
    tickMillis();
    failed(A, FailureKind.JUDGED);
    failed(A, FailureKind.JUDGED);
    health.left(C);
    begin(C); // by the session's next worker
    endedWell(late);

    assertThat(failed(A, FailureKind.JUDGED).isBelieved()).isFalse();
  }

  @Test
  void aCallThatWasUnderWayWhenTheHandlerWentAwayDoesNotBringItBack() {
    work(A, B, C);
    begin(D);
    tickMillis();
    failed(A, FailureKind.JUDGED);
    failed(B, FailureKind.JUDGED);
    failed(C, FailureKind.JUDGED);
    health.works(A, false);
    health.works(B, false);
    health.works(C, false);
    well(D);

    assertThat(health.isAway()).isTrue();
  }

  @Test
  void anOperatorsWordHasRefusalsBelievedUntilACallEndsWell() {
    work(A, B, C, D);
    failed(A, FailureKind.JUDGED);
    failed(B, FailureKind.JUDGED);
    failed(C, FailureKind.JUDGED);
    assertThat(health.isAway()).isTrue();

    health.believeRefusals(now);
    assertThat(health.isAway()).isFalse();
    for (SessionId session : List.of(A, B, C, D, A)) {
      assertThat(failed(session, FailureKind.JUDGED).isBelieved()).isTrue();
    }
    well(B);
    failed(A, FailureKind.JUDGED);
    failed(B, FailureKind.JUDGED);

    assertThat(failed(C, FailureKind.JUDGED).isBelieved()).as("the word is used up").isFalse();
  }

  @Test
  void anOperatorsWordAboutRefusalsBringsNoHandlerBackThatIsAwayForAnotherReason() {
    away(A, B, C);

    health.believeRefusals(now);

    assertThat(health.isAway()).isTrue();
  }

  @Test
  void withTheSettingEveryRefusalIsBelieved() {
    health =
        new HandlerHealth(
            new HealthSettings(
                Duration.ZERO, HealthSettings.Refusals.BELIEVE, HealthSettings.Probes.MESSAGE),
            now);
    work(A, B, C);

    for (SessionId session : List.of(A, B, C, D)) {
      assertThat(failed(session, FailureKind.JUDGED).isBelieved()).isTrue();
    }
    assertThat(health.isAway()).isFalse();
  }
}
