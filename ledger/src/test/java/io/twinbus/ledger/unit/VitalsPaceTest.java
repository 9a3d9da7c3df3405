package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceStats.State;
import io.twinbus.ledger.rules.VitalsPace;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VitalsPaceTest {

  private final VitalsPace pace = new VitalsPace();

  @Test
  void vitalsAreToldAtTheStartAndEveryTenSeconds() {
    assertThat(pace.isDue(State.WORKING, at(0))).isTrue();
    pace.written(State.WORKING, at(0));

    assertThat(pace.isDue(State.WORKING, at(8))).isFalse();
    assertThat(pace.isDue(State.WORKING, at(10))).isTrue();
  }

  @Test
  void aChangeOfStateIsToldAtOnceUntilItHasLanded() {
    pace.written(State.WORKING, at(0));

    assertThat(pace.isDue(State.EVACUATED, at(2))).isTrue();
    assertThat(pace.isDue(State.EVACUATED, at(4))).as("that write failed").isTrue();
    pace.written(State.EVACUATED, at(4));
    assertThat(pace.isDue(State.EVACUATED, at(6))).isFalse();
  }

  private static MonotonicTime at(long second) {
    return new MonotonicTime(Duration.ofSeconds(second).toNanos());
  }
}
