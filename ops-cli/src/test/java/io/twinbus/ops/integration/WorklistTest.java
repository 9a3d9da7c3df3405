package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.receiver.HandlerOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters as an operator's worklist: grouped, shown, exported, put right, deleted. */
class WorklistTest {

  private static final Duration BOUND = Duration.ofSeconds(90);

  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site().withDeadLetters();
    site.receiver("east");
    site.receiver("west");
  }

  @Test
  void lettersAreGroupedByReasonWithFirstLastAndCount() throws Exception {
    dead("group-a", "BadAddress");
    dead("group-b", "BadAddress");
    dead("group-c", "TooHeavy");

    JsonNode groups = site.run("dlq", "list", "--by", "reason", "-o", "json").json();

    JsonNode bad = group(groups, "BadAddress");
    assertThat(bad.get("letters").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(bad.get("first").asText()).isLessThanOrEqualTo(bad.get("last").asText());
    assertThat(group(groups, "TooHeavy").get("sessions").asInt()).isEqualTo(1);
    assertThat(site.run("dlq", "list", "--by", "reason").out())
        .startsWith("REASON")
        .contains("BadAddress", "TooHeavy");
  }

  @Test
  void aBodyIsShownFromTheDeadLetters() throws Exception {
    dead("seen", "BadAddress");

    Site.Answer answer = site.run("dlq", "show", "seen-1", "--body");

    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).contains("died of", "BadAddress").endsWith("seen 1\n");
    assertThat(site.run("audit", "list", "--message", "seen-1").out()).contains("BODY_SHOWN");
  }

  @Test
  void anExportHoldsBodiesAndOnlyItsOwnerReadsIt(@TempDir Path directory) throws Exception {
    dead("kept", "BadAddress");
    Path file = directory.resolve("letters.ndjson");

    Site.Answer answer = site.run("dlq", "export", file.toString(), "--session", "kept");

    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    JsonNode letter = new ObjectMapper().readTree(Files.readString(file));
    assertThat(letter.get("message").asText()).isEqualTo("kept-1");
    assertThat(letter.get("body").asText()).isEqualTo("kept 1");
    assertThat(letter.get("bodyForm").asText()).isEqualTo("text");
    assertThat(letter.get("reason").asText()).isEqualTo("BadAddress");
    assertThat(site.run("audit", "list", "--session", "kept").out()).contains("BODY_SAVED");
  }

  @Test
  @Tag("long")
  void lettersThatHaveEndedAreDeletedAfterTheyWereExported(@TempDir Path directory)
      throws Exception {
    dead("gone", "BadAddress");
    Path file = directory.resolve("gone.ndjson");

    Site.Answer plan = site.run("dlq", "delete", "--session", "gone", "--reason", "x");
    Site.Answer unsafe = site.run("dlq", "delete", "--session", "gone", "--reason", "x", "--yes");
    JsonNode done = delete("gone", file);

    assertThat(plan.out()).contains("ended      1, with 2 copies");
    assertThat(plan.err()).contains("Nothing was changed");
    assertThat(unsafe.code()).isEqualTo(2);
    assertThat(unsafe.err()).contains("Say with --export FILE");
    assertThat(done.get("copiesRemoved").asInt()).isEqualTo(2);
    assertThat(site.letters("gone")).isEmpty();
    assertThat(Files.readString(file)).contains("\"body\":\"gone 1\"");
    assertThat(site.run("audit", "list", "--act", "LETTERS_DELETED").out())
        .contains("1 dead letters");
  }

  @Test
  @Tag("long")
  void aDeletionThatDoesNotMeetACopySaysSoAndThatItIsNotWhole(@TempDir Path directory)
      throws Exception {
    dead("half", "BadAddress");
    try (ServiceBusReceiverClient other =
        new ServiceBusClientBuilder()
            .connectionString(site.stack.connectionString("east"))
            .receiver()
            .queueName("orders")
            .subQueue(SubQueue.DEAD_LETTER_QUEUE)
            .disableAutoComplete()
            .buildClient()) {
      Set<String> locked = new HashSet<>();
      await()
          .atMost(BOUND)
          .until(
              () -> {
                other.receiveMessages(10, Duration.ofSeconds(2)).stream()
                    .forEach(letter -> locked.add(letter.getSessionId()));
                return locked.contains("half");
              });

      Site.Answer answer =
          site.run(
              "dlq",
              "delete",
              "--session",
              "half",
              "--export",
              directory.resolve("half.ndjson").toString(),
              "--reason",
              "x",
              "--yes");

      assertThat(answer.code()).isEqualTo(6);
      assertThat(answer.out()).contains("1 copies deleted");
      assertThat(answer.err()).contains("1 copies were not found");
      assertThat(site.letters("half").findValuesAsText("regions")).containsExactly("east");
    }
  }

  @Test
  @Tag("long")
  void anExportAboveItsBoundsWritesNothing(@TempDir Path directory) {
    for (int seq = 1; seq <= 5; seq++) {
      int letters = seq;
      wellIn("east", "large-" + seq);
      die("large-" + seq, "BadAddress");
      site.sendLarge("large", seq, 220_000, "east");
      await().atMost(BOUND).until(() -> site.regionsOfLetters("large").size() == letters);
    }
    Path file = directory.resolve("large.ndjson");

    Site.Answer tooMany = export(file, "--limit", "4");
    Site.Answer tooLarge = export(file, "--max-mib", "1");

    assertThat(tooMany.code()).isEqualTo(4);
    assertThat(tooMany.err()).contains("5 dead letters are meant, and at most 4 go into a file");
    assertThat(tooLarge.code()).isEqualTo(4);
    assertThat(tooLarge.err()).contains("more than 1 MiB: nothing was written");
    assertThat(file).doesNotExist();
    assertThat(site.run("audit", "list", "--session", "large").out())
        .contains("not done, or not known to be done")
        .contains("more than 1 MiB");
    assertThat(export(file, "--limit", "5", "--max-mib", "2").code()).isZero();
    assertThat(file).exists();
    assertThat(export(directory.resolve("none"), "--limit", "0").code()).isEqualTo(2);
    assertThat(export(directory.resolve("none"), "--max-mib", "0").code()).isEqualTo(2);
  }

  private static Site.Answer export(Path file, String... bounds) {
    List<String> words =
        new ArrayList<>(
            List.of("dlq", "export", file.toString(), "--session", "large", "--reason", "x"));
    words.addAll(List.of(bounds));
    return site.run(words.toArray(String[]::new));
  }

  @Test
  void aLetterIsSentAgainWithACorrectedBodyAndAnotherOperatorsOtherBodyIsReported(
      @TempDir Path directory) throws Exception {
    dead("fix", "BadAddress");
    site.troubles.remove("fix-1");
    Path right = Files.writeString(directory.resolve("right"), "corrected");
    Path other = Files.writeString(directory.resolve("other"), "another");

    Site.Answer first = replay("fix-1", right);
    await().atMost(BOUND).until(() -> site.effectsOf("fix").size() == 1);

    assertThat(first.code()).as(first.err()).isZero();
    assertThat(site.bodies).containsEntry("fix-1", "corrected");
    assertThat(site.run("sessions", "show", "fix", "--no-queues").out())
        .contains("sent again with a body of 9 bytes, SHA-256");

    site.send("fix", 1, "east"); // its letter turns up once more, as a standby copy does
    await().atMost(BOUND).until(() -> !site.regionsOfLetters("fix").isEmpty());
    Site.Answer second = replay("fix-1", other);

    assertThat(second.code()).isEqualTo(4);
    assertThat(second.err())
        .contains("ann (self-declared) has sent this dead letter again with another body");
  }

  @Test
  @Tag("long")
  void aStandbyCopyThatIsStillToComeDoesNotBecomeANewLetter() throws Exception {
    wellIn("east", "late");
    wellIn("west", "late");
    die("late-1", "BadAddress");
    site.sendHome("late", 1, "east", "west", Duration.ofHours(1));
    await().atMost(BOUND).until(() -> site.regionsOfLetters("late").size() == 1);
    site.troubles.remove("late-1");

    JsonNode plan =
        site.run("dlq", "replay", "--id", "late-1", "--reason", "x", "-o", "json").json();
    JsonNode done =
        site.run("dlq", "replay", "--id", "late-1", "--reason", "x", "--yes", "-o", "json").json();

    assertThat(plan.get("copiesToRemove").asInt()).isEqualTo(1);
    assertThat(plan.get("standbyCopies").asInt()).isEqualTo(1);
    assertThat(done.get("standbyRemoved").asInt()).isEqualTo(1);
    await().atMost(BOUND).until(() -> site.effectsOf("late").size() == 1);
    await().atMost(BOUND).until(() -> site.counts("west").scheduled() == 0);
    assertThat(site.letters("late")).isEmpty();
  }

  @Test
  @Tag("long")
  void replaysLeaveNoCursorAndATraceNamesThem() throws Exception {
    dead("free", "BadAddress");
    site.troubles.remove("free-1");
    int cursors = cursors("free");

    site.run("dlq", "replay", "--session", "free", "--reason", "x", "--yes");
    await().atMost(BOUND).until(() -> site.effectsOf("free").size() == 1);

    assertThat(cursors("free")).isEqualTo(cursors);
  }

  private static Site.Answer replay(String message, Path body) {
    return site.run(
        "dlq", "replay", "--id", message, "--body", body.toString(), "--reason", "x", "--yes");
  }

  private static JsonNode delete(String session, Path file) throws Exception {
    return site.run(
            "dlq",
            "delete",
            "--session",
            session,
            "--export",
            file.toString(),
            "--reason",
            "x",
            "--yes",
            "-o",
            "json")
        .json();
  }

  private static int cursors(String session) throws Exception {
    return site.run("sessions", "show", session, "--no-queues", "-o", "json")
        .json()
        .get("cursors")
        .size();
  }

  private static JsonNode group(JsonNode groups, String reason) {
    for (JsonNode group : groups) {
      if (group.get("reason").asText().equals(reason)) {
        return group;
      }
    }
    throw new AssertionError("No group " + reason + " in " + groups);
  }

  /** A session whose first message is a dead letter in both regions. */
  private static void dead(String session, String reason) {
    wellIn("east", session);
    wellIn("west", session);
    die(session + "-1", reason);
    site.send(session, 1, "east", "west");
    await()
        .atMost(BOUND)
        .until(() -> site.regionsOfLetters(session).equals(List.of("east", "west")));
  }

  /** A message that is handled: a handler that refuses all it gets is taken for away. */
  private static void wellIn(String region, String session) {
    String well = "well-" + region + "-" + session;
    site.send(well, 1, region);
    await().atMost(BOUND).until(() -> site.effectsOf(well).size() == 1);
  }

  private static void die(String message, String reason) {
    site.troubles.put(message, call -> new HandlerOutcome.DeadLetter(reason, "no such town"));
  }
}
