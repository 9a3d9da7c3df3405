package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators say to all receivers: pause, go on, believe your handler. */
class PauseTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site();
    site.run("ledger", "init", "--yes");
    site.receiver("east");
    site.receiver("west");
  }

  @AfterEach
  void goOn() {
    site.run("resume", "--reason", "over", "--yes");
    site.run("return", "west", "--reason", "over", "--yes");
  }

  @Test
  void aPauseStopsEveryReceiverIsShownEverywhereAndEndsWithItsResume() throws Exception {
    Site.Answer plan = site.run("pause", "--reason", "change 12");
    assertThat(site.run("regions").out()).doesNotContain("PAUSED");

    Site.Answer done = site.run("pause", "--reason", "change 12", "--for", "1h", "--yes");
    site.send("paused", 1, "east", "west");

    assertThat(plan.code()).isZero();
    assertThat(plan.out()).contains("receivers  all receivers", "would be   paused until");
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.out())
        .contains(
            "done       paused until",
            "undo       twinbus resume --reason",
            "ann (self-declared): change 12");
    Site.Answer regions = site.run("regions");
    assertThat(regions.out()).containsPattern("east +PAUSED").containsPattern("west +PAUSED");
    assertThat(regions.err()).contains("Paused: all receivers, by ann", "left): change 12");
    JsonNode region = site.run("regions", "-o", "json").json().get(0);
    assertThat(region.at("/paused/by").asText()).isEqualTo("ann (self-declared)");
    assertThat(region.at("/paused/reason").asText()).isEqualTo("change 12");
    assertThat(region.at("/paused/until").asText()).isNotEmpty();
    assertThat(site.run("instances").out()).contains("PAUSED").doesNotContain("WORKING");
    assertThat(site.run("watch").out()).contains("PAUSED", "Paused: all receivers, by ann");
    assertThat(site.run("doctor", "--read-only").out())
        .contains("Paused: all receivers, by ann", "'resume' ends it");
    assertThat(site.effectsOf("paused")).isEmpty();
    assertThat(site.status("paused")).isEmpty();

    Site.Answer resumed = site.run("resume", "--reason", "change 12 done", "--yes");

    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(resumed.out()).contains("done       resumed, 1 pauses ended");
    await().atMost(BOUND).until(() -> site.effectsOf("paused").size() == 1);
    Site.Answer again = site.run("resume", "--reason", "again", "--yes");
    assertThat(again.out()).contains("resumed, as they are already");
  }

  @Test
  void aPauseEndsByItself() {
    Site.Answer done = site.run("pause", "--reason", "short", "--for", "2s", "--yes");
    site.send("alone", 1, "east", "west");

    assertThat(done.out()).contains("paused until");
    await().atMost(BOUND).until(() -> site.effectsOf("alone").size() == 1);
    assertThat(site.run("regions").out()).doesNotContain("PAUSED");
  }

  @Test
  @Tag("long")
  void aResumeLeavesAnEvacuationAndAReturnLeavesAPause() {
    site.run("evacuate", "west", "--reason", "change 13", "--yes");
    site.run("pause", "--region", "west", "--reason", "change 13", "--yes");

    Site.Answer resumed = site.run("resume", "--reason", "pause over", "--yes");
    String afterResume = site.run("regions").out();
    site.run("pause", "--region", "west", "--reason", "again", "--yes");
    site.run("return", "west", "--reason", "change 13 done", "--yes");

    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(afterResume).containsPattern("east +OPEN").containsPattern("west +EVACUATED");
    assertThat(site.run("regions").out()).containsPattern("west +PAUSED");
  }

  @Test
  void aPauseOfARegionLeavesTheOtherToDoTheWork() {
    Site.Answer done =
        site.run("pause", "--region", "east", "--reason", "change 14", "--for", "10m", "--yes");
    site.send("elsewhere", 1, "east", "west");

    assertThat(done.out()).contains("receivers  region east");
    await().atMost(BOUND).until(() -> site.effectsOf("elsewhere").size() == 1);
    Site.Answer wider = site.run("resume", "--region", "west", "--reason", "x", "--yes");
    assertThat(wider.err()).contains("Paused: region east");
    assertThat(site.run("regions").out()).containsPattern("east +PAUSED");
  }

  @Test
  void aPauseOfAnotherQueueIsToldAndStopsNobodyHere() {
    Site.Answer done =
        site.run("pause", "--queue", "returns", "--reason", "change 15", "--for", "10m", "--yes");
    site.send("other-queue", 1, "east", "west");

    assertThat(done.err()).contains("about the queue 'orders'", "of q:returns exist is not known");
    await().atMost(BOUND).until(() -> site.effectsOf("other-queue").size() == 1);
    Site.Answer regions = site.run("regions");
    assertThat(regions.out()).doesNotContain("PAUSED");
    assertThat(regions.err()).contains("Paused: q:returns, by ann");
  }

  @Test
  void aMistakeIsOneSentence() {
    for (String[] line :
        new String[][] {
          {"pause", "--for", "31d", "--reason", "x"},
          {"pause", "--for", "0s", "--reason", "x"},
          {"pause", "--region", "north", "--reason", "x"},
          {"pause", "--subscription", "events", "--reason", "x"},
          {"pause", "--queue", "a", "--subscription", "b/c", "--reason", "x"}
        }) {
      Site.Answer answer = site.run(line);

      assertThat(answer.code()).as(String.join(" ", line)).isEqualTo(2);
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).startsWith("twinbus: ");
    }
  }
}
