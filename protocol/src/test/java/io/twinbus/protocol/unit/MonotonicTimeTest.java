package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonotonicTimeTest {

  /** The origin is arbitrary: a clock may pass from the greatest number to the least. */
  @ParameterizedTest
  @CsvSource({"5, 8", "-2, 1", "9223372036854775806, -9223372036854775807"})
  void momentsKeepTheirOrderWhereverTheClockBegins(long before, long after) {
    MonotonicTime first = new MonotonicTime(before);
    MonotonicTime second = new MonotonicTime(after);

    assertThat(first.plus(Duration.ofNanos(3))).isEqualTo(second);
    assertThat(second.since(first)).isEqualTo(Duration.ofNanos(3));
    assertThat(first.since(second)).isEqualTo(Duration.ofNanos(-3));
    assertThat(first).isLessThan(second).isEqualByComparingTo(new MonotonicTime(before));
    assertThat(second).isGreaterThan(first);
  }

  @ParameterizedTest
  @CsvSource({"5, 8", "-2, 1", "9223372036854775806, -9223372036854775807"})
  void theEarlierMomentIsFoundInEitherOrder(long before, long after) {
    MonotonicTime first = new MonotonicTime(before);
    MonotonicTime second = new MonotonicTime(after);

    assertThat(MonotonicTime.earlier(first, second)).isEqualTo(first);
    assertThat(MonotonicTime.earlier(second, first)).isEqualTo(first);
  }

  @Test
  void aMomentIsReachedOnceItIsThere() {
    MonotonicTime deadline = new MonotonicTime(7);

    assertThat(new MonotonicTime(6).isAtOrAfter(deadline)).isFalse();
    assertThat(new MonotonicTime(7).isAtOrAfter(deadline)).isTrue();
    assertThat(new MonotonicTime(8).isAtOrAfter(deadline)).isTrue();
  }

  @Test
  void theSystemsClocksShowThePresent() {
    MonotonicTime before = new MonotonicTime(System.nanoTime());
    Now now = Clocks.system().now();
    MonotonicTime after = new MonotonicTime(System.nanoTime());

    assertThat(now.monotonic()).isBetween(before, after);
    assertThat(now.wall()).isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
  }
}
