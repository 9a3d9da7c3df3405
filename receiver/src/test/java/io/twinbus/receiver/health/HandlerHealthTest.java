package io.twinbus.receiver.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.CountedAs;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which failures count against their message, and when the handler is taken for away. */
class HandlerHealthTest extends HandlerHealthDriver {

  @Test
  void aFailureCountsWhenAnotherSessionEndedWellSinceTheOneBefore() {
    well(B);
    CallJudgement first = failed(A);
    CallJudgement second = failed(A);
    well(B);
    CallJudgement third = failed(A);

    assertThat(first.counted()).isEqualTo(CountedAs.NOT);
    assertThat(second.counted()).isEqualTo(CountedAs.NOT);
    assertThat(third.counted()).isEqualTo(CountedAs.WITH_EVIDENCE);
  }

  @Test
  void itsOwnSessionIsNoEvidenceButAnotherInstanceIs() {
    well(B);
    failed(A);
    health.endedWell(new HandlerHealth.Call(A, "another", now), now);
    CallJudgement own = failed(A);
    tick(1);
    health.endedWellElsewhere(now);
    CallJudgement elsewhere = failed(A);

    assertThat(own.counted()).isEqualTo(CountedAs.NOT);
    assertThat(elsewhere.counted()).isEqualTo(CountedAs.WITH_EVIDENCE);
  }

  @Test
  void aLoneSessionsFailuresCountWithoutEvidenceIfTheMessageMayBeTheCause() {
    well(B);
    tick(61);

    assertThat(failed(A).counted()).isEqualTo(CountedAs.WITHOUT_EVIDENCE);
    assertThat(failed(A, FailureKind.END_UNKNOWN).counted()).isEqualTo(CountedAs.WITHOUT_EVIDENCE);
    assertThat(failed(A, FailureKind.AWAY).counted()).isEqualTo(CountedAs.NOT);
    assertThat(failed(A, FailureKind.UNREACHED).counted()).isEqualTo(CountedAs.NOT);
  }

  @Test
  void aCallThatDidNotReachTheHandlerNeverCounts() {
    well(B);
    failed(A, FailureKind.UNREACHED);
    well(B);

    assertThat(failed(A, FailureKind.UNREACHED).counted()).isEqualTo(CountedAs.NOT);
  }

  @Test
  void aThrottledCallTellsNothing() {
    well(B);
    failed(A);
    for (int i = 0; i < 20; i++) {
      tick(1);
      assertThat(failed(B, FailureKind.THROTTLED)).isEqualTo(CallJudgement.NOTHING);
      failed(C, FailureKind.THROTTLED);
    }

    assertThat(health.report().state()).isEqualTo(HandlerReport.State.DOUBTFUL);
  }

  @Test
  void itIsAwayWhenThreeSessionsFailForFiveSeconds() {
    work(A, B, C, D);
    well(D);
    failed(A);
    failed(B);
    failed(C);
    HandlerReport.State atOnce = health.report().state();
    tick(4);
    failed(A);
    HandlerReport.State early = health.report().state();
    tick(1);
    CallJudgement last = failed(B);

    assertThat(atOnce).isEqualTo(HandlerReport.State.DOUBTFUL);
    assertThat(early).isEqualTo(HandlerReport.State.DOUBTFUL);
    assertThat(health.isAway()).isTrue();
    assertThat(last).isEqualTo(CallJudgement.NOTHING);
    assertThat(health.report().reason()).isEqualTo("it failed");
  }

  @Test
  void callsThatHangCountTheTimeInWhichTheyHung() {
    work(A, B, C);
    begin(A);
    begin(B);
    begin(C);
    tick(60);
    failed(A, FailureKind.END_UNKNOWN);
    failed(B, FailureKind.END_UNKNOWN);
    boolean two = health.isAway();
    failed(C, FailureKind.END_UNKNOWN);

    assertThat(two).isFalse();
    assertThat(health.isAway()).isTrue();
  }

  @Test
  void aCallThatEndsWellMeanwhileKeepsItUp() {
    work(A, B, C, D);
    for (int i = 0; i < 60; i++) {
      failed(A);
      failed(B);
      failed(C);
      tick(4);
      well(D);
    }

    assertThat(health.isAway()).isFalse();
  }

  @Test
  void oneSessionAloneDoesNotMakeItAway() {
    work(A);
    for (int i = 0; i < 60; i++) {
      failed(A);
      tick(30);
    }

    assertThat(health.isAway()).isFalse();
  }

  @Test
  void threeCallsInARowThatDidNotReachItMakeItAwayAtOnce() {
    work(A);
    failed(A, FailureKind.UNREACHED);
    failed(A, FailureKind.UNREACHED);
    boolean two = health.isAway();
    failed(A, FailureKind.UNREACHED);

    assertThat(two).isFalse();
    assertThat(health.isAway()).isTrue();
  }

  @Test
  void aWitnessThatFailsAgainWhileOthersEndWellIsNoWitnessAnyMore() {
    away(A, B);
    tick(1);
    ask(C);
    well(turn().orElseThrow());
    tick(10);
    well(C);
    List<CountedAs> counted = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      tick(2);
      counted.add(failed(A).counted());
      counted.add(failed(B).counted());
    }

    assertThat(health.isAway()).isFalse();
    assertThat(counted).doesNotContain(CountedAs.NOT);
  }

  @Test
  void evidenceThatComesLateCountsOnce() {
    well(B);
    failed(A);
    MonotonicTime elsewhere = now;
    tick(5);
    CallJudgement second = failed(A);
    health.endedWellElsewhere(elsewhere);
    tick(5);
    CallJudgement third = failed(A);
    tick(5);
    CallJudgement fourth = failed(A);

    assertThat(List.of(second.counted(), fourth.counted())).containsOnly(CountedAs.NOT);
    assertThat(third.counted()).isEqualTo(CountedAs.WITH_EVIDENCE);
  }
}
