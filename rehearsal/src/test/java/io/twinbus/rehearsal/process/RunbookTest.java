package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.control.RegionFault;
import io.twinbus.local.network.Outage;
import io.twinbus.ops.TwinbusCli;
import io.twinbus.rehearsal.children.Pause;
import io.twinbus.rehearsal.sink.Effect;
import io.twinbus.rehearsal.sink.Upset;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every command of docs/runbook.md, typed in the incident that its section is about, with receivers
 * that are processes of their own; and that it shows what the page says it shows.
 */
class RunbookTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int LOAD_SESSIONS = 5;
  private static final int LOAD_BOUND = 10_000;

  @TempDir private Path directory;

  /** The test of a section of the page. */
  @Test
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface Section {

    /** The section's heading. */
    String value();
  }

  @Test
  void everySectionInWhichSomethingIsTypedHasATest() throws Exception {
    Set<String> tested =
        Arrays.stream(RunbookTest.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Section.class))
            .map(RunbookTest::section)
            .collect(Collectors.toSet());

    assertThat(Runbook.read().sections()).isEqualTo(tested);
  }

  @Test
  void everyCommandThatIsNamedInASentenceExists() throws Exception {
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands());
    List<String> named =
        Runbook.read().namedCommands().stream()
            .filter(name -> cli.getSubcommands().containsKey(name.split(" ", -1)[0]))
            .toList();

    assertThat(named)
        .contains("watch", "gaps list", "dlq replay", "messages trace ID --session poison");
    for (String name : named) {
      CommandLine command = cli;
      for (String word : name.split(" ", -1)) {
        boolean isOption = word.startsWith("-");
        if (isOption) {
          assertThat(command.getCommandSpec().optionsMap()).as(name).containsKey(word);
        } else if (!command.getSubcommands().isEmpty()) {
          assertThat(command.getSubcommands()).as(name).containsKey(word);
          command = Objects.requireNonNull(command.getSubcommands().get(word));
        }
      }
    }
  }

  @Section("A region is down")
  void aRegionIsDown(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = transcript(incident, test);
      incident.send("parcel", 1);
      awaitEffects(incident, "parcel", 1);
      awaitWaiting(incident, 0);
      awaitNothingHeld(incident);

      incident.control.outage("west", Outage.REFUSE);

      page.type("twinbus regions", 6);
      page.end();

      incident.send("parcel", 2);
      awaitEffects(incident, "parcel", 2);
      assertThat(inEast(incident)).as("calls where the standby copies arrive").isEqualTo(1);
    }
  }

  @Section("A poisonous message blocks a session")
  void aPoisonousMessageBlocksASession(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "west", "on-poison: block\nmax-attempts: 2")) {
      Transcript page = transcript(incident, test);
      incident.send("poison", 1);
      awaitEffects(incident, "poison", 1);
      awaitWaiting(incident, 0);
      awaitNothingHeld(incident);
      blockAt(incident, 2);
      incident.send("poison", 3);
      awaitWaiting(incident, 2);

      page.type("twinbus sessions list --status blocked", 0);
      page.type("twinbus sessions show poison", 0);
      page.type("twinbus sessions unblock poison --retry --reason 'sink mended'", 0);
      page.type("twinbus sessions unblock poison --retry --reason 'sink mended' --yes", 0);
      awaitEffects(incident, "poison", 3);
      awaitWaiting(incident, 0);
      awaitNothingHeld(incident);
      blockAt(incident, 4);
      page.type("twinbus sessions unblock poison --skip --reason 'ticket 4711' --yes", 0);
      page.end();

      incident.send("poison", 5);
      awaitEffects(incident, "poison", 4);
      assertThat(idsOf(incident, "poison"))
          .containsExactly("poison-1", "poison-2", "poison-3", "poison-5");
    }
  }

  @Section("A message is missing in both regions")
  void aMessageIsMissingInBothRegions(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "west", "gap-grace: 1s")) {
      Transcript page = transcript(incident, test);
      incident.send("gap", 1);
      awaitEffects(incident, "gap", 1);
      awaitNothingHeld(incident);
      RegionFault loss = RegionFault.before("send", "lose").in("orders", "gap");
      incident.control.fault("east", loss);
      incident.control.fault("west", loss);
      incident.send("gap", 2);
      incident.send("gap", 3);
      await()
          .atMost(BOUND)
          .until(
              () -> incident.type("gaps", "list").out().contains("east (holds 3), west (holds 3)"));

      page.type("twinbus gaps list", 0);
      page.type("twinbus messages trace gap-2", 3);
      page.type("twinbus gaps skip gap --reason 'never arrived, ticket 4712'", 0);
      page.type("twinbus gaps skip gap --reason 'never arrived, ticket 4712' --yes", 0);
      page.end();

      awaitEffects(incident, "gap", 2);
      assertThat(idsOf(incident, "gap")).containsExactly("gap-1", "gap-3");
    }
  }

  @Section("A receiver is a zombie")
  void aReceiverIsAZombie(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "west", "linger: 30s")) {
      Transcript page = transcript(incident, test);
      var held = incident.gate.close(Set.of(incident.west.name()));
      incident.send("zombie", 1);
      held.get(60, TimeUnit.SECONDS);
      // What it says of itself last is what the page shows of it.
      awaitInstance(incident, 1, "claims", 1);
      incident.send("zombie", 2);
      Pause pause = incident.west.pause();
      awaitEffects(incident, "zombie", 3);
      pause.end();
      incident.gate.open();
      await()
          .atMost(BOUND)
          .until(() -> states(incident).equals(List.of("WORKING", "GONE", "WORKING")));
      awaitWaiting(incident, 0);
      awaitInstance(incident, 0, "ended", 2);
      awaitInstance(incident, 0, "claims", 1);
      awaitInstance(incident, 1, "sessions", 0);

      page.type("twinbus instances --all", 0);
      page.type("twinbus sessions show zombie --no-queues", 0);
      page.end();

      assertThat(idsOf(incident, "zombie")).containsExactly("zombie-1", "zombie-1", "zombie-2");
    }
  }

  @Section("A dead receiver keeps a session")
  void aDeadReceiverKeepsASession(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "west", "linger: 60s")) {
      Transcript page = transcript(incident, test);
      incident.send("kept", 1);
      awaitEffects(incident, "kept", 1);
      awaitWaiting(incident, 0);

      page.type("twinbus sessions release kept --reason 'node lost' --yes", 4);
      incident.west.kill();
      page.type("twinbus sessions release kept --reason 'node lost' --yes", 0);
      page.end();

      assertThat(incident.ask("sessions", "show", "kept", "--no-queues").get("status").asText())
          .isEqualTo("PENDING");
    }
  }

  @Section("The ledger is unavailable")
  void theLedgerIsUnavailable(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = transcript(incident, test);
      incident.send("calm", 1);
      awaitEffects(incident, "calm", 1);
      awaitWaiting(incident, 0);

      incident.control.ledgerOutage(Outage.REFUSE);

      page.type("twinbus sessions list", 1);
      page.type("echo $?", 1);
      page.type("twinbus doctor", 5);
      page.end();
    }
  }

  @Section("The ledger was restored from a backup")
  void theLedgerWasRestoredFromABackup(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = transcript(incident, test);
      moveLedgerTo(incident, "orders-ledger");

      page.type("twinbus doctor --read-only", 5);
      page.set(Map.of("TWINBUS_LEDGER_GENERATION", "2"));
      page.type("twinbus ledger init --yes", 0);
      page.end();

      assertThat(incident.type("sessions", "list").err()).isEmpty();
    }
  }

  @Section("Dead letters are to run again")
  void deadLettersAreToRunAgain(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory)) {
      Transcript page = transcript(incident, test);
      incident.send("dead", 1);
      awaitEffects(incident, "dead", 1);
      incident.upsets.begin(List.of(Upset.REFUSED), 1, 1);
      incident.send("dead", 2);
      await()
          .atMost(BOUND)
          .until(
              () -> incident.ask("dlq", "list").findValuesAsText("regions").contains("east,west"));
      var unused = incident.upsets.end();
      incident.send("dead", 3);
      awaitEffects(incident, "dead", 2);

      page.type("twinbus dlq list", 0);
      page.type("twinbus dlq replay --died-of HandlerRefused --reason 'address book mended'", 0);
      page.type(
          "twinbus dlq replay --died-of HandlerRefused --reason 'address book mended' --rate 20 --yes",
          0);
      page.end();

      awaitEffects(incident, "dead", 3);
      assertThat(idsOf(incident, "dead")).containsExactly("dead-1", "dead-3", "dead-2");
    }
  }

  @Section("Planned switch-over")
  void plannedSwitchOver(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "east", "")) {
      Transcript page = transcript(incident, test);
      AtomicBoolean goesOn = new AtomicBoolean(true);
      CompletableFuture<Integer> load =
          CompletableFuture.supplyAsync(() -> sendWhile(incident, goesOn));
      await().atMost(BOUND).until(() -> incident.effects.size() > LOAD_SESSIONS);

      page.type("twinbus evacuate east --reason 'change 12'", 0);
      page.type("twinbus evacuate east --reason 'change 12' --yes", 0);
      int before = inEast(incident);
      int during = incident.effects.size() + LOAD_SESSIONS;
      await().atMost(BOUND).until(() -> incident.effects.size() > during);
      assertThat(inEast(incident)).as("calls in an evacuated region").isEqualTo(before);
      goesOn.set(false);
      int sent = load.get(60, TimeUnit.SECONDS);
      await().atMost(BOUND).until(() -> incident.effects.size() == sent);
      page.type("twinbus return east --reason 'change 12 done' --yes", 0);
      page.end();

      incident.send("afterwards", 1);
      await().atMost(BOUND).until(() -> inEast(incident) == before + 1);
      List<String> all =
          incident.effects.effects().stream().map(effect -> effect.call().id()).toList();
      assertThat(new HashSet<>(all)).as("no handler call was repeated").hasSameSizeAs(all);
    }
  }

  private static Transcript transcript(Incident incident, TestInfo test) throws Exception {
    return new Transcript(incident, section(test.getTestMethod().orElseThrow()));
  }

  private static String section(Method method) {
    return method.getAnnotation(Section.class).value();
  }

  /** Sends message {@code number}, whose calls fail until its session is blocked. */
  private static void blockAt(Incident incident, int number) throws Exception {
    incident.upsets.begin(List.of(Upset.FAILS_BEFORE_EFFECT), 1, 1);
    incident.send("poison", number);
    await()
        .atMost(BOUND)
        .until(
            () ->
                incident
                    .ask("sessions", "show", "poison", "--no-queues")
                    .path("status")
                    .asText()
                    .equals("BLOCKED"));
    var unused = incident.upsets.end();
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

  private static void awaitEffects(Incident incident, String session, int count) {
    await().atMost(BOUND).until(() -> incident.effectsOf(session).size() == count);
  }

  /** Until each region holds so many messages, and nothing is on its way to it. */
  private static void awaitWaiting(Incident incident, int count) {
    await()
        .atMost(BOUND)
        .until(
            () -> {
              JsonNode regions = incident.ask("regions");
              return all(regions, "waiting", count) && all(regions, "scheduled", 0);
            });
  }

  /** Until receivers have given their sessions back, and have said so. */
  private static void awaitNothingHeld(Incident incident) {
    await().atMost(BOUND).until(() -> all(incident.ask("regions"), "sessions", 0));
  }

  /** Until the instance in row {@code row}, of those that beat, says so. */
  private static void awaitInstance(Incident incident, int row, String field, int value) {
    await()
        .atMost(BOUND)
        .until(() -> incident.ask("instances").path(row).path(field).asInt(-1) == value);
  }

  private static boolean all(JsonNode regions, String field, int value) {
    return regions.size() == 2
        && regions.findValues(field).stream().allMatch(found -> found.asInt() == value);
  }

  private static List<String> states(Incident incident) throws Exception {
    return incident.ask("instances", "--all").findValuesAsText("state");
  }

  private static List<String> idsOf(Incident incident, String session) {
    return incident.effectsOf(session).stream().map((Effect effect) -> effect.call().id()).toList();
  }

  private static int inEast(Incident incident) {
    return (int)
        incident.effects.effects().stream()
            .filter(effect -> effect.call().caller().region().equals("east"))
            .count();
  }
}
