package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A worker for whose place other sessions wait. */
class PlaceYieldTest {

  private static final Duration QUIET = FlowSettings.ofDefaults().pace().idle().quiet();

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void aSessionOfOneCostsTwoWrites() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.tick(QUIET);

    driver.completes();

    assertThat(driver.writes).as("the claim, and the end with the release").isEqualTo(2);
    assertThat(record().progress().cursor(WorkerDriver.STREAM)).isEqualTo(1);
    assertThat(record().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(facts()).contains(new WorkerFact.PlaceGivenUp());
    assertThat(driver.served).isEmpty();
  }

  @Test
  void itStopsWhenItsCopyIsSettled() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.tick(QUIET);
    driver.completes();
    assertThat(driver.worker.isLeaving()).isTrue();
    assertThat(driver.worker.isStopped()).isFalse();

    driver.hand(new WorkerEvent.Settled(1));

    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void whileNobodyWaitsTheEndIsWrittenAtOnceAndTheClaimStays() {
    driver.deliver(1, 0);
    driver.tick(QUIET);

    driver.completes();

    assertThat(record().progress().cursor(WorkerDriver.STREAM)).isEqualTo(1);
    assertThat(record().status()).isEqualTo(SessionStatus.WORKING);
    assertThat(facts()).doesNotContain(new WorkerFact.PlaceGivenUp());
  }

  @Test
  void theEndWaitsUntilNoCopyHasComeForAWhile() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.completes();
    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .contains(new WorkerEffect.WakeAt(driver.now().monotonic().plus(QUIET)));
    driver.tick(QUIET.minusNanos(1));
    assertThat(driver.writes).as("the claim").isEqualTo(1);

    driver.tick(Duration.ofNanos(1));

    assertThat(driver.writes).isEqualTo(2);
    assertThat(record().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aCopyThatComesMeanwhileIsHandledUnderTheSameClaim() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.completes();

    driver.deliver(2, 1);

    assertThat(driver.writes).as("the claim, and the first end").isEqualTo(2);
    assertThat(driver.started()).containsExactly(1L, 2L);
    driver.tick(QUIET);
    driver.completes();
    assertThat(driver.writes).isEqualTo(3);
    assertThat(record().progress().cursor(WorkerDriver.STREAM)).isEqualTo(2);
    assertThat(record().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void nobodyWaitsAnyMoreWhenTheQuietTimeIsOver() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.completes();
    driver.demand.isPressing = false;

    driver.tick(QUIET);

    assertThat(driver.writes).isEqualTo(2);
    assertThat(record().status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void aMessageAtAGapIsSomethingInHand() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.deliver(3, 2);
    driver.tick(QUIET);

    driver.completes();

    assertThat(record().progress().cursor(WorkerDriver.STREAM)).isEqualTo(1);
    assertThat(facts()).doesNotContain(new WorkerFact.PlaceGivenUp());
  }

  @Test
  void aFailureIsNoEnd() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.tick(QUIET);

    driver.returns(HandlerOutcome.failed(new IllegalStateException("busy")));

    assertThat(facts()).doesNotContain(new WorkerFact.PlaceGivenUp());
    assertThat(driver.worker.isStopped()).isFalse();
  }

  @Test
  void aLastWriteWhoseOutcomeIsUnknownIsIssuedAgainAndRecognised() {
    driver.demand.isPressing = true;
    driver.deliver(1, 0);
    driver.tick(QUIET);
    driver.nextWrites.add(new WriteOutcome.Unknown("lost answer"));

    driver.completes();
    driver.tick(Duration.ofSeconds(10));

    assertThat(record().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(record().progress().cursor(WorkerDriver.STREAM)).isEqualTo(1);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(facts()).noneMatch(WorkerFact.Fenced.class::isInstance);
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }

  private List<WorkerFact> facts() {
    return driver.all(WorkerEffect.Report.class).stream().map(WorkerEffect.Report::fact).toList();
  }
}
