package io.twinbus.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacedCensusTest {

  @Test
  void aCheapCensusIsTakenEveryThreeSeconds() {
    assertThat(PacedCensus.pause(2)).isEqualTo(PacedCensus.SHORTEST);
  }

  @Test
  void anExpensiveOneIsPaidForByAPause() {
    Duration pause = PacedCensus.pause(400);

    assertThat(400 / pause.toSeconds()).isLessThanOrEqualTo((long) PacedCensus.PER_SECOND);
  }
}
