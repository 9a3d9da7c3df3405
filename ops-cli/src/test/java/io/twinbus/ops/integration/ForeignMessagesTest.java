package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.receiver.HandlerOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Messages of foreign senders, which have no number: traced, passed over, sent again. */
class ForeignMessagesTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  @AutoClose private final Site site = new Site();

  private void receive() throws Exception {
    site.receiver("east");
    site.receiver("west");
  }

  @Test
  void oneThatHasRunIsTracedByItsSession() throws Exception {
    receive();
    site.sendForeign("calm", "calm-a", "east", "west");
    await().atMost(BOUND).until(() -> site.effectsOf("calm").size() == 1);
    await()
        .atMost(BOUND)
        .until(() -> trace("calm-a", "calm").path("state").asText().equals("DONE"));

    assertThat(site.run("messages", "trace", "calm-a", "--session", "calm").out())
        .contains("end        DONE");
    assertThat(trace("never", "calm").path("state").asText()).isEqualTo("NOT_ENDED");
    assertThat(site.effectsOf("calm")).containsExactly("calm-a");
  }

  @Test
  void oneThatBlocksItsSessionIsPassedOverUnderTheOperatorsName() throws Exception {
    receive();
    site.troubles.put("stop-a", call -> new HandlerOutcome.Retry("never", Optional.empty()));
    site.sendForeign("stop", "stop-a", "east", "west");
    site.sendForeign("stop", "stop-b", "east", "west");
    await().atMost(BOUND).until(() -> site.status("stop").equals("BLOCKED"));

    Site.Answer plan = site.run("sessions", "unblock", "stop", "--skip", "--reason", "t 7");
    assertThat(plan.out()).contains("would be   unblocked, message stop-a skipped");
    assertThat(trace("stop-a", "stop").path("state").asText()).isEqualTo("NOT_ENDED");
    assertThat(trace("stop-a", "stop").path("failures").asInt()).isEqualTo(2);
    Site.Answer done =
        site.run("sessions", "unblock", "stop", "--skip", "--reason", "t 7", "--yes");

    assertThat(done.code()).as(done.err()).isZero();
    await().atMost(BOUND).until(() -> site.effectsOf("stop").size() == 1);
    assertThat(site.effectsOf("stop")).containsExactly("stop-b");
    JsonNode story = trace("stop-a", "stop");
    assertThat(story.path("state").asText()).isEqualTo("SKIPPED");
    assertThat(story.path("reason").asText()).isEqualTo("SkippedByOperator: ann (self-declared)");
    assertThat(site.run("sessions", "show", "stop", "--no-queues").out())
        .contains("history    SKIP by ann", "message stop-a skipped (t 7)");
  }

  @Test
  void aDeadOneIsSentAgainOnceAndOneThatHasRunIsLeftAlone() throws Exception {
    site.withDeadLetters();
    receive();
    site.troubles.put("late-a", call -> new HandlerOutcome.DeadLetter("BadAddress", "no town"));
    site.sendForeign("late", "late-a", "east", "west");
    await()
        .atMost(BOUND)
        .until(() -> site.regionsOfLetters("late").equals(List.of("east", "west")));
    assertThat(trace("late-a", "late").path("state").asText()).isEqualTo("DEAD");

    site.troubles.remove("late-a");
    Site.Answer done =
        site.run("dlq", "replay", "--session", "late", "--reason", "mended", "--yes");

    assertThat(done.out()).contains("1 sent again, 2 copies removed, 0 failed");
    await().atMost(BOUND).until(() -> site.effectsOf("late").size() == 1);
    assertThat(site.letters("late")).isEmpty();
  }

  private JsonNode trace(String id, String session) throws Exception {
    return site.run("messages", "trace", id, "--session", session, "-o", "json")
        .json()
        .at("/places/0");
  }
}
