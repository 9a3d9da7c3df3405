package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.stack.SettlementWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handler in Python behind real receivers, while a region dies: judged by its own log alone. */
@Tag("long")
class PythonHandlerTest {

  private static final RegionName EAST = LocalProcess.REGIONS.get(0);
  private static final RegionName WEST = LocalProcess.REGIONS.get(1);
  private static final int MESSAGES = 400;
  private static final double PER_SECOND = 50;

  // Each receiver holds no more sessions at a time, and has one message of each in hand: so the one
  // that is killed leaves no more than this whose end is not written.
  private static final int MOST_SESSIONS = 16;

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final String SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

  @TempDir private Path directory;
  private final SendLog sendings = new SendLog();
  private final MessageBatch input = new MessageBatch(new ShipmentTracking(7).events(MESSAGES));

  @Test
  void itsOwnLogHoldsEachMessageOnceAndInOrderThoughARegionDied() throws Exception {
    PythonHandler.assumeIsThere();
    try (PythonHandler handler = PythonHandler.start(directory.resolve("log.ndjson"), SECRET);
        Children children = new Children(directory)) {
      run(handler, children);
      judge(handler.effects());
      new HandlerRepeats(EAST.value(), MOST_SESSIONS).judge(handler.calls());
    }
  }

  private void run(PythonHandler handler, Children children) throws Exception {
    LocalProcess local = LocalProcess.start(children);
    Path config = Files.writeString(directory.resolve("twinbus.yaml"), yaml(local));
    ReceiverFleet fleet = new ReceiverFleet(children, config, name -> handler.url());
    ChildProcess east = fleet.start(EAST);
    ReceiverFleet.awaitReady(east);
    ControlClient control = new ControlClient(local.endpoints().control());
    try (SenderOutlet outlet = SenderOutlet.open(Configuration.load(config, Map.of()))) {
      Producer producer = new Producer(outlet, sendings, Clocks.system());
      producer.sendAll(
          input.source(),
          PER_SECOND,
          count -> {
            if (count == 1) {
              // Alone until it has had its share, however slow it is.
              Awaitility.await().atMost(BOUND).until(() -> handler.count() > 0);
              addWest(fleet);
            } else if (count == MESSAGES * 2 / 5 - 50) {
              // Ends are written late, so that the receiver has some messages in hand when it dies.
              control.ledgerLatency(Duration.ofMillis(100));
            } else if (count == MESSAGES * 2 / 5) {
              fleet.dismiss(east);
              east.end();
              control.ledgerLatency(Duration.ZERO);
              control.outage(EAST.value(), Outage.REFUSE);
            } else if (count == MESSAGES * 4 / 5) {
              control.restore(EAST.value());
            }
          });
      assertThat(producer.awaitAnswers(BOUND)).isZero();
      ReceiverFleet.awaitReady(fleet.start(EAST));
      SettlementWait.Left left =
          new SettlementWait(control, Clocks.system()).await(BOUND, handler::count);
      assertThat(left.byRegion()).isEmpty();
      assertThat(left.deadLettered()).isZero();
      assertThat(fleet.casualty()).isNull();
    }
  }

  private static void addWest(ReceiverFleet fleet) {
    try {
      ReceiverFleet.awaitReady(fleet.start(WEST));
    } catch (IOException | InterruptedException | TimeoutException e) {
      throw new AssertionError("The second receiver does not start.", e);
    }
  }

  private void judge(List<JsonNode> effects) throws Exception {
    ObjectMapper json = new ObjectMapper();
    Set<String> seen = new HashSet<>();
    Map<String, JsonNode> last = new HashMap<>();
    Set<String> regions = new HashSet<>();
    for (JsonNode effect : effects) {
      String session = effect.path("session").asText();
      JsonNode body = json.readTree(effect.path("body").asText());
      assertThat(seen.add(session + " " + effect.path("id").asText())).as("%s", effect).isTrue();
      JsonNode before = last.put(session, effect);
      if (before != null) {
        assertThat(effect.path("sequence").asLong())
            .isGreaterThan(before.path("sequence").asLong());
        assertThat(effect.path("token").asLong())
            .isGreaterThanOrEqualTo(before.path("token").asLong());
        assertThat(body.path("before"))
            .isEqualTo(json.readTree(before.path("body").asText()).path("after"));
      }
      regions.add(effect.path("region").asText());
    }
    for (InputMessage message : input.messages()) {
      assertThat(sendings.isAcknowledged(message)).as("%s", message).isTrue();
      assertThat(seen).contains(message.session() + " " + message.id());
    }
    assertThat(effects).hasSize(MESSAGES);
    assertThat(regions).containsExactlyInAnyOrder("east", "west");
  }

  private static String yaml(LocalProcess local) {
    return local.endpoints().toYaml()
        + """
            standby-delay: 3s
            receiver:
              beat: 500ms
              lease: 8s
              max-sessions: %d
              http:
                secret: %s
          """
            .formatted(MOST_SESSIONS, SECRET);
  }
}
