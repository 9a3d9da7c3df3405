package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A worker with groups of eight, whose writes wait up to 5 ms for more to go with them. */
class SessionWorkerGatherTest {

  private static final Duration GATHER = Duration.ofMillis(5);

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults().withCommit(new FlowSettings.Commit(8, 256 * 1024, GATHER)));

  @Test
  void whatHasEndedWaitsForMoreWhileAHandlerIsAtWork() {
    deliver(3);
    int before = driver.writes;

    driver.completes();
    driver.completes();

    assertThat(driver.started()).containsExactly(1L, 2L, 3L);
    assertThat(driver.writes).isEqualTo(before);
    assertThat(driver.settled()).isEmpty();
  }

  @Test
  void itIsWrittenWhenTheTimeIsOver() {
    deliver(3);
    driver.completes();
    int before = driver.writes;
    driver.tick(GATHER.minusNanos(1));
    assertThat(driver.writes).isEqualTo(before);

    driver.tick(Duration.ofNanos(1));

    assertThat(driver.writes).isEqualTo(before + 1);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
  }

  @Test
  void aWakeUpIsAskedForOnce() {
    deliver(3);

    driver.completes();
    driver.completes();

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .filteredOn(wake -> wake.time().since(driver.now().monotonic()).equals(GATHER))
        .hasSize(1);
  }

  @Test
  void aFullGroupGoesAtOnce() {
    deliver(9);
    int before = driver.writes;

    for (int i = 0; i < 8; i++) {
      driver.completes();
    }

    assertThat(driver.writes).isEqualTo(before + 1);
    assertThat(driver.settled()).hasSize(8);
  }

  @Test
  void severalWaitForMoreThoughNothingIsInHand() {
    deliver(2);
    driver.completes();
    driver.completes();
    int before = driver.writes;
    driver.tick(GATHER.minusNanos(1));
    assertThat(driver.writes).isEqualTo(before);

    driver.tick(Duration.ofNanos(1));

    assertThat(driver.writes).isEqualTo(before + 1);
    assertThat(driver.settled()).containsExactly("s-1 Complete", "s-2 Complete");
  }

  @Test
  void oneByItselfDoesNotWait() {
    deliver(1);
    int before = driver.writes;

    driver.completes();

    assertThat(driver.writes).isEqualTo(before + 1);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
  }

  @Test
  void aDrainDoesNotWait() {
    deliver(3);
    driver.completes();
    int before = driver.writes;

    driver.hand(new WorkerEvent.Drain());

    assertThat(driver.writes).isEqualTo(before + 1);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
  }

  private void deliver(int messages) {
    for (int seq = 1; seq <= messages; seq++) {
      driver.deliver(seq, seq - 1);
    }
  }
}
