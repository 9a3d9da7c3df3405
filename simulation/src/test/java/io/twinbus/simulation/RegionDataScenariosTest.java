package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.SESSION;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.receiver.broker.Delivery;
import org.junit.jupiter.api.Test;

/** Named histories about what regions hold: copies that are missing, lost, or there again. */
class RegionDataScenariosTest {

  private final Stage stage = new Stage();
  private final SentMessage first = stage.message(1, 0);
  private final SentMessage second = stage.message(2, 1);
  private final SentMessage third = stage.message(3, 2);

  @Test
  void aCopyThatTheBrokerDeadLettersInOneRegionRunsFromTheOther() {
    stage.arrives(1, EAST, first, second, third);
    stage.arrives(16, WEST, first, second, third);
    stage.at(2, () -> drop(first));
    stage.at(3, this::bothRegions);

    stage.drain();

    assertThat(first.starts).hasSize(1);
    assertThat(third.completed).isTrue();
  }

  @Test
  void aMessageThatNoRegionHasWaitsUntilAnOperatorDecides() {
    bothRegions();
    stage.arrives(1, EAST, first, third);
    stage.arrives(16, WEST, first, third);

    stage.runUntil(600);

    assertThat(stage.cursor(P)).isEqualTo(1);
    assertThat(third.starts).isEmpty();
    assertThat(stage.record().progress().waiting()).isNotEmpty();
    assertThat(stage.count("fact GapReported")).isPositive();

    stage.operator.skipGap(SESSION);
    stage.drain();

    assertThat(third.completed).isTrue();
    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.SKIPPED);
  }

  @Test
  void aRegionThatReturnsEmptyLeavesTheOtherCopiesToRun() {
    stage.arrives(1, EAST, first, second);
    stage.arrives(16, WEST, first, second);
    stage.at(
        2,
        () -> {
          stage.world.broker(EAST).goDown();
          stage
              .world
              .broker(EAST)
              .queues()
              .forEach(queue -> queue.lose().forEach(copy -> lostInEast(copy)));
        });
    stage.at(4, stage.world.broker(EAST)::comeBack);
    stage.at(5, this::bothRegions);
    stage.arrives(20, EAST, third);

    stage.drain();

    assertThat(first.starts).hasSize(1);
    assertThat(third.completed).isTrue();
  }

  @Test
  void settledMessagesThatAreThereAgainAreDroppedByTheCursor() {
    bothRegions();
    stage.arrives(1, EAST, first, second);
    stage.arrives(16, WEST, first, second);
    stage.drain();

    stage.world.broker(EAST).queues().forEach(SessionQueue::restoreSettled);
    stage.drain();

    assertThat(first.starts).hasSize(1);
    assertThat(second.starts).hasSize(1);
    assertThat(stage.world.broker(EAST).backlog()).isZero();
  }

  private void bothRegions() {
    stage.receiver(EAST);
    stage.receiver(WEST);
  }

  private void lostInEast(Delivery copy) {
    stage.world.message(SESSION, copy).copies--;
  }

  private void drop(SentMessage message) {
    message.copies--;
    for (SessionQueue queue : stage.world.broker(EAST).queues()) {
      queue.copies().stream()
          .filter(
              copy -> copy.message().id().equals(message.copy(0, message.headers).message().id()))
          .forEach(queue::drop);
    }
  }
}
