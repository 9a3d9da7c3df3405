package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The repeats in a handler's own log, each of them explained by the one receiver that was killed,
 * or not.
 *
 * <p>With {@code commit: each} a receiver starts a session's next message only when the end of the
 * one before is written. So its death leaves at most one message a session of which the handler
 * knows an effect and the ledger no end: the session's newest effect, and brought by that receiver.
 * Whoever takes the session over calls the handler for it once more, under a higher token.
 */
final class HandlerRepeats {

  private final String regionOfTheDead;
  private final int mostInHand;

  /** One receiver died, of {@code regionOfTheDead}, with at most {@code mostInHand} messages. */
  HandlerRepeats(String regionOfTheDead, int mostInHand) {
    this.regionOfTheDead = regionOfTheDead;
    this.mostInHand = mostInHand;
  }

  /** Fails when any repeat among {@code calls}, the log in its order, is not explained. */
  void judge(List<JsonNode> calls) {
    Map<String, JsonNode> newest = new HashMap<>();
    int repeats = 0;
    for (JsonNode call : calls) {
      JsonNode before = newest.put(call.path("session").asText(), call);
      if (PythonHandler.isRepeat(call)) {
        repeats++;
        assertThat(before).as("what %s repeats", call).isNotNull();
        assertThat(call.path("id")).as("after %s: %s", before, call).isEqualTo(before.path("id"));
        assertThat(call.path("token").asLong())
            .as("after %s: %s", before, call)
            .isGreaterThan(before.path("token").asLong());
        // A second repeat of the same message has a repeat before it, by a receiver that lives.
        assertThat(PythonHandler.isRepeat(before)).as("repeated twice: %s", call).isFalse();
        assertThat(before.path("region").asText())
            .as("the receiver lives that brought %s", before)
            .isEqualTo(regionOfTheDead);
      }
    }
    assertThat(repeats).as("repeats, of messages in hand").isLessThanOrEqualTo(mostInHand);
  }
}
