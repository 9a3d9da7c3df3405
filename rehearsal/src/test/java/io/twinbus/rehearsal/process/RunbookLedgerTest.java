package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.network.Outage;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incidents of docs/runbook.md in which the ledger is away, or is a copy of itself. */
@Tag("long")
class RunbookLedgerTest {

  /** So many sessions with so many messages keep a ledger with so few units busy for minutes. */
  private static final int SATURATING = 20;

  private static final int SATURATING_MESSAGES = 10;
  private static final int FEW_UNITS = 20;

  @TempDir private Path directory;

  @Section("The ledger is unavailable")
  void theLedgerIsUnavailable(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = Transcript.of(incident, test);
      incident.send("calm", 1);
      incident.awaitEffects("calm", 1);
      incident.awaitWaiting(0);
      // Given back: under a claim in hand the next call would still begin, and wait for its commit.
      await().atMost(Incident.BOUND).until(() -> statuses(incident).contains("IDLE"));

      incident.control.ledgerOutage(Outage.REFUSE);
      for (int number = 2; number <= 4; number++) {
        incident.send("calm", number);
      }

      page.type("twinbus sessions list", 1);
      page.type("echo $?", 1);
      page.type("twinbus doctor", 5);
      page.end();

      Incident.Answer doctor = incident.type("doctor", "--read-only");
      Incident.Answer watch = incident.type("watch", "--frames", "1");
      assertThat(incident.effectsOf("calm")).as("effects while the ledger is away").hasSize(1);
      incident.control.restoreLedger();
      incident.awaitEffects("calm", 4);

      assertThat(doctor.code()).isEqualTo(5);
      assertThat(doctor.out()).containsPattern("account +BAD").contains("not well");
      assertThat(watch.code()).isEqualTo(1);
      assertThat(incident.idsOf("calm")).containsExactly("calm-1", "calm-2", "calm-3", "calm-4");
      assertThat(incident.type("sessions", "show", "calm", "--no-queues").out())
          .doesNotContain("suspect");
      for (JsonNode instance : incident.ask("instances")) {
        assertThat(instance.get("takeovers").asInt()).as(instance.toString()).isZero();
      }
    }
  }

  @Section("The ledger is saturated")
  void theLedgerIsSaturated(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = Transcript.of(incident, test);
      List<String> sessions = IntStream.range(0, SATURATING).mapToObj(i -> "order-" + i).toList();
      incident.control.ledgerRequestUnits("ledger", FEW_UNITS);
      for (int number = 1; number <= SATURATING_MESSAGES; number++) {
        for (String session : sessions) {
          incident.send(session, number);
        }
      }
      await()
          .atMost(Incident.BOUND)
          .until(() -> allSaturated(incident.type("regions", "--output", "json").out()));

      page.type("twinbus doctor --read-only", 0);
      page.end();

      assertThat(incident.type("regions").screen())
          .contains("LEDGER SATURATED")
          .contains("the ledger has refused writes (429)");
      incident.control.endLedgerRequestUnits();
      for (String session : sessions) {
        incident.awaitEffects(session, SATURATING_MESSAGES);
        assertThat(incident.idsOf(session)).doesNotHaveDuplicates();
      }
      for (JsonNode instance : incident.ask("instances")) {
        assertThat(instance.get("takeovers").asInt()).as(instance.toString()).isZero();
      }
    }
  }

  /** Vitals are up to ten seconds old, and each receiver writes its own. */
  private static boolean allSaturated(String regions) throws IOException {
    List<String> states = new ObjectMapper().readTree(regions).findValuesAsText("state");
    return states.equals(List.of("LEDGER SATURATED", "LEDGER SATURATED"));
  }

  @Section("The ledger was restored from a backup")
  void theLedgerWasRestoredFromABackup(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = Transcript.of(incident, test);
      moveLedgerTo(incident, "orders-ledger");

      page.type("twinbus doctor --read-only", 5);
      page.set(Map.of("TWINBUS_LEDGER_GENERATION", "2"));
      page.type("twinbus ledger init --yes", 0);
      page.end();

      assertThat(incident.type("sessions", "list").err()).isEmpty();
    }
  }

  /**
   * As in an account that a backup was restored to: the ledger names the one that it comes from.
   */
  private static void moveLedgerTo(Incident incident, String account) {
    // What the product sets before the SDK's first class is loaded.
    LedgerContainer.create(incident.endpoints().ledger(), incident.endpoints().ledgerKey());
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(incident.endpoints().ledger().toString())
            .key(incident.endpoints().ledgerKey().reveal())
            .gatewayMode()
            .buildClient()) {
      CosmosContainer ledger = client.getDatabase("twinbus").getContainer("ledger");
      PartitionKey partition = new PartitionKey("deployment");
      ObjectNode document =
          ledger
              .readItem("generation", partition, ObjectNode.class)
              .getItem()
              .put("account", account);
      var unused = ledger.replaceItem(document, "generation", partition, null);
    }
  }

  private static List<String> statuses(Incident incident) throws Exception {
    return incident.ask("sessions", "list").findValuesAsText("status");
  }
}
