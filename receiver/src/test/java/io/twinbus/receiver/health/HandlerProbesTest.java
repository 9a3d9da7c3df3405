package io.twinbus.receiver.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.CountedAs;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a handler that is away is asked again, and how calls come back when it answers. */
class HandlerProbesTest extends HandlerHealthDriver {

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
}
