package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whether a commit tells that it has left its worker nothing in hand. */
class RestingRecordTest {

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults()
              .withCommit(new FlowSettings.Commit(4, 256 * 1024, Duration.ZERO)));

  @Test
  void theEndOfTheLastMessageInHandTellsIt() {
    driver.deliver(1, 0);
    assertThat(isResting()).isFalse();

    driver.completes();

    assertThat(isResting()).isTrue();
  }

  @Test
  void aCommitBesideACallDoesNotTellIt() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);

    driver.completes();

    assertThat(driver.started()).containsExactly(1L, 2L);
    assertThat(isResting()).isFalse();
  }

  @Test
  void aCommitDoesNotTellItWhileAMessageWaitsBehindAGap() {
    driver.deliver(1, 0);
    driver.deliver(3, 2);

    driver.completes();

    assertThat(isResting()).isFalse();
  }

  private boolean isResting() {
    return Objects.requireNonNull(driver.record).custody().resting();
  }
}
