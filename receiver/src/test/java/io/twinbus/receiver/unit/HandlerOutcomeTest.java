package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.HandlerOutcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandlerOutcomeTest {

  private static final String LONG = "x".repeat(5_000);

  @Test
  void whatAnExceptionSaysIsNoPartOfTheReason() {
    HandlerOutcome.Retry failed =
        HandlerOutcome.failed(new IllegalStateException("no truck for {\"number\": 7}"));

    assertThat(failed.reason()).isEqualTo("The handler failed: java.lang.IllegalStateException");
    assertThat(failed.text()).isEqualTo(failed.reason() + ": no truck for {\"number\": 7}");
  }

  @Test
  void anExceptionThatSaysNothingIsNamed() {
    assertThat(HandlerOutcome.failed(new IllegalStateException()).text())
        .isEqualTo("The handler failed: java.lang.IllegalStateException");
  }

  @Test
  void whatIsTooLongForALogOrADeadLetterIsCut() {
    HandlerOutcome.Retry retry =
        new HandlerOutcome.Retry(LONG, Optional.of(LONG), Optional.empty());
    HandlerOutcome.EndUnknown unknown = new HandlerOutcome.EndUnknown(LONG, Optional.of(LONG));
    HandlerOutcome.DeadLetter dead = new HandlerOutcome.DeadLetter(LONG, LONG);

    assertThat(retry.reason()).hasSize(HandlerOutcome.MOST_REASON).endsWith("x…");
    assertThat(retry.said().orElseThrow()).hasSize(HandlerOutcome.MOST_SAID);
    assertThat(unknown.reason()).hasSize(HandlerOutcome.MOST_REASON);
    assertThat(unknown.said().orElseThrow()).hasSize(HandlerOutcome.MOST_SAID);
    assertThat(dead.reason()).hasSize(HandlerOutcome.MOST_REASON);
    assertThat(dead.description()).hasSize(HandlerOutcome.MOST_SAID);
  }
}
