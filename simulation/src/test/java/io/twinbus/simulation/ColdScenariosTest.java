package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Named histories about streams that have left their session's record. */
class ColdScenariosTest {

  /** As many as a record keeps here. */
  private static final int ROOM = 4;

  private final Stage stage = new Stage();
  private final List<StreamId> streams =
      IntStream.range(0, 2 * ROOM).mapToObj(i -> new StreamId("incarnation-" + i)).toList();

  ColdScenariosTest() {
    stage.world.maxStreams(ROOM);
  }

  @Test
  void aCopyOfAStreamThatIsColdRunsInNoRegion() {
    stage.receiver(EAST);
    stage.receiver(WEST);
    List<SentMessage> first = streams.stream().map(each -> stage.message(each, 1, 0)).toList();
    for (int i = 0; i < first.size(); i++) {
      stage.arrives(1 + i, EAST, first.get(i));
    }
    stage.arrives(30, WEST, first.toArray(SentMessage[]::new));

    stage.drain();

    assertThat(stage.count("cold stream")).isPositive();
    assertThat(first).allSatisfy(message -> assertThat(message.starts).hasSize(1));
  }

  @Test
  void aStreamGoesOnWhereItWasAfterItHasBeenCold() {
    stage.receiver(EAST);
    List<SentMessage> first = streams.stream().map(each -> stage.message(each, 1, 0)).toList();
    SentMessage second = stage.message(streams.get(0), 2, 1);
    for (int i = 0; i < first.size(); i++) {
      stage.arrives(1 + i, EAST, first.get(i));
    }
    stage.arrives(30, EAST, second);

    stage.drain();

    assertThat(second.starts).hasSize(1);
    assertThat(stage.cursor(streams.get(0))).isEqualTo(2);
    assertThat(stage.count("fact GapReported")).isZero();
  }

  @Test
  void aSuccessorOfADeadOwnerKnowsWhatItsColdStreamsHaveEnded() {
    ReceiverProcess east = stage.receiver(EAST);
    List<SentMessage> first = streams.stream().map(each -> stage.message(each, 1, 0)).toList();
    SentMessage last = stage.message(new StreamId("the-last"), 1, 0);
    for (int i = 0; i < first.size(); i++) {
      stage.arrives(1 + i, EAST, first.get(i));
    }
    stage.at(
        20,
        () -> {
          stage.world.handlers().nextCall(Handlers.Manner.HANGS);
          stage.when(
              () -> !last.starts.isEmpty(), () -> east.killAndReturn(Duration.ofSeconds(40)));
        });
    stage.arrives(21, EAST, last);
    stage.at(22, () -> stage.receiver(WEST));
    stage.arrives(23, WEST, first.toArray(SentMessage[]::new));
    stage.arrives(23, WEST, last);

    stage.drain();

    assertThat(stage.count("fact Claimed TAKEOVER")).isEqualTo(1);
    assertThat(first).allSatisfy(message -> assertThat(message.starts).hasSize(1));
    assertThat(last.starts).hasSize(2);
  }
}
