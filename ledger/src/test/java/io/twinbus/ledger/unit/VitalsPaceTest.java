package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceStats.State;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.ledger.rules.VitalsPace;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.stream.Stream;
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
  void theFirstSessionThatItWaitsForIsNamedAtOnce() {
    pace.written(in(State.WORKING), at(0));

    assertThat(pace.isDue(waitingFor("a"), at(0))).isTrue();
  }

  @Test
  void anotherSessionIsNamedTwoSecondsAfterTheOneBefore() {
    pace.written(waitingFor("a"), at(0));

    assertThat(pace.isDue(waitingFor("a", "b"), at(1))).isFalse();
    assertThat(pace.isDue(waitingFor("b"), at(1))).isFalse();
    assertThat(pace.isDue(waitingFor("a", "b"), at(2))).isTrue();
    assertThat(pace.isDue(waitingFor("b"), at(2))).isTrue();
  }

  @Test
  void whatItWaitsForNoLongerIsTakenBackFourSecondsAfterTheLastWrite() {
    pace.written(waitingFor("a", "b"), at(0));

    assertThat(pace.isDue(waitingFor("b"), at(3))).isFalse();
    assertThat(pace.isDue(waitingFor("b"), at(4))).isTrue();
  }

  @Test
  void takingBackHoldsUpNoName() {
    pace.written(waitingFor("a"), at(0));
    pace.written(in(State.WORKING), at(4));

    assertThat(pace.isDue(waitingFor("b"), at(4))).isTrue();
  }

  @Test
  void whatIsSaidIsNotSaidAgain() {
    pace.written(waitingFor("a"), at(2));

    assertThat(pace.isDue(waitingFor("a"), at(11))).isFalse();
    assertThat(pace.isDue(waitingFor("a"), at(12))).isTrue();
  }

  private static InstanceStats waitingFor(String... sessions) {
    return in(State.WORKING).withWanted(Stream.of(sessions).map(SessionDigest::new).toList());
  }

  private static InstanceStats in(State state) {
    return new InstanceStats("1.0", state, 0, 0, 0, 0);
  }

  private static MonotonicTime at(long second) {
    return new MonotonicTime(Duration.ofSeconds(second).toNanos());
  }
}
