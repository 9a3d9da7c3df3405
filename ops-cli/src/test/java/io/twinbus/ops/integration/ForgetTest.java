package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code sessions forget}, with receivers at work in both regions. */
class ForgetTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final String STATE = "what the customer has ordered";
  private static final String REASON = "the customer's name is no name";
  private static final String TICKET = "ticket about the customer";
  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site();
    site.receiver("east");
    site.receiver("west");
  }

  @Test
  void nothingOfASessionStaysButHowFarItHasComeAndNoStragglerRuns() throws Exception {
    site.troubles.put("gone-1", call -> new HandlerOutcome.Completed(new StateChange.Set(state())));
    site.troubles.put("gone-2", call -> new HandlerOutcome.DeadLetter("HandlerRefused", REASON));
    site.send("gone", 1, "east", "west");
    site.send("gone", 2, "east", "west");
    await().atMost(BOUND).until(() -> site.status("gone").equals("BLOCKED"));
    Site.Answer held = site.run("sessions", "forget", "gone", "--reason", "request", "--yes");
    site.run("sessions", "unblock", "gone", "--skip", "--reason", TICKET, "--yes");
    site.send("gone", 3, "east", "west");
    await().atMost(BOUND).until(() -> site.effectsOf("gone").contains("gone-3"));
    await().atMost(BOUND).until(() -> site.status("gone").equals("IDLE"));
    List<String> effects = site.effectsOf("gone");
    assertThat(record("gone").state()).contains(Body.ofUtf8(STATE));
    assertThat(record("gone").toString()).contains(TICKET, "SkippedByOperator");

    Site.Answer plan = site.run("sessions", "forget", "gone", "--reason", "request 4711");
    Site.Answer done = site.run("sessions", "forget", "gone", "--reason", "request 4711", "--yes");
    Site.Answer again = site.run("sessions", "forget", "gone", "--reason", "request", "--yes");

    assertThat(held.code()).isEqualTo(4);
    assertThat(held.err()).contains("BLOCKED").contains("before it is forgotten");
    assertThat(plan.out()).contains("would be   state, history and reasons erased; cursors stay");
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(again.code()).isEqualTo(4);
    assertThat(again.err()).contains("was forgotten at");
    SessionRecord tombstone = record("gone");
    assertThat(tombstone.state()).isEmpty();
    assertThat(tombstone.toString()).doesNotContain(REASON, TICKET, "SkippedByOperator");
    JsonNode shown = site.run("sessions", "show", "gone", "-o", "json").json();
    assertThat(shown.at("/cursors/0/seq").asLong()).isEqualTo(3);
    assertThat(shown.at("/history")).hasSize(1);
    assertThat(shown.at("/history/0/kind").asText()).isEqualTo("FORGET");

    for (long straggler = 1; straggler <= 3; straggler++) {
      site.send("gone", straggler, "east", "west");
    }
    site.send("gone", 4, "east", "west");
    await().atMost(BOUND).until(() -> site.effectsOf("gone").contains("gone-4"));
    await().atMost(BOUND).until(() -> unsettled() == 0);

    assertThat(site.effectsOf("gone")).hasSize(effects.size() + 1).startsWith(effects.get(0));
    assertThat(audited("gone")).contains("FORGET");
  }

  @Test
  void noIdIsLeftInTheLedgerAndNoStragglerWithoutANumberRuns() throws Exception {
    String session = "customer-4711";
    String done = session + "-done";
    String skipped = session + "-skipped";
    site.troubles.put(done, call -> new HandlerOutcome.Completed(new StateChange.Set(state())));
    site.troubles.put(skipped, call -> new HandlerOutcome.DeadLetter("HandlerRefused", REASON));
    site.sendForeign(session, done, "east", "west");
    await().atMost(BOUND).until(() -> site.effects.contains(done));
    site.sendForeign(session, skipped, "east", "west");
    await().atMost(BOUND).until(() -> site.status(session).equals("BLOCKED"));
    site.run("sessions", "unblock", session, "--skip", "--reason", TICKET, "--yes");
    await().atMost(BOUND).until(() -> site.status(session).equals("IDLE"));
    await().atMost(BOUND).until(() -> unsettled() == 0);
    assertThat(documents()).anyMatch(document -> document.contains(skipped));

    Site.Answer forgotten = site.run("sessions", "forget", session, "--reason", "request", "--yes");

    assertThat(forgotten.code()).as(forgotten.err()).isZero();
    assertThat(forgotten.err()).contains("Erased beside the session's record: 2 records.");
    assertThat(documents())
        .noneMatch(
            document ->
                document.contains(session)
                    || document.contains(REASON)
                    || document.contains(TICKET));
    assertThat(site.status(session)).isEqualTo("FORGOTTEN");

    site.sendForeign(session, done, "east", "west");
    site.sendForeign(session, skipped, "east", "west");
    site.sendForeign(session, session + "-new", "east", "west");
    await().atMost(BOUND).until(() -> site.effects.contains(session + "-new"));
    await().atMost(BOUND).until(() -> unsettled() == 0);

    assertThat(site.effectsOf(session)).containsExactly(done, session + "-new");
    await().atMost(BOUND).until(() -> site.status(session).equals("IDLE"));
    assertThat(site.run("sessions", "list", "--prefix", session).out()).contains(session);
  }

  @Test
  void aSessionThatAReceiverHoldsIsNotForgotten() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    site.troubles.put("busy-1", call -> completedAfter(asked));
    site.send("busy", 1, "east", "west");
    await().atMost(BOUND).until(() -> site.status("busy").equals("WORKING"));

    Site.Answer refused = site.run("sessions", "forget", "busy", "--reason", "request", "--yes");
    asked.countDown();

    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.err()).contains("try again when it is idle");
  }

  private static HandlerOutcome completedAfter(CountDownLatch asked) {
    try {
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new HandlerOutcome.Completed();
  }

  private static Body state() {
    return Body.ofUtf8(STATE);
  }

  private static long unsettled() {
    return List.of("east", "west").stream()
        .flatMap(region -> site.stack.region(region).counts().stream())
        .mapToLong(counts -> counts.unsettled())
        .sum();
  }

  private static List<String> documents() {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(site.stack.ledgerEndpoint())
            .key(site.stack.ledgerKey())
            .gatewayMode()
            .buildClient()) {
      return client
          .getDatabase("twinbus")
          .getContainer("ledger")
          .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
          .stream()
          .map(JsonNode::toString)
          .toList();
    }
  }

  private static List<String> audited(String session) throws Exception {
    return site.run("audit", "list", "--session", session, "-o", "json")
        .json()
        .findValuesAsText("act");
  }

  private static SessionRecord record(String session) throws Exception {
    ReadOutcome<SessionRecord> outcome =
        site.ledger
            .sessions()
            .read(new SessionId(session))
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    return ((ReadOutcome.Found<SessionRecord>) outcome).record();
  }
}
