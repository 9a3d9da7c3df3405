package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a worker asks for copies: each question wakes the client's thread, so not for one copy. */
class SessionWorkerDemandTest {

  private static final int WINDOW = FlowSettings.ofDefaults().window().ahead();

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void aBacklogIsAskedForByHalfWindows() {
    for (int seq = 1; seq <= WINDOW; seq++) {
      driver.deliver(seq, seq - 1);
    }
    List<Integer> before = asked();

    for (int done = 1; done < WINDOW / 2; done++) {
      driver.completes();
    }
    assertThat(asked()).isEqualTo(before);
    driver.completes();

    assertThat(asked()).hasSize(before.size() + 1).last().isEqualTo(WINDOW / 2);
  }

  @Test
  void noMoreThanTheWindowIsAskedForAndNotYetDone() {
    for (int seq = 1; seq <= WINDOW; seq++) {
      driver.deliver(seq, seq - 1);
    }
    int done = 0;
    while (done < WINDOW) {
      assertThat(driver.asked() - done).as("after %d ends", done).isLessThanOrEqualTo(WINDOW);
      driver.completes();
      done++;
    }
  }

  @Test
  void aBacklogNeverRunsDry() {
    int seq = 0;
    while (seq < 10 * WINDOW) {
      assertThat(driver.asked()).as("asked for after %d", seq).isGreaterThan(seq);
      for (long due = driver.asked(); seq < due; seq++) {
        driver.deliver(seq + 1, seq);
      }
      while (driver.asked() == seq && driver.started().size() < seq) {
        driver.completes();
      }
      if (driver.asked() == seq) {
        driver.completes();
      }
    }
    assertThat(asked().stream().skip(1)).allMatch(count -> count >= WINDOW / 2);
  }

  private List<Integer> asked() {
    return driver.all(WorkerEffect.Receive.class).stream()
        .map(WorkerEffect.Receive::count)
        .toList();
  }
}
