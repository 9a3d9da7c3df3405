package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.twinbus.receiver.HandlerOutcome;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A handler that refuses everything is taken for broken, until an operator says otherwise. */
@Tag("long")
class BelieveTest {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final int SESSIONS = 6;

  @AutoClose private final Site site = new Site();

  @Test
  void anOperatorsWordHasTheRefusalsBelieved() throws Exception {
    for (int i = 1; i <= SESSIONS; i++) {
      site.troubles.put(
          "refused" + i + "-1",
          call -> new HandlerOutcome.DeadLetter("HandlerRefused", "The endpoint answered 400"));
      site.send("refused" + i, 1, "east");
    }
    site.receiver("east");
    await().atMost(BOUND).until(() -> site.run("instances").out().contains("HANDLER_AWAY"));
    assertThat(blocked()).isEqualTo(2);

    Site.Answer plan = site.run("handler", "believe", "--reason", "bad batch");
    Site.Answer elsewhere =
        site.run("handler", "believe", "--region", "west", "--reason", "bad batch", "--yes");
    assertThat(blocked()).isEqualTo(2);
    Site.Answer done = site.run("handler", "believe", "--reason", "bad batch", "--yes");

    assertThat(plan.out()).contains("would be   refusals believed until a call ends well");
    assertThat(elsewhere.code()).as(elsewhere.err()).isZero();
    assertThat(done.code()).as(done.err()).isZero();
    await().atMost(BOUND).until(() -> blocked() == SESSIONS);
  }

  private long blocked() throws JsonProcessingException {
    return site.run("sessions", "list", "--status", "blocked", "-o", "json").json().size();
  }
}
