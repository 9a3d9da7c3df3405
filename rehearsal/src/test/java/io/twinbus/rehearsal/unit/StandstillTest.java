package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.verify.Hit;
import io.twinbus.rehearsal.verify.Reach;
import io.twinbus.rehearsal.verify.Standstill;
import io.twinbus.rehearsal.verify.Standstill.Impact;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StandstillTest {

  private final RunHistory run = new RunHistory().input("a", "a1", "a2", "a3").input("b", "b1");

  @Test
  void aSessionWithWorkStandsFromTheStrikeToItsNextEffect() {
    run.sent("p", 1, "a1", "a2").effect("a1", "s", 5, 8).effect("a2", "s", 5, 30);

    assertThat(hit(10, 20, Reach.everything())).isEqualTo(new Impact(1, Duration.ofSeconds(20)));
  }

  @Test
  void workThatComesDuringTheFaultCountsFromThen() {
    run.sent("p", 1, "a1").effect("a1", "s", 5, 2).sent("p", 15, "a2").effect("a2", "s", 5, 18);

    assertThat(hit(10, 20, Reach.everything())).isEqualTo(new Impact(1, Duration.ofSeconds(3)));
  }

  @Test
  void aSessionWithoutWorkIsNotHit() {
    run.sent("p", 1, "a1").effect("a1", "s", 5, 2).sent("p", 21, "a2").effect("a2", "s", 5, 40);

    assertThat(hit(10, 20, Reach.everything())).isEqualTo(new Impact(0, Duration.ZERO));
  }

  @Test
  void theSlowestStretchWithinTheFaultCounts() {
    run.sent("p", 1, "a1", "a2", "a3", "b1");
    run.effect("a1", "s", 5, 11).effect("a2", "s", 5, 16).effect("a3", "s", 5, 17);
    run.effect("b1", "u", 5, 12);

    assertThat(hit(10, 20, Reach.everything())).isEqualTo(new Impact(2, Duration.ofSeconds(5)));
  }

  @Test
  void onlySessionsWithinReachCount() {
    run.sent("p", 1, "a1", "a2").effect("a1", "s", 5, 8, "east").effect("a2", "s", 6, 30, "west");

    assertThat(hit(10, 20, Reach.region("east")).sessions()).isEqualTo(1);
    assertThat(hit(10, 20, Reach.region("west")).sessions()).isZero();
    assertThat(hit(10, 20, Reach.processes(Set.of("east-1"))).sessions()).isEqualTo(1);
    assertThat(hit(10, 20, Reach.sessions(Set.of("b"))).sessions()).isZero();
  }

  private Impact hit(long from, long to, Reach reach) {
    Hit hit =
        new Hit(
            Fault.parse(FaultKind.OUTAGE, "east@40"),
            RunHistory.time(from),
            RunHistory.time(to),
            reach);
    return new Standstill(run.effects, run.sendings::sentAt).of(hit);
  }
}
