package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.receiver.HandlerOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A replay that is broken off in the middle and run again: nothing lost, nothing run twice. */
@Tag("long")
class BrokenOffReplayTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final int LETTERS = 12;
  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site().withDeadLetters();
    site.receiver("east");
    site.receiver("west");
  }

  @Test
  void aReplayWhoseProcessIsKilledGoesOnWhereItWas() throws Exception {
    List<String> messages = deadIn("killed");

    Process replay = replayInItsOwnProcess("killed");
    try {
      await().atMost(BOUND).until(() -> !site.effectsOf("killed").isEmpty());
    } finally {
      replay.destroyForcibly();
    }
    assertThat(replay.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(site.letters("killed")).as("it was killed in the middle").isNotEmpty();

    await().atMost(BOUND).until(() -> replayed("killed").code() == 0);
    assertAllRanOnce("killed", messages);
  }

  @Test
  void aReplayThatIsInterruptedGoesOnWhereItWas() throws Exception {
    List<String> messages = deadIn("halted");
    AtomicInteger waits = new AtomicInteger();
    CliContext.Pause halting =
        time -> {
          if (waits.incrementAndGet() == LETTERS / 3) {
            throw new InterruptedException();
          }
        };

    Site.Answer halted =
        site.run(halting, "dlq", "replay", "--session", "halted", "--reason", "mended", "--yes");
    var unused = Thread.interrupted(); // where the SDK has left it
    Site.Answer rest = replayed("halted");

    assertThat(halted.code()).isEqualTo(1);
    assertThat(halted.err()).contains("Interrupted.");
    assertThat(rest.code()).as(rest.out() + rest.err()).isZero();
    assertThat(rest.json().get("sent").asInt()).isBetween(LETTERS * 2 / 3, LETTERS - 1);
    assertAllRanOnce("halted", messages);
  }

  /** Messages of one session that are dead letters in both regions, and could run by now. */
  private static List<String> deadIn(String session) {
    List<String> messages = new ArrayList<>();
    for (int seq = 1; seq <= LETTERS; seq++) {
      String message = session + "-" + seq;
      messages.add(message);
      site.troubles.put(message, call -> new HandlerOutcome.DeadLetter("BadAddress", "no town"));
      site.send(session, seq, "east", "west");
    }
    await()
        .atMost(BOUND)
        .until(
            () -> {
              site.callsThatEndWell();
              return site.regionsOfLetters(session).size() == 2 * LETTERS;
            });
    messages.forEach(site.troubles::remove);
    return messages;
  }

  /** One message every half a second: who waits for the first is quicker than the last. */
  private static Process replayInItsOwnProcess(String session) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "io.twinbus.ops.cli.Main",
            "dlq",
            "replay",
            "--session",
            session,
            "--rate",
            "2",
            "--reason",
            "mended",
            "--yes");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(site.environment());
    return builder
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Site.Answer replayed(String session) {
    return site.run(
        "dlq", "replay", "--session", session, "--reason", "mended", "--yes", "-o", "json");
  }

  private static void assertAllRanOnce(String session, List<String> messages) throws Exception {
    await().atMost(BOUND).until(() -> site.effectsOf(session).containsAll(messages));
    await().atMost(BOUND).until(BrokenOffReplayTest::isNothingUnderWay);
    assertThat(site.effectsOf(session)).containsExactlyInAnyOrderElementsOf(messages);
    assertThat(site.letters(session)).isEmpty();
  }

  private static boolean isNothingUnderWay() throws Exception {
    Site.Answer answer = site.run("regions", "-o", "json");
    if (answer.code() != 0) {
      return false;
    }
    JsonNode regions = answer.json();
    return regions.findValues("waiting").stream().allMatch(count -> count.asInt() == 0)
        && regions.findValues("scheduled").stream().allMatch(count -> count.asInt() == 0);
  }
}
