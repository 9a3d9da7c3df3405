package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.rehearsal.sink.Upset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incident of docs/runbook.md in which dead letters are to run again. */
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
          "twinbus dlq replay --died-of HandlerRefused --reason 'address book mended' --rate 20 --yes",
          0);
      page.end();

      incident.awaitEffects("dead", 3);
      assertThat(incident.idsOf("dead")).containsExactly("dead-1", "dead-3", "dead-2");
    }
  }
}
