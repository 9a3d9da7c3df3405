package io.twinbus.testkit.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The system around a handler that no framework has found. */
class TwinbusSystemTest {

  @Test
  void aHandlerWithoutAFrameworkIsTestedBetweenTwoRegions() throws Exception {
    FlatSettings settings =
        FlatSettings.of(Map.of("twinbus.queue", "parcels", "twinbus.home", "east"));

    try (Twinbus twinbus =
        Twinbus.start(
            settings,
            (message, call) -> CompletableFuture.completedFuture(new HandlerOutcome.Completed()))) {
      twinbus.send("p1", "weighed");
      twinbus.awaitHandled("p1", 1);
      twinbus.fail("east");
      twinbus.send("p1", "sent");

      assertThat(twinbus.awaitHandled("p1", 2))
          .extracting(Handled::id)
          .containsExactly("p1-1", "p1-2");
      assertThatThrownBy(() -> twinbus.send("p1", new Object()))
          .hasMessage("The body does not become JSON.")
          .hasRootCauseMessage("Send text or bytes: there is no JSON mapper here.");
    }
  }

  @Test
  void eachOfTwoQueuesHasAHandlerOfItsOwn() throws Exception {
    FlatSettings two =
        FlatSettings.of(
            Map.of("twinbus.queues.parcels.queue", "p", "twinbus.queues.letters.queue", "l"));
    SessionHandler done =
        (message, call) -> CompletableFuture.completedFuture(new HandlerOutcome.Completed());

    assertThatThrownBy(() -> Twinbus.start(two, done))
        .hasMessageContaining("letters, parcels: say which one is meant");
    assertThatThrownBy(() -> Twinbus.start(two, Map.of("parcels", done)))
        .hasMessage("No handler is given for the queue 'letters'.");
    try (Twinbus twinbus = Twinbus.start(two, Map.of("parcels", done, "letters", done))) {
      twinbus.queue("letters").send("s", "sealed");

      assertThat(twinbus.queue("letters").awaitHandled("s", 1)).hasSize(1);
      assertThat(twinbus.queue("parcels").handled("s")).isEmpty();
    }
  }

  @Test
  void whatWasNotHandledIsSaidInASentence() {
    HandledLog log = new HandledLog(Clocks.system());

    assertThatThrownBy(() -> log.await(handled -> true, 2, Duration.ofMillis(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("Within 0 s 0 calls ended well, not 2: [].");
  }
}
