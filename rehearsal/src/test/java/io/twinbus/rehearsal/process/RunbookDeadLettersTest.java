package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.rehearsal.sink.Upset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incidents of docs/runbook.md about dead letters. */
@Tag("long")
class RunbookDeadLettersTest {

  @TempDir private Path directory;

  @Section("Dead letters are to run again")
  void deadLettersAreToRunAgain(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = Transcript.of(incident, test);
      incident.send("dead", 1);
      incident.awaitEffects("dead", 1);
      incident.upsets.begin(List.of(Upset.REFUSED), 1, 1);
      incident.send("dead", 2);
      await()
          .atMost(Incident.BOUND)
          .until(
              () -> incident.ask("dlq", "list").findValuesAsText("regions").contains("east,west"));
      var unused = incident.upsets.end();
      incident.send("dead", 3);
      incident.awaitEffects("dead", 2);

      page.type("twinbus dlq list", 0);
      page.type("twinbus dlq replay --died-of HandlerRefused --reason 'address book mended'", 0);
      page.type(
          "twinbus dlq replay --died-of HandlerRefused --reason 'address book mended' --rate 20"
              + " --yes",
          0);
      page.end();

      incident.awaitEffects("dead", 3);
      assertThat(incident.idsOf("dead")).containsExactly("dead-1", "dead-3", "dead-2");
    }
  }

  @Section("Poison has piled up as dead letters")
  void poisonHasPiledUpAsDeadLetters(TestInfo test) throws Exception {
    Path corrected = Files.writeString(Path.of("corrected.json"), "{\"town\": \"Graz\"}");
    Path exported = Path.of("list-2.ndjson");
    try (Incident incident = new Incident(directory)) {
      Transcript page = Transcript.of(incident, test);
      incident.send("work", 1);
      incident.send("list", 1);
      incident.awaitEffects("work", 1);
      incident.awaitEffects("list", 1);
      incident.upsets.begin(List.of(Upset.REFUSED), 1, 1);
      incident.send("work", 2);
      awaitLetters(incident, "work-2");
      incident.send("list", 2);
      awaitLetters(incident, "list-2");
      var unused = incident.upsets.end();

      page.type("twinbus dlq list --by reason", 0);
      page.type("twinbus dlq show work-2 --body --reason 'ticket 4713'", 0);
      page.type("twinbus dlq replay --id work-2 --body corrected.json --reason 'ticket 4713'", 0);
      page.type(
          "twinbus dlq replay --id work-2 --body corrected.json --reason 'ticket 4713' --yes", 0);
      page.type(
          "twinbus dlq delete --id list-2 --export list-2.ndjson --reason 'ticket 4714' --yes", 0);
      page.type("twinbus audit list --since 1h", 0);
      page.end();

      incident.awaitEffects("work", 2);
      assertThat(incident.idsOf("work")).containsExactly("work-1", "work-2");
      assertThat(incident.idsOf("list")).containsExactly("list-1");
      assertThat(Files.readString(exported)).contains("\"message\":\"list-2\"");
      assertThat(incident.ask("dlq", "list")).isEmpty();
    } finally {
      Files.deleteIfExists(corrected);
      Files.deleteIfExists(exported);
    }
  }

  private static void awaitLetters(Incident incident, String message) {
    await()
        .atMost(Incident.BOUND)
        .until(
            () ->
                incident
                    .ask("dlq", "list", "--id", message)
                    .findValuesAsText("regions")
                    .contains("east,west"));
  }
}
