package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerWatchTest {

  private static final BatchId BATCH = new BatchId(new RegionName("east"), 0, 1);
  private static final Event SILENCE = refused(RefusalKind.TRANSIENT, null);

  private final AnswerWatch watch = new AnswerWatch();

  @Test
  void threeInARowOverFiveSecondsAreEnough() {
    assertThat(watch.on(SILENCE, at(0))).isFalse();
    assertThat(watch.on(new Event.Unanswered(BATCH, problem(null)), at(4_000))).isFalse();

    assertThat(watch.on(SILENCE, at(5_000))).isTrue();
  }

  @Test
  void manyAtOnceAreOneMoment() {
    for (int batch = 0; batch < 20; batch++) {
      assertThat(watch.on(SILENCE, at(4_999))).isFalse();
    }

    assertThat(watch.on(SILENCE, at(9_998))).isFalse();
    assertThat(watch.on(SILENCE, at(9_999))).isTrue();
  }

  @Test
  void twoAreNotEnoughHoweverLongItTakes() {
    assertThat(watch.on(SILENCE, at(0))).isFalse();

    assertThat(watch.on(SILENCE, at(60_000))).isFalse();
  }

  /** What the broker says shows that the connection is well, also where it says no. */
  static Stream<Event> answers() {
    return Stream.of(
        new Event.Accepted(BATCH),
        refused(RefusalKind.MESSAGE, "amqp:link:message-size-exceeded"),
        refused(RefusalKind.ENTITY, "amqp:unauthorized-access"),
        refused(RefusalKind.TRANSIENT, "com.microsoft:server-busy"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void anAnswerForgetsWhatWasBefore(Event answer) {
    watch.on(SILENCE, at(0));
    watch.on(SILENCE, at(5_000));

    assertThat(watch.on(answer, at(5_001))).isFalse();
    assertThat(watch.on(SILENCE, at(6_000))).isFalse();
    assertThat(watch.on(SILENCE, at(7_000))).isFalse();
    assertThat(watch.on(SILENCE, at(10_999))).isFalse();
    assertThat(watch.on(SILENCE, at(11_000))).isTrue();
  }

  /** The SDK gives this condition to a wait of its own that has ended. */
  @Test
  void aTimeoutOfTheSdkIsNoAnswer() {
    Event timeout = refused(RefusalKind.TRANSIENT, "com.microsoft:timeout");
    watch.on(timeout, at(0));
    watch.on(timeout, at(1));

    assertThat(watch.on(timeout, at(5_000))).isTrue();
  }

  private static Event refused(RefusalKind kind, @Nullable String condition) {
    return new Event.Refused(BATCH, kind, problem(condition), false);
  }

  private static Problem problem(@Nullable String condition) {
    return new Problem(Optional.ofNullable(condition), "it did not work");
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(millis * 1_000_000);
  }
}
