package io.twinbus.receiver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlaceTurnoverTest {

  private static final MonotonicTime START = new MonotonicTime(1);

  private final PlaceTurnover turnover = new PlaceTurnover(3);

  @Test
  void oneAloneSaysNothingOfANextOne() {
    assertThat(turnover.likely(START)).isZero();

    turnover.freed(START);

    assertThat(turnover.likely(START)).isZero();
  }

  @Test
  void eachPlaceCountsUntilItsWindowIsOver() {
    turnover.freed(START);
    turnover.freed(START.plus(Duration.ofMillis(60)));
    turnover.freed(START.plus(Duration.ofMillis(60)));
    MonotonicTime end = START.plus(PlaceTurnover.WINDOW);

    assertThat(turnover.likely(end.plus(Duration.ofNanos(-1)))).isEqualTo(2);
    assertThat(turnover.likely(end)).isEqualTo(1);
    assertThat(turnover.likely(end.plus(Duration.ofMillis(60)))).isZero();
  }

  @Test
  void theLatestOnesCountOfMoreThanAreRemembered() {
    for (int millis = 0; millis <= 50; millis += 10) {
      turnover.freed(START.plus(Duration.ofMillis(millis)));
    }

    assertThat(turnover.likely(START.plus(Duration.ofMillis(51)))).isEqualTo(3);
    assertThat(turnover.likely(START.plus(Duration.ofMillis(119)))).isEqualTo(3);
    assertThat(turnover.likely(START.plus(Duration.ofMillis(129)))).isEqualTo(2);
  }

  @Test
  void noneIsLikelyAnyMoreWhenItIsCleared() {
    turnover.freed(START);
    turnover.freed(START);
    turnover.clear();
    turnover.freed(START);

    assertThat(turnover.likely(START)).isZero();
  }
}
