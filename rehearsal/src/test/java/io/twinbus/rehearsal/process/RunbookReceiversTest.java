package io.twinbus.rehearsal.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Pause;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incidents of docs/runbook.md in which a receiver sleeps, has died, or does not start. */
@Tag("long")
class RunbookReceiversTest {

  private static final String KEY = "bmV3LWtleS1uZXcta2V5";
  private static final String EXPIRED = "b2xkLWtleS1vbGQta2V5";

  private static final String QUEUE_WITHOUT_SESSIONS =
      """
      {"UserConfig": {"Namespaces": [{"Name": "sbemulatorns", "Queues": [
        {"Name": "orders", "Properties": {"RequiresSession": true}},
        {"Name": "parcels", "Properties": {"RequiresSession": false}}]}]}}
      """;

  @TempDir private Path directory;

  @Section("A receiver is a zombie")
  void aReceiverIsAZombie(TestInfo test) throws Exception {
    try (Incident incident =
        new Incident(directory, "west", Incident.SHORT_LEASE + "linger: 30s")) {
      Transcript page = Transcript.of(incident, test);
      var held = incident.gate.close(Set.of(incident.west.name()));
      incident.send("zombie", 1);
      held.get(60, TimeUnit.SECONDS);
      // What it says of itself last is what the page shows of it.
      incident.awaitInstance(1, "claims", 1);
      String sleeper = incident.ask("instances").path(1).path("instance").asText();
      incident.send("zombie", 2);
      Pause pause = incident.west.pause();
      incident.awaitEffects("zombie", 3);
      await().atMost(Incident.BOUND).until(() -> session(incident).contains("cursor     2 of"));
      assertThat(lease(incident, sleeper).get("state").asText()).isEqualTo("GONE");
      pause.end();
      incident.gate.open();
      await()
          .atMost(Incident.BOUND)
          .until(() -> states(incident).equals(List.of("WORKING", "GONE", "WORKING")));
      incident.awaitWaiting(0);
      incident.awaitNews();
      incident.awaitInstance(0, "ended", 2);
      incident.awaitInstance(0, "claims", 1);
      incident.awaitInstance(1, "sessions", 0);

      page.type("twinbus instances --all", 0);
      page.type("twinbus sessions show zombie --no-queues", 0);
      page.end();

      List<AppliedEffect> effects = incident.effectsOf("zombie");
      assertThat(effects)
          .extracting(effect -> effect.call().id() + " in " + effect.call().caller().region())
          .containsExactly("zombie-1 in west", "zombie-1 in east", "zombie-2 in east");
      assertThat(effects.get(1).call().claim().token())
          .as("the repeat has a higher token")
          .isGreaterThan(effects.get(0).call().claim().token());
      assertThat(lease(incident, sleeper).get("state").asText()).isEqualTo("GONE");
      incident.send("zombie", 3);
      incident.awaitEffects("zombie", 4);
    }
  }

  @Section("A dead receiver keeps a session")
  void aDeadReceiverKeepsASession(TestInfo test) throws Exception {
    try (Incident incident =
        new Incident(directory, "west", Incident.SHORT_LEASE + "linger: 60s")) {
      Transcript page = Transcript.of(incident, test);
      incident.send("kept", 1);
      incident.awaitEffects("kept", 1);
      incident.awaitWaiting(0);

      page.type("twinbus sessions release kept --reason 'node lost' --yes", 4);
      incident.west.kill();
      page.type("twinbus sessions release kept --reason 'node lost' --yes", 0);
      page.end();

      assertThat(incident.ask("sessions", "show", "kept", "--no-queues").get("status").asText())
          .isEqualTo("PENDING");
    }
  }

  @Section("No receiver starts")
  void noReceiverStarts(TestInfo test) throws Exception {
    Path stack = Files.writeString(directory.resolve("emulator.json"), QUEUE_WITHOUT_SESSIONS);
    List<String> arguments = List.of("--config-file", stack.toString());
    try (Incident incident = new Incident(directory, "west", Incident.SHORT_LEASE, arguments)) {
      Transcript page = Transcript.of(incident, test);
      Map<String, String> deployed = Map.of("TWINBUS_QUEUE", "parcels");
      incident.east.kill();
      incident.west.kill();
      ChildProcess refused = incident.receiver("east", deployed);
      int code = refused.awaitEnd(Incident.BOUND);
      await().atMost(Incident.BOUND).until(() -> states(incident).equals(List.of("GONE", "GONE")));

      page.set(deployed);
      page.type("twinbus instances", 0);
      page.type("twinbus doctor --read-only", 5);
      page.end();

      assertThat(code).isNotZero();
      assertThat(Files.readString(refused.log()))
          .contains("The queue 'parcels' in region east has no sessions, so that nothing keeps");
      ReceiverFleet.awaitReady(incident.receiver("east", Map.of()));
      incident.send("parcel", 1);
      incident.awaitEffects("parcel", 1);
    }
  }

  @Section("A credential has expired")
  void aCredentialHasExpired(TestInfo test) throws Exception {
    try (Incident incident =
        new Incident(directory, "west", Incident.SOON_GIVEN_BACK, List.of("--key", KEY))) {
      Transcript page = Transcript.of(incident, test);
      String east =
          requireNonNull(incident.endpoints().connectionStrings().get(new RegionName("east")))
              .reveal();
      Map<String, String> ofRegion =
          Map.of("TWINBUS_REGIONS_EAST_CONNECTION_STRING", east.replace(KEY, EXPIRED));
      Map<String, String> ofLedger = Map.of("TWINBUS_LEDGER_KEY", EXPIRED);

      page.set(ofRegion);
      page.type("twinbus regions", 6);
      page.set(ofLedger);
      page.type("twinbus instances", 1);
      page.end();

      ChildProcess refused = incident.receiver("east", ofLedger);
      int code = refused.awaitEnd(Incident.BOUND);
      assertThat(code).isNotZero();
      assertThat(Files.readString(refused.log()))
          .contains("refuses the key: check twinbus.ledger.key")
          .doesNotContain(EXPIRED);
    }
  }

  private static String session(Incident incident) {
    return incident.type("sessions", "show", "zombie", "--no-queues").out();
  }

  private static List<String> states(Incident incident) throws Exception {
    return incident.ask("instances", "--all").findValuesAsText("state");
  }

  private static JsonNode lease(Incident incident, String instance) throws Exception {
    return StreamSupport.stream(incident.ask("instances", "--all").spliterator(), false)
        .filter(each -> each.get("instance").asText().equals(instance))
        .findFirst()
        .orElseThrow();
  }
}
