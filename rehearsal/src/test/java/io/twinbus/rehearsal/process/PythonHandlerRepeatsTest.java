package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the judge of repeats finds those that no dead receiver explains. */
class PythonHandlerRepeatsTest {

  private static final JsonNode FIRST = effect(1, 1, "east");
  private static final JsonNode SECOND = effect(2, 1, "east");

  @Test
  void whatTheDeadReceiverHadInHandIsRepeatedUnderAHigherToken() {
    assertThatCode(() -> judge(1, FIRST, SECOND, repeat(2, 2, "west"), effect(3, 2, "west")))
        .doesNotThrowAnyException();
  }

  @Test
  void aReceiverThatRepeatsUnderItsOwnTokenIsFound() {
    assertFound(2, FIRST, repeat(1, 1, "east"), SECOND, repeat(2, 1, "east"));
  }

  @Test
  void aReceiverThatStartsASessionAnewIsFound() {
    assertFound(2, FIRST, SECOND, repeat(1, 2, "west"), repeat(2, 2, "west"));
  }

  @Test
  void aSecondRepeatIsFound() {
    assertFound(2, FIRST, repeat(1, 2, "east"), repeat(1, 3, "west"));
  }

  @Test
  void aRepeatOfWhatALivingReceiverDidIsFound() {
    assertFound(1, effect(1, 1, "west"), repeat(1, 2, "east"));
  }

  @Test
  void aRepeatMoreThanWereInHandIsFound() {
    assertFound(0, FIRST, repeat(1, 2, "west"));
  }

  private static void assertFound(int mostInHand, JsonNode... calls) {
    assertThatThrownBy(() -> judge(mostInHand, calls)).isInstanceOf(AssertionError.class);
  }

  private static void judge(int mostInHand, JsonNode... calls) {
    new HandlerRepeats("east", mostInHand).judge(List.of(calls));
  }

  private static ObjectNode effect(int sequence, int token, String region) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("session", "TW0000001")
        .put("id", "message-" + sequence)
        .put("sequence", sequence)
        .put("token", token)
        .put("region", region);
  }

  private static JsonNode repeat(int sequence, int token, String region) {
    return effect(sequence, token, region).put("repeat", true);
  }
}
