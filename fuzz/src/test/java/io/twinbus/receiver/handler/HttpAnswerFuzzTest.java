package io.twinbus.receiver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twinbus.receiver.HandlerOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whatever an endpoint answers is an outcome, and none lets a message wait for ever. */
class HttpAnswerFuzzTest {

  @FuzzTest
  void isAnOutcome(FuzzedDataProvider data) {
    HttpAnswer answer =
        new HttpAnswer(
            data.consumeInt(-1, 1_000), header(data), header(data), data.consumeString(300));

    HttpFailures kinds = HttpFailures.parse(data.consumeString(40)).orElse(HttpFailures.DEFAULT);
    HandlerOutcome outcome = answer.outcome(kinds, Instant.ofEpochMilli(data.consumeLong()));

    assertThat(outcome).isNotNull();
    if (outcome instanceof HandlerOutcome.Retry retry) {
      assertThat(retry.after().orElse(Duration.ZERO))
          .isBetween(Duration.ZERO, HttpAnswer.LONGEST_RETRY_AFTER);
    }
  }

  private static Optional<String> header(FuzzedDataProvider data) {
    return data.consumeBoolean() ? Optional.of(data.consumeString(100)) : Optional.empty();
  }
}
