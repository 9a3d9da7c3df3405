package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Named histories about standby copies whose home region dies while a producer goes on sending. */
class HasteningScenariosTest {

  private static final double DEATH = 3.5;

  /** A lease, and a second for the takeover's reads and writes. */
  private static final double RESUMED = DEATH + 11;

  private static final int SENT_BEFORE = 6;

  private final Stage stage = new Stage();
  private final Topology topology =
      new Topology(
          new TreeSet<>(List.of(EAST, WEST)), HomePolicy.fixed(EAST), Duration.ofSeconds(15));

  @Test
  void aRegionDies_itsMessagesRunInTheOtherWhenTheLeaseHasRunOut() {
    play(SenderSettings.builder().lanes(1).build());

    assertThat(stage.count("effect")).isGreaterThanOrEqualTo(SENT_BEFORE);
    stage.drain();
  }

  @Test
  void withoutHasteningTheyWaitForTheStandbyDelay() {
    play(SenderSettings.builder().lanes(1).maxHastenedBytes(0).build());

    assertThat(stage.count("effect")).isLessThan(SENT_BEFORE);
    stage.drain();
  }

  private void play(SenderSettings settings) {
    ReceiverProcess receiver = stage.receiver(EAST);
    stage.receiver(WEST);
    Producer producer =
        stage.world.start("p-", topology, settings, Keeping.nothing(stage.world, "p"));
    for (int i = 1; i <= 2 * SENT_BEFORE; i++) {
      stage.at(DEATH - 0.05 + 0.6 * (i - SENT_BEFORE), () -> producer.submit(message()));
    }
    stage.at(DEATH - 0.3, receiver::kill);
    stage.at(DEATH, stage.world.broker(EAST)::goDown);
    stage.at(
        60,
        () -> {
          stage.world.broker(EAST).comeBack();
          stage.receiver(EAST);
        });
    stage.runUntil(RESUMED);
  }

  private static Submission message() {
    return new Submission(Stage.SESSION, null, Submission.Poison.NONE, Map.of());
  }
}
