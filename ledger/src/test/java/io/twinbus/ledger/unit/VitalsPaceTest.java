package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceStats.State;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.ledger.rules.VitalsPace;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VitalsPaceTest {

  private final VitalsPace pace = new VitalsPace();

  @Test
  void vitalsAreToldAtTheStartAndEveryTenSeconds() {
    assertThat(pace.isDue(in(State.WORKING), at(0))).isTrue();
    pace.written(in(State.WORKING), at(0));

    assertThat(pace.isDue(in(State.WORKING), at(8))).isFalse();
    assertThat(pace.isDue(in(State.WORKING), at(10))).isTrue();
  }

  @Test
  void aChangeOfStateIsToldAtOnceUntilItHasLanded() {
    pace.written(in(State.WORKING), at(0));

    assertThat(pace.isDue(in(State.EVACUATED), at(2))).isTrue();
    assertThat(pace.isDue(in(State.EVACUATED), at(4))).as("that write failed").isTrue();
    pace.written(in(State.EVACUATED), at(4));
    assertThat(pace.isDue(in(State.EVACUATED), at(6))).isFalse();
  }

  @Test
  void sessionsThatItWaitsForAreToldTwoSecondsAfterTheLastWriteAtTheEarliest() {
    pace.written(in(State.WORKING), at(0));

    InstanceStats waiting = in(State.WORKING).withWanted(List.of(new SessionDigest("a")));

    assertThat(pace.isDue(waiting, at(1))).isFalse();
    assertThat(pace.isDue(waiting, at(2))).isTrue();
    pace.written(waiting, at(2));
    assertThat(pace.isDue(waiting, at(4))).isFalse();
    assertThat(pace.isDue(in(State.WORKING), at(4))).as("it waits no more").isTrue();
  }

  private static InstanceStats in(State state) {
    return new InstanceStats("1.0", state, 0, 0, 0, 0);
  }

  private static MonotonicTime at(long second) {
    return new MonotonicTime(Duration.ofSeconds(second).toNanos());
  }
}
