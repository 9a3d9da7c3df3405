package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One act on hundreds of sessions: counted first, at a rate, and gone on with after Ctrl-C. */
class BulkActsTest {

  private static final Duration BOUND = Duration.ofMinutes(4);
  private static final int SESSIONS = 400;

  @AutoClose private final Site site = new Site();

  @Test
  @Tag("long")
  void fourHundredBlockedSessionsAreLetGoInOneCommandThatGoesOnAfterCtrlC() throws Exception {
    block(SESSIONS, "TW");
    block(3, "other");

    JsonNode reasons = site.run("sessions", "list", "--by", "reason", "-o", "json").json();
    assertThat(reasons).hasSize(1);
    assertThat(reasons.get(0).get("sessions").asInt()).isEqualTo(SESSIONS + 3);
    assertThat(reasons.get(0).get("reason").asText()).contains("sink is down");
    String[] retry = {
      "sessions",
      "unblock",
      "--retry",
      "--status",
      "blocked",
      "--prefix",
      "TW",
      "--block-reason",
      "sink is down",
      "--rate",
      "100/s",
      "--reason",
      "sink mended"
    };
    Site.Answer plan = site.run(retry);

    assertThat(plan.code()).isZero();
    assertThat(plan.out())
        .contains("sessions   400", "blocked    400: ", "would be   unblocked")
        .contains("undo       twinbus sessions block --status");
    assertThat(blocked()).isEqualTo(SESSIONS + 3);

    Site.Answer broken = Site.run(interruptedAtWait(40), with(retry, "--yes"));
    assertThat(Thread.interrupted()).as("it has stopped as by Ctrl-C").isTrue();
    int left = blocked() - 3;
    assertThat(broken.code()).isEqualTo(1);
    assertThat(left).isBetween(1, SESSIONS - 1);

    long begin = System.nanoTime();
    Site.Answer done = site.run(with(retry, "--yes"));
    Duration took = Duration.ofNanos(System.nanoTime() - begin);

    assertThat(done.code()).as(done.out() + done.err()).isZero();
    assertThat(done.out()).contains("done       " + left + " unblocked");
    System.out.printf("%d sessions let go in %d ms%n", left, took.toMillis());
    site.receiver("east");
    await().atMost(BOUND).until(() -> site.effects.size() == SESSIONS);
    assertThat(site.effects).doesNotHaveDuplicates().allMatch(each -> each.startsWith("TW"));
    for (int i = 1; i <= SESSIONS; i += 57) {
      JsonNode shown = site.run("sessions", "show", "TW" + i, "--no-queues", "-o", "json").json();
      assertThat(shown.get("history")).as("one act, TW" + i).hasSize(1);
    }
    assertThat(blocked()).as("those of another prefix").isEqualTo(3);
  }

  @Test
  void whatIsDoneByHandEndsAsDoneAndTheSessionGoesOn() throws Exception {
    block(3, "hand");
    for (int i = 1; i <= 3; i++) {
      site.send("hand" + i, 2, "east");
    }

    Site.Answer done =
        site.run(
            "sessions",
            "unblock",
            "--done",
            "--status",
            "blocked",
            "--prefix",
            "hand",
            "--reason",
            "booked by hand",
            "--yes",
            "-o",
            "json");

    assertThat(done.json().get("acted").asInt()).isEqualTo(3);
    JsonNode entries = site.run("audit", "list", "--act", "DONE", "-o", "json").json();
    assertThat(entries)
        .extracting(entry -> entry.get("session").asText())
        .as("each act of many is on record")
        .containsExactlyInAnyOrder("hand1", "hand2", "hand3");
    site.receiver("east");
    await().atMost(BOUND).until(() -> site.effects.size() == 3);
    assertThat(site.effects).containsExactlyInAnyOrder("hand1-2", "hand2-2", "hand3-2");
    JsonNode shown = site.run("sessions", "show", "hand1", "--no-queues", "-o", "json").json();
    assertThat(shown.at("/history/0/kind").asText()).isEqualTo("DONE");
    assertThat(shown.at("/history/0/effect").asText())
        .isEqualTo("unblocked, message 1 of stream web-1 done by hand");
    assertThat(shown.at("/cursors/0/seq").asLong()).isEqualTo(2);
    assertThat(shown.get("ended")).as("what is DONE needs no range").isEmpty();
  }

  @Test
  void theClaimsOfAnOwnerThatDiedAreEndedInOneCommandThatJudgesItOnce() throws Exception {
    RegionName east = new RegionName("east");
    Owner dead = new Owner(east, new InstanceId("gone"), new ClaimId("c"));
    for (int i = 1; i <= 30; i++) {
      site.create("held" + i, new Custody(SessionStatus.WORKING, dead, 41, null));
    }
    site.create("idle", new Custody(SessionStatus.IDLE, null, 41, null));
    String[] release = {
      "sessions", "release", "--status", "working", "--prefix", "held", "--reason", "rack lost"
    };

    Site.Answer plan = site.run(site.impatient(), release);
    Site.Answer done = site.run(site.impatient(), with(release, "--yes"));
    Site.Answer again = site.run(site.impatient(), with(release, "--yes"));

    assertThat(plan.out()).contains("sessions   30", "would be   claims of dead owners ended");
    assertThat(done.code()).as(done.out() + done.err()).isZero();
    assertThat(done.out()).contains("done       30 claims of dead owners ended");
    assertThat(done.err()).containsOnlyOnce("Waiting for a sign of life of east/gone");
    assertThat(again.out()).contains("sessions   0");
    for (int i = 1; i <= 30; i++) {
      assertThat(site.status("held" + i)).isEqualTo("PENDING");
    }
  }

  @Test
  void aMistakeIsOneSentence() {
    for (String line :
        new String[] {
          "sessions unblock --retry --reason x",
          "sessions unblock TW1 --retry --status blocked --reason x",
          "sessions unblock --retry --status blocked --rate 0/s --reason x",
          "sessions unblock --retry --status blocked --rate 1001/s --reason x",
          "sessions unblock --retry --block-reason x --reason x",
          "sessions block --reason x",
          "sessions release --reason x",
          "sessions unblock --retry --done TW1 --reason x"
        }) {
      Site.Answer answer = site.run(line.split(" "));

      assertThat(answer.code()).as(line).isEqualTo(2);
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).startsWith("twinbus: ");
    }
  }

  /**
   * Interrupts a command as Ctrl-C does. Its time passes only while it waits: so it waits before
   * each session, however slow the machine is.
   */
  private CliContext interruptedAtWait(int last) {
    CliContext here = CliContext.ofThisMachine();
    Now begin = here.clocks().now();
    AtomicInteger waits = new AtomicInteger();
    AtomicLong waited = new AtomicLong();
    return new CliContext(
        here.ledger(),
        here.queues(),
        () -> {
          Duration passed = Duration.ofNanos(waited.get());
          return new Now(begin.monotonic().plus(passed), begin.wall().plus(passed));
        },
        time -> {
          if (waits.incrementAndGet() == last) {
            throw new InterruptedException("Ctrl-C");
          }
          waited.addAndGet(time.toNanos());
        },
        site.environment());
  }

  /** As a receiver leaves them whose handler has failed twice for the first message. */
  private void block(int sessions, String prefix) throws Exception {
    for (int i = 1; i <= sessions; i++) {
      Block block =
          new Block(
              "All 2 attempts failed; the last one said: sink is down",
              prefix + i + "-1",
              "inst-1",
              Instant.now());
      SessionRecord first =
          SessionRecord.first(
              new SessionId(prefix + i),
              new Custody(SessionStatus.BLOCKED, null, 7, block),
              WriteMark.of(new WriteId("w"), Instant.now()));
      Progress progress =
          new Progress(
              new TreeMap<>(),
              List.of(),
              new TreeMap<>(Map.of(new StreamId("web-1"), new Suspect(1, 2, 0, false))),
              new TreeMap<>());
      site.create(first.withProgress(progress));
      site.send(prefix + i, 1, "east");
    }
  }

  private int blocked() throws Exception {
    return site.run("sessions", "list", "--status", "blocked", "--limit", "1000", "-o", "json")
        .json()
        .size();
  }

  private static String[] with(String[] line, String more) {
    String[] all = Arrays.copyOf(line, line.length + 1);
    all[line.length] = more;
    return all;
  }
}
