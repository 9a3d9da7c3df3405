package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.network.Outage;
import io.twinbus.rehearsal.children.Pause;
import io.twinbus.rehearsal.sink.Effect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The incidents of docs/runbook.md that take processes: what an operator types, and what it shows.
 * The others are tested beside the commands (OperatorActsTest, DeadLettersTest).
 */
class IncidentsTest {

  private static final Duration BOUND = Duration.ofSeconds(90);

  @TempDir private Path directory;

  @Test
  void aReceiverThatSleptThroughItsLeaseChangesNothingWhenItWakesUp() throws Exception {
    try (Incident incident = new Incident(directory)) {
      String sleeper = instanceIn(incident, "west");
      var held = incident.gate.close(Set.of(incident.west.name()));
      incident.send("zombie", 1);
      held.get(60, TimeUnit.SECONDS);
      incident.send("zombie", 2);
      Pause pause = incident.west.pause();

      await().atMost(BOUND).until(() -> incident.effectsOf("zombie").size() == 3);
      JsonNode gone = lease(incident, sleeper);
      Incident.Answer taken = incident.type("sessions", "show", "zombie", "--no-queues");
      pause.end();
      incident.gate.open();
      await().atMost(BOUND).until(() -> !instanceIn(incident, "west").equals(sleeper));

      assertThat(gone.get("state").asText()).isEqualTo("GONE");
      assertThat(taken.out()).contains("cursor     2 of stream");
      List<Effect> effects = incident.effectsOf("zombie");
      assertThat(effects)
          .extracting(effect -> effect.call().id() + " in " + effect.call().caller().region())
          .containsExactly("zombie-1 in west", "zombie-1 in east", "zombie-2 in east");
      assertThat(effects.get(1).call().claim().token())
          .as("the repeat has a higher token")
          .isGreaterThan(effects.get(0).call().claim().token());
      assertThat(lease(incident, sleeper).get("state").asText()).isEqualTo("GONE");
      incident.send("zombie", 3);
      await().atMost(BOUND).until(() -> incident.effectsOf("zombie").size() == 4);
    }
  }

  @Test
  void whileTheLedgerIsAwayNothingRunsAndNothingIsTakenOver() throws Exception {
    try (Incident incident = new Incident(directory)) {
      incident.send("calm", 1);
      // Given back: under a claim in hand the next call would still begin, and wait for its commit.
      await()
          .atMost(BOUND)
          .until(
              () -> incident.ask("sessions", "list").findValuesAsText("status").contains("IDLE"));

      incident.control.ledgerOutage(Outage.REFUSE);
      for (int number = 2; number <= 4; number++) {
        incident.send("calm", number);
      }
      Incident.Answer list = incident.type("sessions", "list");
      Incident.Answer doctor = incident.type("doctor", "--read-only");
      Incident.Answer watch = incident.type("watch", "--frames", "1");
      int before = incident.effectsOf("calm").size();
      incident.control.restoreLedger();
      await().atMost(BOUND).until(() -> incident.effectsOf("calm").size() == 4);

      assertThat(list.code()).isEqualTo(1);
      assertThat(list.err().lines()).singleElement().asString().contains("cannot be reached");
      assertThat(doctor.code()).isEqualTo(5);
      assertThat(doctor.out()).containsPattern("account +BAD").contains("not well");
      assertThat(watch.code()).isEqualTo(1);
      assertThat(before).as("effects while the ledger was away").isEqualTo(1);
      assertThat(incident.effectsOf("calm"))
          .extracting(effect -> effect.call().id())
          .containsExactly("calm-1", "calm-2", "calm-3", "calm-4");
      assertThat(incident.type("sessions", "show", "calm", "--no-queues").out())
          .doesNotContain("suspect");
      for (JsonNode instance : incident.ask("instances")) {
        assertThat(instance.get("takeovers").asInt()).as(instance.toString()).isZero();
      }
    }
  }

  /** The instance at work in {@code region}; nobody: an empty text. */
  private static String instanceIn(Incident incident, String region) throws Exception {
    return StreamSupport.stream(incident.ask("instances").spliterator(), false)
        .filter(instance -> instance.get("region").asText().equals(region))
        .filter(instance -> instance.get("state").asText().equals("WORKING"))
        .map(instance -> instance.get("instance").asText())
        .findFirst()
        .orElse("");
  }

  private static JsonNode lease(Incident incident, String instance) throws Exception {
    return StreamSupport.stream(incident.ask("instances", "--all").spliterator(), false)
        .filter(each -> each.get("instance").asText().equals(instance))
        .findFirst()
        .orElseThrow();
  }
}
