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

/** Named histories about messages that may not run yet. */
class LaterScenariosTest {

  /** More than all clocks of a history are wrong together. */
  private static final Duration DELAY = Duration.ofSeconds(90);

  private final Stage stage = new Stage();
  private final Topology topology =
      new Topology(
          new TreeSet<>(List.of(EAST, WEST)), HomePolicy.fixed(EAST), Duration.ofSeconds(15));

  @Test
  void whatComesBehindAMessageForLaterWaitsForItInBothRegions() {
    Producer producer = start();
    stage.at(1, () -> producer.submit(later(DELAY, false)));
    stage.at(2, () -> producer.submit(atOnce()));
    stage.runUntil(20); // its standby copy has come, too

    assertThat(stage.count("effect")).isZero();
    stage.drain();
    assertThat(stage.count("effect")).isEqualTo(2);
  }

  @Test
  void outsideTheOrderNobodyWaitsForIt() {
    Producer producer = start();
    stage.at(1, () -> producer.submit(later(DELAY, true)));
    stage.at(2, () -> producer.submit(atOnce()));
    stage.runUntil(20);

    assertThat(stage.count("effect")).isEqualTo(1);
    stage.drain();
    assertThat(stage.count("effect")).isEqualTo(2);
  }

  private Producer start() {
    stage.receiver(EAST);
    stage.receiver(WEST);
    SenderSettings settings = SenderSettings.builder().lanes(1).build();
    return stage.world.start("p-", topology, settings, Keeping.nothing(stage.world, "p"));
  }

  private static Submission later(Duration delay, boolean outsideOrder) {
    return new Submission(
        Stage.SESSION, null, delay, outsideOrder, Submission.Poison.NONE, Map.of());
  }

  private static Submission atOnce() {
    return new Submission(Stage.SESSION, null, Submission.Poison.NONE, Map.of());
  }
}
