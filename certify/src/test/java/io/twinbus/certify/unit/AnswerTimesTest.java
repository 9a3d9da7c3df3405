package io.twinbus.certify.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.certify.run.AnswerTimes;
import io.twinbus.certify.run.Measured;
import io.twinbus.protocol.time.MonotonicTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is kept of how long a place takes to answer. */
class AnswerTimesTest {

  private MonotonicTime now = new MonotonicTime(0);
  private final AnswerTimes times = new AnswerTimes("east", () -> now);

  @Test
  void eachKindHasItsMedianItsLongestAndItsRate() {
    for (int millis : new int[] {30, 10, 20, 40}) {
      assertThat(times.<Integer, RuntimeException>timed("send", () -> tick(millis)))
          .isEqualTo(millis);
    }
    times.timedAct("peek", () -> tick(7));

    assertThat(times.measured())
        .containsExactly(
            new Measured("east", "peek", 1, millis(7), millis(7), millis(7)),
            new Measured("east", "send", 4, millis(20), millis(40), millis(100)));
    assertThat(times.measured().get(1).perSecond()).isEqualTo(40.0);
  }

  @Test
  void whatFailsWithoutAnAnswerDoesNotCount() {
    assertThatThrownBy(
            () ->
                times.timed(
                    "send",
                    () -> {
                      tick(5_000);
                      throw new IOException("no answer");
                    }))
        .isInstanceOf(IOException.class);

    assertThat(times.measured()).isEmpty();
  }

  private int tick(int millis) {
    now = now.plus(millis(millis));
    return millis;
  }

  private static Duration millis(int millis) {
    return Duration.ofMillis(millis);
  }
}
