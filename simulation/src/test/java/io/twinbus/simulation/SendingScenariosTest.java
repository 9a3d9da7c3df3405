package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.SessionId;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Named histories about what senders do with messages that regions refuse. */
class SendingScenariosTest {

  private static final SessionId OTHER = new SessionId("parcel-2");

  private final Stage stage = new Stage();
  private final Topology topology =
      new Topology(
          new TreeSet<>(List.of(EAST, WEST)), HomePolicy.fixed(EAST), Duration.ofSeconds(15));

  SendingScenariosTest() {
    stage.receiver(EAST);
    stage.receiver(WEST);
  }

  @Test
  void oneRefusedMessageOfABatchHoldsNoOtherUp() {
    Producer producer = producer(Keeping.nothing(stage.world, "p"));
    stage.at(1, () -> producer.submit(taken(Stage.SESSION))); // goes alone
    stage.at(1, () -> producer.submit(refused(Stage.SESSION)));
    stage.at(1, () -> producer.submit(taken(OTHER)));
    stage.at(1, () -> producer.submit(taken(Stage.SESSION)));

    stage.drain();

    assertThat(stage.count("reported failed")).isEqualTo(1);
    assertThat(stage.count("acknowledged")).isEqualTo(3);
    assertThat(stage.count("number passed over")).isPositive();
    assertThat(stage.count("effect")).isEqualTo(3);
  }

  @Test
  void anExplicitNumberIsNeverPassedOverUnlessItIsAbandoned() {
    Producer producer = producer(Keeping.numbers(stage.world, "p"));
    stage.at(1, () -> producer.submit(taken(Stage.SESSION)));
    stage.at(1, () -> producer.submit(refused(Stage.SESSION)));
    stage.at(1, () -> producer.submit(taken(Stage.SESSION)));

    stage.drain();

    assertThat(stage.count("own number sent again")).isPositive();
    assertThat(stage.count("own number abandoned")).isEqualTo(1);
    assertThat(stage.count("effect")).isEqualTo(2);
  }

  private Producer producer(Keeping keeping) {
    return stage.world.start("p-", topology, SenderSettings.builder().lanes(1).build(), keeping);
  }

  private static Submission taken(SessionId session) {
    return new Submission(session, null, Submission.Poison.NONE, Map.of());
  }

  private static Submission refused(SessionId session) {
    return new Submission(
        session,
        null,
        Submission.Poison.NONE,
        Map.of(EAST, Treatment.REFUSED, WEST, Treatment.REFUSED));
  }
}
