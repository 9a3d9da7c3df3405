package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A worker that keeps its claim on a session without work. */
class LongLingerTest {

  private static final FlowSettings.Idle IDLE = FlowSettings.ofDefaults().pace().idle();
  private static final Duration A_LITTLE = Duration.ofMillis(1);

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void nobodyWaitsAndTheClaimIsKeptForLong() {
    driver.demand.mayKeep = true;
    idle();

    driver.tick(IDLE.linger());
    assertThat(status()).isEqualTo(SessionStatus.WORKING);
    driver.tick(IDLE.longLinger().minus(IDLE.linger()).minus(A_LITTLE));
    assertThat(status()).isEqualTo(SessionStatus.WORKING);

    driver.tick(A_LITTLE);

    assertThat(status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void theNextMessageOfATrickleCostsOneWriteAndWaitsForNone() {
    driver.demand.mayKeep = true;
    idle();
    driver.tick(Duration.ofSeconds(5));
    int writes = driver.writes;
    int reads = driver.reads;
    driver.ledgerAnswers = false;

    driver.deliver(2, 1);

    assertThat(driver.started()).as("before any answer of the ledger").containsExactly(1L, 2L);
    driver.completes();
    driver.answerNow();
    assertThat(driver.writes - writes).isEqualTo(1);
    assertThat(driver.reads - reads).isZero();
  }

  @Test
  void somebodyWaitsAndTheClaimIsReleasedAtOnce() {
    driver.demand.mayKeep = true;
    idle();
    driver.tick(Duration.ofSeconds(5));
    driver.demand.mayKeep = false;

    driver.hand(new WorkerEvent.Tick());

    assertThat(status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aClaimThatAnotherProcessWaitsForIsReleasedAfterTheQuietTime() {
    driver.demand.isWanted = true;
    idle();

    driver.tick(IDLE.quiet().minus(A_LITTLE));
    assertThat(status()).isEqualTo(SessionStatus.WORKING);
    driver.tick(A_LITTLE);

    assertThat(status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void theShortTimeIsOverBeforeAnythingIsAsked() {
    idle();

    driver.tick(IDLE.linger().minus(A_LITTLE));
    assertThat(status()).isEqualTo(SessionStatus.WORKING);
    driver.tick(A_LITTLE);

    assertThat(status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aWorkerThatWaitsAtAGapKeepsItsClaimForTheShortTimeAlone() {
    driver.demand.mayKeep = true;
    idle();
    driver.deliver(3, 2);

    driver.tick(IDLE.linger());

    assertThat(status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aGapOnRecordIsAReasonToReleaseTheClaimSoon() {
    driver.demand.mayKeep = true;
    driver.deliver(2, 1);
    driver.tick(FlowSettings.ofDefaults().pace().gapGrace());
    driver.tick(FlowSettings.ofDefaults().pace().gapGrace());
    assertThat(record().progress().waiting()).as("reported").isNotEmpty();
    driver.deliver(new StreamId("other"), 1, 0, WorkerDriver.EAST);
    driver.tick(Duration.ofSeconds(3));
    driver.completes();
    assertThat(status()).isEqualTo(SessionStatus.WORKING);

    driver.tick(IDLE.linger());

    assertThat(status()).isEqualTo(SessionStatus.IDLE);
  }

  private void idle() {
    driver.deliver(1, 0);
    driver.completes();
  }

  private SessionStatus status() {
    return record().status();
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
