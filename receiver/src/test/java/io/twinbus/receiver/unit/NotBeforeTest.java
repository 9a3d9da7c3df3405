package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A message that may not run yet is waited for, in its order, without a claim. */
class NotBeforeTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void itRunsWhenItsTimeHasCome() {
    driver.deliverForLater(1, 0, HOUR);
    assertThat(driver.started()).isEmpty();
    assertThat(driver.writes).isZero();

    driver.tick(HOUR.minusMillis(1));
    assertThat(driver.started()).isEmpty();
    driver.tick(Duration.ofMillis(1));

    assertThat(driver.started()).containsExactly(1L);
  }

  @Test
  void theSessionSaysWhatItWaitsFor() {
    driver.deliverForLater(1, 0, HOUR);

    assertThat(driver.facts(WorkerFact.Parked.class))
        .extracting(WorkerFact.Parked::reason)
        .containsExactly(WorkerFact.Parked.Reason.TOO_EARLY);
    assertThat(driver.facts(WorkerFact.Parked.class).get(0).why())
        .isEqualTo("message s-1 is not to run before " + driver.now().wall().plus(HOUR));
  }

  @Test
  void messagesBehindItWaitAndOtherStreamsGoOn() {
    driver.deliverForLater(1, 0, HOUR);
    driver.deliver(2, 1);
    driver.deliver(new StreamId("t"), 7, 0, EAST);
    assertThat(driver.started()).containsExactly(7L);
    driver.completes();

    driver.tick(HOUR);
    driver.completes();

    assertThat(driver.started()).containsExactly(7L, 1L, 2L);
  }

  @Test
  void theClaimIsGivenBackMeanwhile() {
    driver.deliver(1, 0);
    driver.deliverForLater(2, 1, HOUR);
    driver.completes();
    assertThat(onRecord().custody().owner()).isNotNull();

    driver.tick(FlowSettings.ofDefaults().pace().linger());

    assertThat(onRecord().custody().owner()).isNull();
    driver.tick(HOUR);
    assertThat(driver.started()).containsExactly(1L, 2L);
  }

  @Test
  void noAlarmIsRaisedAndTheLedgerIsLeftAlone() {
    driver.deliverForLater(1, 0, HOUR);
    int before = driver.reads;

    for (int i = 0; i < 50; i++) {
      driver.tick(Duration.ofMinutes(1));
    }

    assertThat(driver.facts(WorkerFact.Stuck.class)).isEmpty();
    assertThat(driver.reads - before).isLessThanOrEqualTo(50);
    assertThat(driver.worker.isStopped()).isFalse();
  }

  @Test
  void whereMessagesAreClaimedOneByOneThoseBehindItWaitToo() {
    FlowSettings defaults = FlowSettings.ofDefaults();
    driver =
        new WorkerDriver(
            defaults.withRecords(
                new FlowSettings.Records(ClaimScope.MESSAGE, defaults.records().maxEnded())));
    driver.deliverForLater(1, 0, HOUR);
    driver.deliver(2, 1);
    assertThat(driver.started()).isEmpty();

    driver.tick(HOUR);
    driver.completes();

    assertThat(driver.started()).containsExactly(1L, 2L);
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }
}
