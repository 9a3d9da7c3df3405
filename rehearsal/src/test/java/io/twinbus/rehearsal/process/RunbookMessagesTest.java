package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.local.control.RegionFault;
import io.twinbus.rehearsal.sink.Upset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incidents of docs/runbook.md in which a message holds its session up. */
@Tag("long")
class RunbookMessagesTest {

  @TempDir private Path directory;

  @Section("A poisonous message blocks a session")
  void aPoisonousMessageBlocksASession(TestInfo test) throws Exception {
    try (Incident incident =
        new Incident(
            directory,
            "west",
            Incident.SOON_GIVEN_BACK + "on-poison: block\nmax-attempts: 2\ngive-up-after: 0s")) {
      Transcript page = Transcript.of(incident, test);
      incident.send("poison", 1);
      incident.awaitEffects("poison", 1);
      incident.awaitWaiting(0);
      incident.awaitNothingHeld();
      blockAt(incident, 2);
      incident.send("poison", 3);
      incident.awaitWaiting(2);

      page.type("twinbus sessions list --status blocked", 0);
      page.type("twinbus sessions show poison", 0);
      page.type("twinbus sessions unblock poison --retry --reason 'sink mended'", 0);
      page.type("twinbus sessions unblock poison --retry --reason 'sink mended' --yes", 0);
      incident.awaitEffects("poison", 3);
      incident.awaitWaiting(0);
      incident.awaitNothingHeld();
      blockAt(incident, 4);
      page.type("twinbus sessions unblock poison --skip --reason 'ticket 4711' --yes", 0);
      page.end();

      incident.send("poison", 5);
      incident.awaitEffects("poison", 4);
      assertThat(incident.idsOf("poison"))
          .containsExactly("poison-1", "poison-2", "poison-3", "poison-5");
    }
  }

  @Section("A message is missing in both regions")
  void aMessageIsMissingInBothRegions(TestInfo test) throws Exception {
    try (Incident incident =
        new Incident(directory, "west", Incident.SOON_GIVEN_BACK + "gap-grace: 1s")) {
      Transcript page = Transcript.of(incident, test);
      incident.send("gap", 1);
      incident.awaitEffects("gap", 1);
      incident.awaitNothingHeld();
      RegionFault loss = RegionFault.before("send", "lose").in("orders", "gap");
      incident.control.fault("east", loss);
      incident.control.fault("west", loss);
      incident.send("gap", 2);
      incident.send("gap", 3);
      await()
          .atMost(Incident.BOUND)
          .until(
              () -> incident.type("gaps", "list").out().contains("east (holds 3), west (holds 3)"));

      page.type("twinbus gaps list", 0);
      page.type("twinbus messages trace gap-2", 3);
      page.type("twinbus gaps skip gap --reason 'never arrived, ticket 4712'", 0);
      page.type("twinbus gaps skip gap --reason 'never arrived, ticket 4712' --yes", 0);
      page.end();

      incident.awaitEffects("gap", 2);
      assertThat(incident.idsOf("gap")).containsExactly("gap-1", "gap-3");
    }
  }

  /** Sends message {@code number}, whose calls fail until its session is blocked. */
  private static void blockAt(Incident incident, int number) throws Exception {
    incident.upsets.begin(List.of(Upset.FAILS_BEFORE_EFFECT), 1, 1);
    incident.send("poison", number);
    await()
        .atMost(Incident.BOUND)
        .until(
            () ->
                incident
                    .ask("sessions", "show", "poison", "--no-queues")
                    .path("status")
                    .asText()
                    .equals("BLOCKED"));
    var unused = incident.upsets.end();
  }
}
