package io.twinbus.receiver.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.CountedAs;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandlerHealthTest {

  private static final SessionId A = new SessionId("a");
  private static final SessionId B = new SessionId("b");
  private static final SessionId C = new SessionId("c");
  private static final SessionId D = new SessionId("d");

  private MonotonicTime now = new MonotonicTime(0);
  private HandlerHealth health = new HandlerHealth(HealthSettings.DEFAULT, now);

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
    health.endedWell(A, "another", now);
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

  @Test
  void probesComeOneAtATimeFromEachSessionInTurnAndBackOff() {
    away(A, B, C);
    List<SessionId> probed = new ArrayList<>();
    List<Long> at = new ArrayList<>();
    MonotonicTime awayAt = now;
    while (probed.size() < 7) {
      ask(A, B, C);
      Optional<SessionId> turn = turn();
      if (turn.isPresent()) {
        probed.add(turn.get());
        at.add(now.since(awayAt).toSeconds());
        begin(turn.get());
        assertThat(turn()).isEmpty();
        CallJudgement judgement = failed(turn.get());
        assertThat(judgement.givesBack()).isTrue();
        assertThat(judgement.counted()).isEqualTo(CountedAs.NOT);
      }
      tick(1);
    }

    assertThat(new HashSet<>(probed.subList(0, 3))).isEqualTo(Set.of(A, B, C));
    assertThat(probed.subList(3, 6)).isEqualTo(probed.subList(0, 3));
    assertThat(at).containsExactly(1L, 3L, 7L, 15L, 31L, 61L, 91L);
  }

  @Test
  void whereEverySessionWithWorkWasAWitnessOneIsEnough() {
    away(A, B, C);
    tick(1);
    ask(A, B, C);
    well(turn().orElseThrow());

    assertThat(health.isAway()).isFalse();
  }

  @Test
  void afterThreeSessionsEndedWellItIsUpAndCallsDoubleFromOne() {
    SessionId e = new SessionId("e");
    SessionId f = new SessionId("f");
    away(A, B, C);
    work(D, e, f);
    for (SessionId session : List.of(D, e, f)) {
      assertThat(health.isAway()).isTrue();
      tick(1);
      ask(session);
      well(turn().orElseThrow());
    }
    HandlerHealth.Turns back = health.poll(now);

    assertThat(health.isAway()).isFalse();
    assertThat(back.isBack()).isTrue();
    List<Integer> allowed = new ArrayList<>();
    for (int second = 0; second < 3; second++) {
      allowed.add(begun(200));
      tick(1);
    }
    tick(5);
    allowed.add(begun(1_000));
    assertThat(allowed).containsExactly(1, 2, 4, 1_000);
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
  void aSessionThatLeavesTakesItsTurnWithIt() {
    away(A, B, C);
    tick(1);
    ask(A, B);
    SessionId first = turn().orElseThrow();
    health.left(first);
    tick(1);
    SessionId second = turn().orElseThrow();

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void aTurnThatIsNotUsedPassesOn() {
    away(A, B, C);
    tick(1);
    ask(A, B);
    SessionId first = turn().orElseThrow();
    health.giveUpTurn(first, now);

    assertThat(turn()).isPresent().get().isNotEqualTo(first);
  }

  @Test
  void claimsGoBackAfterTenSecondsButNotThatOfTheProbe() {
    away(A, B, C);

    assertThat(health.releasesAt(A)).contains(health.report().since().plus(Duration.ofSeconds(10)));
    tick(1);
    ask(A);
    assertThat(turn()).contains(A);
    assertThat(health.releasesAt(A)).isEmpty();
  }

  @Test
  void withInDoubtBlockAConnectionComesBeforeTheProbe() {
    health =
        new HandlerHealth(HealthSettings.DEFAULT.withProbes(HealthSettings.Probes.CONNECTION), now);
    away(A, B, C);
    tick(1);
    ask(A, B, C);
    HandlerHealth.Turns due = health.poll(now);
    boolean isRepeated = health.poll(now).connects();
    health.connected(false, now);
    tick(1);
    boolean isEarly = health.poll(now).connects();
    tick(1);
    boolean isNext = health.poll(now).connects();
    health.connected(true, now);
    boolean isAway = health.isAway();
    SessionId probe = turn().orElseThrow();
    failed(probe);
    tick(4);
    boolean isAgain = health.poll(now).connects();

    assertThat(due.turns()).isEmpty();
    assertThat(List.of(due.connects(), isNext, isAway, isAgain)).containsOnly(true);
    assertThat(List.of(isRepeated, isEarly)).containsOnly(false);
  }

  @Test
  void withInDoubtBlockItIsUpWhenTheProbeAfterTheConnectionEndsWell() {
    health =
        new HandlerHealth(HealthSettings.DEFAULT.withProbes(HealthSettings.Probes.CONNECTION), now);
    away(A, B, C);
    tick(1);
    ask(A, B, C);
    boolean connects = health.poll(now).connects();
    health.connected(true, now);
    well(turn().orElseThrow());

    assertThat(connects).isTrue();
    assertThat(health.isAway()).isFalse();
    assertThat(begun(20)).isEqualTo(1);
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

  @Test
  void eachTimeItGoesAwaySoonAgainFullSpeedTakesTwiceAsLong() {
    List<Integer> after = new ArrayList<>();
    for (int spell = 0; spell < 3; spell++) {
      SessionId first = new SessionId("first-" + spell);
      away(first, new SessionId("second-" + spell), new SessionId("third-" + spell));
      tick(1);
      ask(first);
      well(turn().orElseThrow());
      tick(3);
      after.add(begun(200));
      for (String name : List.of("first-", "second-", "third-")) {
        health.left(new SessionId(name + spell));
      }
      tick(20);
    }

    assertThat(health.isAway()).isFalse();
    assertThat(after).isSortedAccordingTo((a, b) -> b - a);
    assertThat(after.get(0)).isGreaterThan(after.get(2));
  }

  private void away(SessionId... sessions) {
    work(sessions);
    for (SessionId session : sessions) {
      failed(session);
    }
    tick(5);
    for (SessionId session : sessions) {
      failed(session);
    }
    assertThat(health.isAway()).isTrue();
  }

  /** How many of {@code most} new sessions may call now; their calls end well at once after. */
  private int begun(int most) {
    List<SessionId> calls = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      SessionId session = new SessionId("new-" + i);
      if (health.mayCall(session, now)) {
        health.begins(session, now);
        calls.add(session);
      }
    }
    calls.forEach(session -> health.endedWell(session, "m", now));
    for (int i = 0; i < most; i++) {
      health.left(new SessionId("new-" + i));
    }
    return calls.size();
  }

  private void ask(SessionId... sessions) {
    for (SessionId session : sessions) {
      health.works(session, true);
      assertThat(health.mayCall(session, now)).isFalse();
    }
  }

  private Optional<SessionId> turn() {
    List<SessionId> turns = health.poll(now).turns();
    assertThat(turns).hasSizeLessThan(2);
    return turns.stream().findFirst();
  }

  private void work(SessionId... sessions) {
    for (SessionId session : sessions) {
      health.works(session, true);
    }
  }

  private void begin(SessionId session) {
    health.begins(session, now);
  }

  private void well(SessionId session) {
    health.endedWell(session, "m", now);
    tickMillis();
  }

  private CallJudgement failed(SessionId session) {
    return failed(session, FailureKind.AMBIGUOUS);
  }

  private CallJudgement failed(SessionId session, FailureKind kind) {
    CallJudgement judgement = health.failed(session, "m", kind, "it failed", now);
    tickMillis();
    return judgement;
  }

  private void tickMillis() {
    now = now.plus(Duration.ofMillis(1));
  }

  private void tick(int seconds) {
    now = now.plus(Duration.ofSeconds(seconds));
  }
}
