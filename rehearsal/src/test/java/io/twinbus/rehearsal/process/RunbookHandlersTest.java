package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.rehearsal.sink.HandlerAnswer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incidents of docs/runbook.md in which the handler is away. */
@Tag("long")
class RunbookHandlersTest {

  private static final HandlerAnswer FAILS = HandlerAnswer.parse("500").orElseThrow();
  private static final List<String> SESSIONS = List.of("a", "b", "c");

  @TempDir private Path directory;

  @Section("The handler is away")
  void theHandlerIsAway(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "east", Incident.SOON_GIVEN_BACK)) {
      Transcript page = Transcript.of(incident, test);
      incident.sink.fail(FAILS, call -> call.caller().region().equals("east"));
      // On a slow machine west would take a session first, and east would have too few to judge by.
      incident.type("pause", "--region", "west", "--reason", "east begins", "--yes");
      send(incident);
      awaitState(incident, "east", "HANDLER AWAY");
      incident.type("resume", "--region", "west", "--reason", "east is judged", "--yes");
      awaitEffects(incident);
      incident.awaitWaiting(0);
      incident.awaitNothingHeld();
      incident.awaitInstance(1, "ended", SESSIONS.size());
      incident.awaitInstance(0, "claims", 0);
      incident.awaitInstance(1, "claims", 0);

      page.type("twinbus instances", 0);
      page.type("twinbus regions", 0);
      page.end();

      assertThat(incident.inEast()).isZero();
    }
  }

  @Section("The handler is away in both regions")
  void theHandlerIsAwayInBothRegions(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "east", Incident.SOON_GIVEN_BACK)) {
      Transcript page = Transcript.of(incident, test);
      incident.sink.fail(FAILS, call -> true);
      send(incident);
      awaitState(incident, "east", "HANDLER AWAY");
      awaitState(incident, "west", "HANDLER AWAY");
      await()
          .atMost(Incident.BOUND)
          .until(
              () -> incident.ask("regions").findValuesAsText("sessions").equals(List.of("3", "3")));

      page.type("twinbus regions", 0);
      page.end();
      incident.sink.recover();
      awaitEffects(incident);
      incident.awaitWaiting(0);

      for (String session : SESSIONS) {
        assertThat(incident.idsOf(session)).containsExactly(session + "-1");
      }
    }
  }

  private static void send(Incident incident) throws Exception {
    for (String session : SESSIONS) {
      incident.send(session, 1);
    }
  }

  private static void awaitEffects(Incident incident) {
    SESSIONS.forEach(session -> incident.awaitEffects(session, 1));
  }

  private static void awaitState(Incident incident, String region, String state) {
    await().atMost(Incident.BOUND).until(() -> stateOf(incident, region).equals(state));
  }

  private static String stateOf(Incident incident, String region) throws Exception {
    return StreamSupport.stream(incident.ask("regions").spliterator(), false)
        .filter(each -> each.path("region").asText().equals(region))
        .map(each -> each.path("state").asText())
        .findFirst()
        .orElse("");
  }
}
