package io.twinbus.proving.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import io.twinbus.local.control.ControlClient;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.stack.SettlementWait;
import io.twinbus.rehearsal.verify.Verification;
import io.twinbus.testkit.history.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/**
 * Our own images, as compose.yaml starts them: one region's containers are killed while messages
 * are on their way, another one is suspended past its lease and wakes up.
 */
class OwnImagesTest {

  private static final int MESSAGES = 900;
  private static final double PER_SECOND = 60;
  private static final Duration BOUND = Duration.ofSeconds(90);

  private final Clocks clocks = Clocks.system();
  private final SendLog sent = new SendLog();

  @Test
  void aRegionThatIsKilledAndAReceiverThatIsSuspendedCostNoMessageNoOrderAndNoUnexplainedRepeat()
      throws Exception {
    Engine.requireBuilt("own images", ContainerSite.LOCAL, ContainerSite.RECEIVER);
    MessageBatch input = new MessageBatch(new ShipmentTracking(7).events(MESSAGES));
    EffectLog effects = new EffectLog(clocks, effect -> {});

    SettlementWait.Left left;
    int slept;
    try (Sink sink = Sink.start(effects, new AnswerGate());
        ContainerSite site = new ContainerSite()) {
      List<GenericContainer<?>> receivers =
          Stream.of("east-1", "east-2", "west-1", "west-2")
              .parallel()
              .<GenericContainer<?>>map(
                  name -> site.receiver(name.substring(0, 4), sink.addressFor(name)))
              .toList();
      GenericContainer<?> east1 = receivers.get(0);
      GenericContainer<?> east2 = receivers.get(1);
      GenericContainer<?> west1 = receivers.get(2);
      DockerClient docker = DockerClientFactory.lazyClient();

      sendUnder(
          site,
          input,
          Map.of(
              MESSAGES / 3,
              () -> {
                awaitOneIn("east", effects);
                docker.killContainerCmd(east1.getContainerId()).exec();
                docker.killContainerCmd(east2.getContainerId()).exec();
              },
              MESSAGES / 2,
              () -> {
                awaitOneIn("west", effects);
                signal(docker, west1, "STOP");
              }));
      // The region returns; what the suspended one had in hand goes on elsewhere, for by the time
      // all has settled nobody has heard of it for longer than its lease lasts.
      site.receiver("east", sink.addressFor("east-3"));
      left = settled(site, effects);
      assertThat(left.byRegion()).isEmpty();
      signal(docker, west1, "CONT");
      slept = effects.size();
      left = settled(site, effects);
    }

    Findings findings =
        new Verification(input, null)
            .judge(effects.effects(), sent::isAcknowledged, effects.overlaps());
    System.out.printf(
        "Containers: %d messages, %d effects, repeats %s, %d refused as outdated.%n",
        MESSAGES, effects.size(), findings.explainedRepeats(), effects.fenced());
    assertThat(sent.counts().acknowledged()).isEqualTo(MESSAGES);
    assertThat(findings.examples()).isEmpty();
    assertThat(findings.isClean()).isTrue();
    assertThat(left.byRegion()).isEmpty();
    assertThat(effects.byRegion()).containsKeys("east", "west");
    assertThat(effects.size()).as("the one that woke up changed nothing").isEqualTo(slept);
  }

  /** Suspends a container's process and wakes it: a paused container needs a cgroup freezer. */
  private static void signal(DockerClient docker, GenericContainer<?> container, String signal) {
    docker.killContainerCmd(container.getContainerId()).withSignal(signal).exec();
  }

  /** However slow the machine is, what is struck has worked before. */
  private static void awaitOneIn(String region, EffectLog effects) {
    await().atMost(BOUND).until(() -> effects.byRegion().containsKey(region));
  }

  private void sendUnder(ContainerSite site, MessageBatch input, Map<Integer, Runnable> faults)
      throws Exception {
    try (SenderOutlet outlet = SenderOutlet.open(Configuration.load(null, site.settings()))) {
      Producer producer = new Producer(outlet, sent, clocks);
      producer.sendAll(
          input.source(), PER_SECOND, count -> faults.getOrDefault((int) count, () -> {}).run());
      assertThat(producer.awaitAnswers(BOUND)).isZero();
      outlet.close(BOUND);
    }
  }

  private SettlementWait.Left settled(ContainerSite site, EffectLog effects) throws Exception {
    return new SettlementWait(new ControlClient(site.endpoints().control()), clocks)
        .await(BOUND, effects::size);
  }
}
