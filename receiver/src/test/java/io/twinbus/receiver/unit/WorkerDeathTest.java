package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.Release;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written for a worker that died in a process that lives. */
class WorkerDeathTest {

  private static final Now NOW = new Now(new MonotonicTime(0), Instant.EPOCH);

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void theCallInHandIsCountedWhereItsClaimIsReleased() {
    driver.deliver(1, 0);

    SessionRecord released = released();

    assertThat(released.status()).isEqualTo(SessionStatus.IDLE);
    assertThat(released.progress().failures(STREAM, 1)).isEqualTo(1);
  }

  @Test
  void aCallThatWasDecidedOnIsCountedThoughItsHandlerWasNeverCalled() {
    driver.ledgerAnswers = false;
    driver.deliver(1, 0);
    assertThat(driver.worker.remains().called()).as("before it is claimed").isEmpty();
    driver.answerNow();
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(1); // and nobody carries it out

    assertThat(released().progress().failures(STREAM, 1)).isEqualTo(1);
  }

  @Test
  void aCallThatNeverBeganIsLeftOutAndTheClaimsAreAnsweredForAllTheSame() {
    driver.deliver(1, 0);
    SessionWorker.Remains remains = driver.worker.remains();

    SessionWorker.Remains known = remains.withoutCall();

    assertThat(remains.called()).isPresent();
    assertThat(known)
        .isEqualTo(
            new SessionWorker.Remains(
                remains.claims(), remains.pending(), remains.message(), Optional.empty()));
    assertThat(known.claims()).isEqualTo(driver.served);
  }

  @Test
  void withNothingInHandNothingIsCounted() {
    driver.deliver(1, 0);
    driver.completes();

    assertThat(released().progress().suspects()).isEmpty();
  }

  @Test
  void anAnswerThatWaitedForTheLedgerIsNotAFailure() {
    driver.deliver(1, 0);
    driver.ledgerAnswers = false;
    driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));

    SessionWorker.Remains remains = driver.worker.remains();

    assertThat(remains.pending()).as("it is counted there").isPresent();
    assertThat(remains.called()).isEmpty();
  }

  @Test
  void aCallThatDidNotReturnIsNotCountedTwice() {
    driver.deliver(1, 0);
    driver.ledgerAnswers = false;
    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5)); // counted, in the write that renews the claim

    SessionWorker.Remains remains = driver.worker.remains();

    assertThat(remains.pending()).isPresent();
    assertThat(remains.called()).isEmpty();
  }

  @Test
  void aWorkerThatWasStoppingAnywayDiedOfSomethingElse() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.BrokerLost("gone"));

    assertThat(driver.worker.remains().called()).isEmpty();
  }

  @Test
  void whereAStartIsInDoubtItIsLeftToTheOperator() {
    FlowSettings.Attempts attempts = FlowSettings.ofDefaults().attempts();
    driver =
        new WorkerDriver(
            FlowSettings.ofDefaults()
                .withAttempts(
                    new FlowSettings.Attempts(
                        attempts.max(),
                        attempts.backoff(),
                        attempts.handlerTimeout(),
                        attempts.onPoison(),
                        InDoubt.BLOCK)));
    driver.deliver(1, 0);

    SessionRecord released = released();

    assertThat(released.progress().suspect(STREAM, 1).orElseThrow().started()).isTrue();
    assertThat(released.progress().failures(STREAM, 1)).isZero();
  }

  /** The record as the dead worker's process writes it. */
  private SessionRecord released() {
    Release release = Release.of(driver.worker.remains(), new Random(1));
    assertThat(release.begin()).containsExactly(new WorkerEffect.ReadRecord());
    SessionRecord held = Objects.requireNonNull(driver.record);
    List<WorkerEffect> effects =
        release.on(
            new WorkerEvent.RecordRead(new ReadOutcome.Found<>(held, new Version("1"))), NOW);
    WorkerEffect.Replace write = (WorkerEffect.Replace) effects.get(0);
    List<WorkerEffect> last =
        release.on(new WorkerEvent.WriteAnswered(new WriteOutcome.Written(new Version("2"))), NOW);
    assertThat(last).hasAtLeastOneElementOfType(WorkerEffect.Stop.class);
    return write.record();
  }
}
