package io.twinbus.proving.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.EffectLog;
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
 * The demo's flow, the contract suites and the conformance suite on Microsoft's emulators. Their
 * licence is to be accepted by a person: {@code ACCEPT_EULA=Y}. How the suites get there is tried
 * by {@link SuitesElsewhereTest}; which rules are left out there and why says local's {@code
 * EmulatorLimits}.
 */
class EmulatorsTest {

  private static final int MESSAGES = 200;
  private static final double PER_SECOND = 20;
  private static final Duration BOUND = Duration.ofMinutes(2);

  /** A lock of a minute, and a little. */
  private static final Duration PATIENCE = Duration.ofSeconds(70);

  private static final Duration SUITES_BOUND = Duration.ofMinutes(60);

  private final Clocks clocks = Clocks.system();

  @TempDir private Path directory;

  @Test
  void messagesAreHandledOnceAndInTheirOrder() throws Exception {
    EmulatorContainers.require("the demo's flow on Microsoft's emulators");
    MessageBatch input = new MessageBatch(new ShipmentTracking(7).events(MESSAGES));
    SendLog sent = new SendLog();
    EffectLog effects = new EffectLog(clocks, effect -> {});

    try (Sink sink = Sink.start(effects, new AnswerGate());
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

  @Test
  void theContractAndConformanceSuitesPass() throws Exception {
    EmulatorContainers.require("the suites on Microsoft's emulators");
    try (EmulatorContainers emulators = new EmulatorContainers()) {
      Suites suites =
          new Suites(
              emulators.serviceBus(Suites.entities()),
              emulators.cosmos(),
              EmulatorContainers.COSMOS_KEY);

      Suites.Report report =
          suites.run(
              directory.resolve("suites.log"),
              new Suites.Times(PATIENCE, SUITES_BOUND),
              SuiteRunner.Part.values());

      report.notRun().forEach(System.out::println);
      assertThat(report.failed()).as(String.join("\n", report.lines())).isZero();
      assertThat(report.passed()).isPositive();
    }
  }
}
