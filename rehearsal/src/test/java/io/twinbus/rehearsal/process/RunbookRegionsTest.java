package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.local.network.Outage;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incidents of docs/runbook.md in which a region is down, or is to be. */
@Tag("long")
class RunbookRegionsTest {

  private static final int LOAD_SESSIONS = 5;
  private static final int LOAD_BOUND = 10_000;

  @TempDir private Path directory;

  @Section("A region is down")
  void aRegionIsDown(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = Transcript.of(incident, test);
      incident.send("parcel", 1);
      incident.awaitEffects("parcel", 1);
      incident.awaitWaiting(0);
      incident.awaitNothingHeld();

      incident.control.outage("west", Outage.REFUSE);

      page.type("twinbus regions", 6);
      page.end();

      incident.send("parcel", 2);
      incident.awaitEffects("parcel", 2);
      assertThat(incident.inEast()).as("calls where the standby copies arrive").isEqualTo(1);
      incident.control.restore("west");
    }
  }

  @Section("Planned switch-over")
  void plannedSwitchOver(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "east", Incident.SOON_GIVEN_BACK)) {
      Transcript page = Transcript.of(incident, test);
      AtomicBoolean goesOn = new AtomicBoolean(true);
      CompletableFuture<Integer> load =
          CompletableFuture.supplyAsync(() -> sendWhile(incident, goesOn));
      await().atMost(Incident.BOUND).until(() -> incident.effects.size() > LOAD_SESSIONS);

      page.type("twinbus evacuate east --reason 'change 12'", 0);
      page.type("twinbus evacuate east --reason 'change 12' --yes", 0);
      int before = incident.inEast();
      int during = incident.effects.size() + LOAD_SESSIONS;
      await().atMost(Incident.BOUND).until(() -> incident.effects.size() > during);
      assertThat(incident.inEast()).as("calls in an evacuated region").isEqualTo(before);
      goesOn.set(false);
      int sent = load.get(60, TimeUnit.SECONDS);
      await().atMost(Incident.BOUND).until(() -> incident.effects.size() == sent);
      page.type("twinbus return east --reason 'change 12 done' --yes", 0);
      page.end();

      incident.send("afterwards", 1);
      await().atMost(Incident.BOUND).until(() -> incident.inEast() == before + 1);
      List<String> all =
          incident.effects.effects().stream().map(effect -> effect.call().id()).toList();
      assertThat(new HashSet<>(all)).as("no handler call was repeated").hasSameSizeAs(all);
    }
  }

  @Section("Everything is to stop")
  void everythingIsToStop(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "east", Incident.SOON_GIVEN_BACK)) {
      Transcript page = Transcript.of(incident, test);
      incident.send("parcel", 1);
      incident.awaitEffects("parcel", 1);
      incident.awaitWaiting(0);

      page.type("twinbus pause --reason 'sink is migrated' --for 1h", 0);
      page.type("twinbus pause --reason 'sink is migrated' --for 1h --yes", 0);
      page.type("twinbus regions", 0);
      incident.send("parcel", 2);
      assertThat(incident.effects.size()).as("calls while all is paused").isEqualTo(1);
      page.type("twinbus resume --reason 'sink is back' --yes", 0);
      page.end();

      incident.awaitEffects("parcel", 2);
    }
  }

  /** Sends to each session in turn while {@code goesOn}; answers how many messages. */
  private static int sendWhile(Incident incident, AtomicBoolean goesOn) {
    try {
      int number = 0;
      while (goesOn.get() && number < LOAD_BOUND) {
        number++;
        for (int session = 0; session < LOAD_SESSIONS; session++) {
          incident.send("load" + session, number);
        }
      }
      return number * LOAD_SESSIONS;
    } catch (Exception e) {
      throw new IllegalStateException("The load broke off.", e);
    }
  }
}
