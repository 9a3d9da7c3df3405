package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.HandlerOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What operators look at and put right, with receivers at work in both regions. */
class OperatorActsTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site();
    site.receiver("east");
    site.receiver("west");
  }

  @Test
  void aBlockedSessionIsListedShownRetriedAndGoesOn() throws Exception {
    site.troubles.put(
        "poison-2", call -> new HandlerOutcome.Retry("sink is down", Optional.empty()));
    for (int seq = 1; seq <= 3; seq++) {
      site.send("poison", seq, "east", "west");
    }
    site.awaitBlocked("poison");

    Site.Answer list = site.run("sessions", "list", "--status", "blocked", "--prefix", "pois");
    Site.Answer show = site.run("sessions", "show", "poison");
    Site.Answer plan =
        site.run("sessions", "unblock", "poison", "--retry", "--reason", "sink mended");

    assertThat(list.out()).contains("poison", "BLOCKED");
    assertThat(show.out())
        .contains("blocked    All 2 attempts failed")
        .contains("(message poison-2)")
        .contains("east: 2 active")
        .contains("poison-2  2 of stream web-1, next: active")
        .contains("poison-3  3 of stream web-1, waits behind its failing predecessor 2: active");
    assertThat(plan.code()).isZero();
    assertThat(plan.out()).contains("would be   unblocked, every attempt forgiven");
    assertThat(site.status("poison")).isEqualTo("BLOCKED");

    site.troubles.remove("poison-2");
    Site.Answer done =
        site.run("sessions", "unblock", "poison", "--retry", "--reason", "sink mended", "--yes");

    assertThat(done.code()).isZero();
    assertThat(done.out()).contains("done", "ann (self-declared): sink mended");
    await().atMost(BOUND).until(() -> site.effectsOf("poison").size() == 3);
    assertThat(site.effectsOf("poison")).containsExactly("poison-1", "poison-2", "poison-3");
    assertThat(site.run("sessions", "show", "poison", "--no-queues").out())
        .contains("history    RETRY by ann");
    Site.Answer again =
        site.run("sessions", "unblock", "poison", "--retry", "--reason", "again", "--yes");
    assertThat(again.code()).isEqualTo(4);
    assertThat(again.err().lines()).hasSize(1).first().asString().contains("not BLOCKED");
  }

  @Test
  void aPoisonousMessageIsSkippedUnderTheOperatorsName() throws Exception {
    site.troubles.put("skip-1", call -> new HandlerOutcome.Retry("never", Optional.empty()));
    site.send("skip", 1, "east", "west");
    site.send("skip", 2, "east", "west");
    site.awaitBlocked("skip");

    JsonNode done =
        site.run(
                "sessions",
                "unblock",
                "skip",
                "--skip",
                "--reason",
                "ticket 7",
                "--yes",
                "-o",
                "json")
            .json();

    assertThat(done.get("effect").asText())
        .isEqualTo("unblocked, message 1 of stream web-1 skipped");
    await().atMost(BOUND).until(() -> site.effectsOf("skip").size() == 1);
    assertThat(site.effectsOf("skip")).containsExactly("skip-2");
    JsonNode shown = site.run("sessions", "show", "skip", "-o", "json").json();
    assertThat(shown.at("/ended/0/state").asText()).isEqualTo("SKIPPED");
    assertThat(shown.at("/ended/0/reason").asText())
        .isEqualTo("SkippedByOperator: ann (self-declared)");
    assertThat(shown.at("/history/0/reason").asText()).isEqualTo("ticket 7");
  }

  @Test
  void aSessionIsHeldByHandAndLetGo() throws Exception {
    site.send("byhand", 1, "east", "west");
    await().atMost(BOUND).until(() -> site.effectsOf("byhand").size() == 1);

    Site.Answer plan = site.run("sessions", "block", "byhand", "--reason", "customer asks");
    assertThat(site.status("byhand")).isNotEqualTo("BLOCKED");
    Site.Answer held =
        site.run("sessions", "block", "byhand", "--reason", "customer asks", "--yes");
    site.send("byhand", 2, "east", "west");
    Site.Answer again = site.run("sessions", "block", "byhand", "--reason", "x", "--yes");

    assertThat(plan.out()).contains("would be   held for an operator");
    assertThat(held.out())
        .contains("undo       twinbus sessions unblock byhand --retry --reason … --yes");
    assertThat(again.code()).isEqualTo(4);
    assertThat(again.err()).contains("BLOCKED already, by ann (self-declared): customer asks");
    Site.Answer shown = site.run("sessions", "show", "byhand");
    assertThat(shown.out())
        .contains("blocked    customer asks, by ann (self-declared)")
        .contains("history    BLOCK by ann");
    assertThat(site.effectsOf("byhand")).containsExactly("byhand-1");

    site.run("sessions", "unblock", "byhand", "--retry", "--reason", "goes on", "--yes");

    await().atMost(BOUND).until(() -> site.effectsOf("byhand").size() == 2);
    assertThat(site.effectsOf("byhand")).containsExactly("byhand-1", "byhand-2");
  }

  @Test
  void aMessageThatTheHandlerRefusesIsSkipped() throws Exception {
    site.troubles.put(
        "refused-1", call -> new HandlerOutcome.DeadLetter("HandlerRefused", "it answered 400"));
    site.send("refused", 1, "east", "west");
    site.send("refused", 2, "east", "west");
    await().atMost(BOUND).until(() -> site.status("refused").equals("BLOCKED"));

    Site.Answer done =
        site.run("sessions", "unblock", "refused", "--skip", "--reason", "ticket 8", "--yes");

    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.out()).contains("undo       nothing undoes it");
    await().atMost(BOUND).until(() -> site.effectsOf("refused").size() == 1);
    assertThat(site.effectsOf("refused")).containsExactly("refused-2");
  }

  @Test
  void aGapInBothRegionsIsListedAndPassedOver() throws Exception {
    site.send("gap", 1, "east", "west");
    await().atMost(BOUND).until(() -> site.effectsOf("gap").size() == 1);
    site.send("gap", 3, "east", "west");
    await()
        .atMost(BOUND)
        .until(() -> site.run("gaps", "list").out().contains("east (holds 3), west (holds 3)"));

    Site.Answer plan = site.run("gaps", "skip", "gap", "--reason", "lost");
    JsonNode planned = site.run("gaps", "skip", "gap", "--reason", "lost", "-o", "json").json();
    Site.Answer done = site.run("gaps", "skip", "gap", "--reason", "lost", "--yes");

    assertThat(plan.out()).contains("would be   messages 2 to 2 of stream web-1 skipped");
    assertThat(planned.get("done").asBoolean()).isFalse();
    assertThat(planned.get("effect").asText()).contains("messages 2 to 2 of stream web-1 skipped");
    assertThat(done.code()).as(done.err()).isZero();
    await().atMost(BOUND).until(() -> site.effectsOf("gap").size() == 2);
    assertThat(site.effectsOf("gap")).containsExactly("gap-1", "gap-3");
    assertThat(site.run("gaps", "skip", "gap", "--reason", "x", "--yes").code()).isEqualTo(4);
  }

  @Test
  void aGapWhoseMessageIsSomewhereIsNotPassedOver() throws Exception {
    site.sendHome("late", 1, "east", "west", Duration.ofMillis(1));
    await().atMost(BOUND).until(() -> site.effectsOf("late").size() == 1);
    site.send("late", 3, "east", "west");
    await()
        .atMost(BOUND)
        .until(() -> site.run("gaps", "list", "-o", "json").json().toString().contains("late"));
    site.sendHome("late", 2, "west", "east", Duration.ofHours(1));

    Site.Answer refused = site.run("gaps", "skip", "late", "--reason", "lost", "--yes");

    assertThat(refused.code()).isEqualTo(4);
    await().atMost(BOUND).until(() -> site.effectsOf("late").size() == 3);
  }

  @Test
  void onlyADeadOwnersClaimIsReleased() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    site.troubles.put("held-1", call -> busyUntil(looked));
    site.send("held", 1, "east");
    await().atMost(BOUND).until(() -> site.status("held").equals("WORKING"));
    Owner dead = new Owner(new RegionName("east"), new InstanceId("gone"), new ClaimId("c"));
    site.create("orphan", new Custody(SessionStatus.WORKING, dead, 41, null));

    Site.Answer alive = site.run("sessions", "release", "held", "--reason", "stuck", "--yes");
    JsonNode planned =
        site.run(
                site.impatient(), "sessions", "release", "orphan", "--reason", "gone", "-o", "json")
            .json();
    Site.Answer released =
        site.run(site.impatient(), "sessions", "release", "orphan", "--reason", "gone", "--yes");

    assertThat(alive.code()).isEqualTo(4);
    assertThat(alive.err()).contains("which is alive");
    assertThat(planned.get("session").asText()).isEqualTo("orphan");
    assertThat(planned.get("done").asBoolean()).isFalse();
    assertThat(planned.get("effect").asText()).contains("claim of east/gone ended");
    assertThat(released.out()).contains("claim of east/gone ended");
    JsonNode shown = site.run("sessions", "show", "orphan", "--no-queues", "-o", "json").json();
    assertThat(shown.get("status").asText()).isEqualTo("PENDING");
    assertThat(shown.get("token").asLong()).isEqualTo(42);
    looked.countDown();
    await()
        .atMost(BOUND)
        .until(() -> site.run("sessions", "show", "held", "--no-queues").out().contains("IDLE"));
  }

  @Test
  void instancesSaysWhoWaitsForSessionsThatOthersOwn() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    site.troubles.put("kept-1", call -> busyUntil(looked));
    site.send("kept", 1, "east");
    await().atMost(BOUND).until(() -> site.status("kept").equals("WORKING"));

    site.send("kept", 1, "west");

    await()
        .atMost(BOUND)
        .until(
            () ->
                site.run("instances")
                    .err()
                    .contains("in west has messages of 1 session that others own"));
    looked.countDown();
    await().atMost(BOUND).until(() -> site.effectsOf("kept").size() == 1);
  }

  @Test
  void instancesAndRegionsSayWhoWorksWhere() throws Exception {
    site.send("seen", 1, "east", "west");
    await().atMost(BOUND).until(() -> site.effectsOf("seen").size() == 1);

    JsonNode instances = site.run("instances", "-o", "json").json();
    JsonNode regions = site.run("regions", "-o", "json").json();
    Site.Answer table = site.run("regions");
    Site.Answer csv = site.run("instances", "-o", "csv");

    assertThat(instances).hasSizeGreaterThanOrEqualTo(2);
    assertThat(instances.get(0).get("state").asText()).isEqualTo("WORKING");
    assertThat(regions.get(0).get("region").asText()).isEqualTo("east");
    assertThat(regions.get(0).get("receivers").asInt()).isEqualTo(1);
    assertThat(table.out()).contains("REGION", "east", "OPEN");
    assertThat(csv.out()).startsWith("instance,region,state,leaseAgeMs");
  }

  /** A handler at work for longer than the verdict takes. */
  private static HandlerOutcome busyUntil(CountDownLatch looked) {
    try {
      assertThat(looked.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new HandlerOutcome.Completed();
  }
}
