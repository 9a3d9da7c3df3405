package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.Q;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.receiver.session.FlowSettings.GapPolicy;
import org.junit.jupiter.api.Test;

/** Named histories with {@code gap-policy: skip}: grace 10 s, bound 20 s. */
class GapScenariosTest {

  private final Stage stage = new Stage();

  GapScenariosTest() {
    stage.world.gapPolicy(GapPolicy.SKIP);
    stage.receiver(EAST);
    stage.receiver(WEST);
  }

  @Test
  void whatArrivesAfterBothRegionsReportedItMissingIsNotSkipped() {
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, second);
    stage.arrives(1, WEST, second);
    stage.arrives(25, WEST, stage.message(1, 0));
    stage.runUntil(24);
    assertThat(stage.record().progress().gap(P).orElseThrow().reports()).hasSize(2);

    stage.drain();

    assertThat(stage.endOf(P, 1).state()).isEqualTo(EndState.DONE);
    assertThat(stage.count("fact GapSkipped")).isZero();
  }

  @Test
  void aGapInEachOfTwoStreamsIsNotTheSameGapInBothRegions() {
    stage.arrives(1, EAST, stage.message(P, 1, 0), stage.message(P, 3, 2));
    stage.arrives(1, WEST, stage.message(Q, 1, 0), stage.message(Q, 3, 2));
    stage.arrives(25, WEST, stage.message(P, 2, 1));
    stage.arrives(25, EAST, stage.message(Q, 2, 1));
    stage.runUntil(24);
    assertThat(stage.record().progress().gap(P).orElseThrow().reports()).containsOnlyKeys(EAST);
    assertThat(stage.record().progress().gap(Q).orElseThrow().reports()).containsOnlyKeys(WEST);

    stage.drain();

    assertThat(stage.count("fact GapSkipped")).isZero();
    for (int seq = 1; seq <= 3; seq++) {
      assertThat(stage.endOf(P, seq).state()).isEqualTo(EndState.DONE);
      assertThat(stage.endOf(Q, seq).state()).isEqualTo(EndState.DONE);
    }
  }

  @Test
  void aRegionWhoseReportStandsSkipsThoughTheOneThatReportedFirstIsGoneForGood() {
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, second);
    stage.arrives(3, WEST, second);
    stage.at(16, stage.world.broker(EAST)::goDown);
    stage.runUntil(15);
    assertThat(stage.record().progress().gap(P).orElseThrow().reports()).hasSize(2);

    stage.runUntil(60);

    assertThat(stage.endOf(P, 1).state()).isEqualTo(EndState.SKIPPED);
    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.DONE);
  }

  @Test
  void aSkipGoesNoFurtherThanTheLowestThatAnyRegionHolds() {
    SentMessage third = stage.message(3, 2);
    stage.arrives(1, WEST, third);
    stage.arrives(3, EAST, stage.message(2, 1), third);

    stage.drain();

    assertThat(stage.endOf(P, 1).state()).isEqualTo(EndState.SKIPPED);
    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.DONE);
    assertThat(stage.endOf(P, 3).state()).isEqualTo(EndState.DONE);
  }
}
