package io.twinbus.rehearsal.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ops.config.Configuration;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.verify.Verification;
import io.twinbus.testkit.history.Findings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The demo's flow on Microsoft's emulators. Their licence is to be accepted by a person: {@code
 * ACCEPT_EULA=Y}. The contract suites run on them, too, when testkit is told where they are.
 */
class EmulatorsTest {

  private static final String WHAT = "Microsoft's emulators";
  private static final int MESSAGES = 200;
  private static final double PER_SECOND = 20;
  private static final Duration BOUND = Duration.ofMinutes(2);

  private final Clocks clocks = Clocks.system();

  @TempDir private Path directory;

  @Test
  void messagesAreHandledOnceAndInTheirOrder() throws Exception {
    if (!"Y".equals(System.getenv("ACCEPT_EULA"))) {
      Engine.leaveOut(WHAT, "ACCEPT_EULA=Y is not set, which accepts their licence");
    }
    Engine.requirePulled(
        WHAT, EmulatorSite.SERVICE_BUS, EmulatorSite.SQL_SERVER, EmulatorSite.COSMOS);
    MessageBatch input = new MessageBatch(new ShipmentTracking(7).events(MESSAGES));
    SendLog sent = new SendLog();
    EffectLog effects = new EffectLog(clocks, effect -> {});

    try (Sink sink = Sink.start(effects, new Gate());
        EmulatorSite site = new EmulatorSite();
        Children children = new Children(directory)) {
      Path config = Files.writeString(directory.resolve("twinbus.yaml"), site.toYaml());
      ReceiverFleet fleet = new ReceiverFleet(children, config, sink::addressFor);
      for (String region : new String[] {"east", "west"}) {
        ReceiverFleet.awaitReady(fleet.start(new RegionName(region)));
      }
      try (SenderOutlet outlet = SenderOutlet.open(Configuration.load(config, Map.of()))) {
        Producer producer = new Producer(outlet, sent, clocks);
        producer.sendAll(input.source(), PER_SECOND, count -> {});
        assertThat(producer.awaitAnswers(BOUND)).isZero();
      }
      await().atMost(BOUND).until(() -> effects.size() >= MESSAGES);
    }

    Findings findings =
        new Verification(input, null)
            .judge(effects.effects(), sent::isAcknowledged, effects.overlaps());
    assertThat(findings.examples()).isEmpty();
    assertThat(findings.isClean()).isTrue();
    assertThat(effects.size()).isEqualTo(MESSAGES);
  }
}
