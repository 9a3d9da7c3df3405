package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.runtime.Receiver;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dead letters, the story of a message, and the planned switch-over. */
class DeadLettersTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final List<String> BOTH = List.of("east", "west");
  @AutoClose private static Site site;
  private static Receiver east;

  @BeforeAll
  static void start() throws Exception {
    site = new Site().withDeadLetters();
    east = site.receiver("east");
    site.receiver("west");
  }

  @AfterEach
  void heal() {
    site.stack.heal();
  }

  @Test
  void aDeadLetterIsOneRowOverBothRegionsAndIsReplayedOnceAtTheEndOfItsSession() throws Exception {
    die("dead-2");
    for (int seq = 1; seq <= 3; seq++) {
      site.send("dead", seq, "east", "west");
    }
    await().atMost(BOUND).until(() -> site.regionsOfLetters("dead").equals(BOTH));

    Site.Answer list = site.run("dlq", "list", "--session", "dead");
    Site.Answer show = site.run("dlq", "show", "dead-2");
    JsonNode shown = site.run("dlq", "show", "dead-2", "-o", "json").json();
    Site.Answer plan = site.run("dlq", "replay", "--id", "dead-2", "--reason", "mended");
    Site.Answer trace = site.run("messages", "trace", "dead-2");

    assertThat(list.out().lines()).hasSize(2);
    assertThat(list.out()).contains("dead-2", "BadAddress", "east,west");
    assertThat(show.out()).contains("died of", "BadAddress", "sent again at the end");
    assertThat(shown.findValuesAsText("reason")).contains("BadAddress");
    assertThat(shown.findValuesAsText("replay")).containsExactly("AT_END");
    assertThat(plan.err()).contains("Nothing was changed");
    assertThat(trace.out())
        .contains("copy       east: dead letter: BadAddress")
        .contains("end        DEAD BadAddress");
    assertThat(site.regionsOfLetters("dead")).isEqualTo(BOTH);

    site.troubles.remove("dead-2");
    JsonNode done =
        site.run("dlq", "replay", "--id", "dead-2", "--reason", "mended", "--yes", "-o", "json")
            .json();
    assertThat(done.get("sent").asInt()).isEqualTo(1);
    assertThat(done.get("copiesRemoved").asInt()).isEqualTo(2);
    await().atMost(BOUND).until(() -> site.effectsOf("dead").size() == 3);
    assertThat(site.effectsOf("dead")).containsExactly("dead-1", "dead-3", "dead-2");
    assertThat(site.letters("dead")).isEmpty();
    assertThat(site.run("sessions", "show", "dead", "--no-queues").out())
        .contains("REPLAY by ann", "dead letter dead-2 sent again (mended)");
  }

  @Test
  void aReplayThatDiesAgainCanBeReplayedAgain() throws Exception {
    die("twice-1");
    site.send("twice", 1, "east");
    await().atMost(BOUND).until(() -> site.regionsOfLetters("twice").equals(List.of("east")));
    site.run("dlq", "replay", "--session", "twice", "--reason", "first try", "--yes");
    await().atMost(BOUND).until(() -> site.regionsOfLetters("twice").contains("west"));

    site.troubles.remove("twice-1");
    await()
        .atMost(BOUND)
        .until(
            () -> {
              site.run("dlq", "replay", "--session", "twice", "--reason", "again", "--yes");
              return site.effectsOf("twice").size() == 1
                  && site.regionsOfLetters("twice").isEmpty();
            });
    assertThat(site.effectsOf("twice")).containsExactly("twice-1");
  }

  @Test
  void aMessageThatWaitsIsTracedAndOneThatNobodyHasIsNotFound() throws Exception {
    site.sendHome("wait", 1, "east", "west", Duration.ofHours(1));
    await().atMost(BOUND).until(() -> site.effectsOf("wait").size() == 1);

    Site.Answer trace = site.run("messages", "trace", "wait-1");
    Site.Answer unknown = site.run("messages", "trace", "nobody-1");
    Site.Answer settled =
        site.run(
            "messages",
            "trace",
            "x",
            "--session",
            "wait",
            "--stream",
            "web-1",
            "--seq",
            "1",
            "-o",
            "json");

    assertThat(trace.out())
        .contains("place      1 of stream web-1")
        .contains("copy       west: scheduled, due in")
        .contains("end        DONE");
    assertThat(unknown.code()).isEqualTo(3);
    assertThat(unknown.err().lines()).hasSize(1);
    assertThat(settled.json().at("/places/0/state").asText()).isEqualTo("DONE");
  }

  @Test
  @Tag("long")
  void aPlannedSwitchOverUnderLoadRepeatsNothing() throws Exception {
    Thread load =
        new Thread(
            () -> {
              for (int seq = 1; seq <= 40; seq++) {
                for (int session = 0; session < 5; session++) {
                  site.sendHome("load" + session, seq, "east", "west", Duration.ofSeconds(1));
                }
              }
            });
    load.start();
    await().atMost(BOUND).until(() -> site.effects.stream().anyMatch(e -> e.startsWith("load")));

    Site.Answer plan = site.run("evacuate", "east", "--reason", "change 12");
    Site.Answer gone = site.run("evacuate", "east", "--reason", "change 12", "--yes");
    assertThat(plan.out()).contains("would be   evacuated");
    assertThat(gone.code()).as(gone.err()).isZero();
    assertThat(gone.out()).contains("evacuated, its receivers hold nothing");
    long calls = east.status().load().handlerCalls();
    assertThat(site.run("evacuate", "west", "--reason", "both", "--yes").code()).isEqualTo(4);

    load.join();
    await().atMost(BOUND).until(() -> count("load") == 200);
    assertThat(east.status().load().handlerCalls()).isEqualTo(calls);
    Site.Answer back = site.run("return", "east", "--reason", "change 12 done", "--yes");
    assertThat(back.code()).as(back.err()).isZero();
    site.send("afterwards", 1, "east");
    await().atMost(BOUND).until(() -> site.effectsOf("afterwards").size() == 1);

    List<String> all = site.effects.stream().filter(e -> e.startsWith("load")).toList();
    assertThat(new HashSet<>(all)).as("no repeats").hasSameSizeAs(all);
  }

  @Test
  void mistakesAreOneSentenceAndTheRightExitCode() {
    Map<String, String> elsewhere = site.environment();
    elsewhere.put("TWINBUS_LEDGER_ENDPOINT", "http://127.0.0.1:1");
    Map<String, String> wrongKey = site.environment();
    wrongKey.put("TWINBUS_LEDGER_KEY", "d3Jvbmc=");
    Map<String, String> nothing = Map.of();

    Site.Answer unreachable = site.run(elsewhere, "sessions", "list");
    Site.Answer refused = site.run(wrongKey, "instances");
    Site.Answer unset = site.run(nothing, "instances");
    Site.Answer region = site.run("evacuate", "north", "--reason", "x");
    Site.Answer reason = site.run("evacuate", "east");

    assertThat(unreachable.code()).isEqualTo(1);
    assertThat(unreachable.err().lines()).hasSize(1);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("refuses the key");
    assertThat(unset.code()).isEqualTo(2);
    assertThat(unset.err()).contains("twinbus.ledger.endpoint");
    assertThat(region.code()).isEqualTo(2);
    assertThat(region.err()).contains("There is no region 'north'");
    assertThat(reason.code()).isEqualTo(2);
  }

  @Test
  void doctorWatchInitAndConfigCheckAnswer() throws Exception {
    Site.Answer init = site.run("ledger", "init", "--yes");
    Site.Answer doctor = site.run("doctor");
    JsonNode checks = site.run("doctor", "--read-only", "-o", "json").json();
    Site.Answer watch = site.run("watch");
    Site.Answer frames = site.run("watch", "--frames", "2", "--interval", "1", "-o", "jsonl");
    Map<String, String> typo = site.environment();
    typo.put("TWINBUS_LEDGER_ENPOINT", "x");
    Site.Answer config = site.run("config", "check");
    Site.Answer misspelt = site.run(typo, "config", "check");

    assertThat(init.code()).as(init.err()).isZero();
    assertThat(doctor.code()).as(doctor.out()).isZero();
    assertThat(doctor.out()).contains("stale writes", "A write with an outdated ETag is refused.");
    assertThat(doctor.out()).contains("The ledger is this deployment's.");
    assertThat(checks.toString()).contains("\"check\":\"consistency\",\"grade\":\"GOOD\"");
    assertThat(watch.out()).contains("REGION", "INSTANCE", "sessions:").doesNotContain("\u001b");
    assertThat(frames.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{\"at\":"));
    assertThat(config.code()).as(config.err()).isZero();
    assertThat(config.out()).doesNotContain(site.stack.ledgerKey());
    assertThat(misspelt.code()).isEqualTo(2);
    assertThat(misspelt.err()).contains("TWINBUS_LEDGER_ENPOINT is no setting of this version");
  }

  private static void die(String message) {
    site.troubles.put(message, call -> new HandlerOutcome.DeadLetter("BadAddress", "no such town"));
  }

  private static long count(String prefix) {
    return site.effects.stream().filter(effect -> effect.startsWith(prefix)).count();
  }
}
