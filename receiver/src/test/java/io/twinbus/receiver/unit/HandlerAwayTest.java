package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.UNREACHED;
import static io.twinbus.receiver.unit.Situations.goAway;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a worker does while the handler is away, and what its failures count then. */
class HandlerAwayTest {

  private static final HandlerOutcome.Retry FAILED =
      new HandlerOutcome.Retry("it failed", Optional.empty());

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void whileTheHandlerIsAwayNothingIsCalledAndTheClaimGoesBackAfterTenSeconds() {
    goAway(driver);
    int calls = driver.started().size();

    driver.tick(Duration.ofSeconds(9));
    SessionStatus kept = onRecord(driver).custody().status();
    driver.tick(Duration.ofSeconds(1));

    assertThat(kept).isEqualTo(SessionStatus.WORKING);
    assertThat(onRecord(driver).custody().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.started()).hasSize(calls);
    assertThat(onRecord(driver).progress().suspect(WorkerDriver.STREAM, 1).orElseThrow().proven())
        .isZero();
  }

  @Test
  void withoutAClaimCoveredCopiesAreDroppedStillAndTheReasonIsTold() {
    goAway(driver);
    driver.tick(Duration.ofSeconds(10));
    driver.beside(
        record ->
            record.withProgress(
                ProgressRule.ended(
                    record.progress(),
                    new Position(WorkerDriver.STREAM, 1, 0),
                    EndState.DONE,
                    "",
                    Instant.EPOCH)));
    driver.deliver(2, 1);
    driver.tick(Duration.ofSeconds(3));

    assertThat(driver.settled()).contains("s-1 Complete");
    assertThat(driver.all(WorkerEffect.Report.class))
        .extracting(WorkerEffect.Report::fact)
        .contains(
            new WorkerFact.Parked(
                WorkerFact.Parked.Reason.HANDLER_AWAY, "the handler is away: nobody listens"));
    assertThat(onRecord(driver).custody().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aProbeThatFailsGivesItsClaimBackAtOnceAndCountsNothing() {
    goAway(driver);
    driver.tick(Duration.ofSeconds(1));
    driver.turn();
    int calls = driver.started().size();
    driver.returns(FAILED);

    assertThat(calls).isEqualTo(4);
    assertThat(onRecord(driver).custody().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(onRecord(driver).progress().suspect(WorkerDriver.STREAM, 1).orElseThrow().proven())
        .isZero();
  }

  @Test
  void aProbeThatEndsWellBringsTheHandlerBackAndItsWaitsAreCutShort() {
    goAway(driver);
    driver.tick(Duration.ofSeconds(1));
    driver.turn();
    driver.completes();
    driver.deliver(2, 1);
    driver.turn();

    assertThat(driver.started()).containsExactly(1L, 1L, 1L, 1L, 2L);
    assertThat(driver.settled()).containsExactly("s-1 Complete");
  }

  @Test
  void noTokenIsGivenTwiceWithTheSameAttempt() {
    driver.deliver(1, 0);
    Set<List<Long>> given = new HashSet<>();
    int calls = 0;
    for (int i = 0; i < 200; i++) {
      List<WorkerEffect.StartHandler> starts = driver.all(WorkerEffect.StartHandler.class);
      if (starts.size() > calls) {
        calls = starts.size();
        given.add(
            List.of(
                driver.lastCall().invocation().token(),
                (long) driver.lastCall().invocation().attempt()));
        driver.returns(i % 3 == 0 ? new HandlerOutcome.EndUnknown("lost") : UNREACHED);
      }
      driver.tick(Duration.ofSeconds(7));
      driver.turn();
    }

    assertThat(calls).isGreaterThan(20);
    assertThat(given).hasSize(calls);
  }

  @Test
  void aJudgedMessageBlocksItsSessionWhereThePolicySaysSo() {
    WorkerDriver blocking = new WorkerDriver(blocking());
    blocking.deliver(1, 0);
    blocking.returns(new HandlerOutcome.DeadLetter("HandlerRefused", "The endpoint answered 400"));

    assertThat(onRecord(blocking).custody().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(blocking.settled()).isEmpty();
  }

  @Test
  void aForeignMessageThatIsJudgedBlocksItsSessionToo() {
    WorkerDriver blocking = new WorkerDriver(blocking());
    blocking.deliverForeign("a");
    blocking.returns(new HandlerOutcome.DeadLetter("HandlerRefused", "The endpoint answered 400"));

    assertThat(onRecord(blocking).custody().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(blocking.settled()).isEmpty();
  }

  @Test
  void aRefusalThatIsNotBelievedIsRepeated() {
    driver.health.works(new SessionId("other"), true);
    driver.deliver(1, 0);
    driver.deliver(2, 1);
    driver.deliver(3, 2);
    HandlerOutcome refused = new HandlerOutcome.DeadLetter("HandlerRefused", "400");
    driver.returns(refused);
    driver.returns(refused);
    driver.returns(refused);
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.settled()).containsExactly("s-1 DeadLetter", "s-2 DeadLetter");
    assertThat(driver.started()).containsExactly(1L, 2L, 3L, 3L);
  }

  @Test
  void aForeignMessageIsNotCalledEitherAndComesBackWithItsClaim() {
    driver.deliverForeign("a");
    for (int i = 0; i < 3; i++) {
      driver.returns(UNREACHED);
      driver.tick(Duration.ofSeconds(1));
    }
    driver.tick(Duration.ofSeconds(10));

    assertThat(driver.all(WorkerEffect.StartHandler.class)).hasSize(3);
    assertThat(driver.messages.open("a").tries().proven()).isZero();
    assertThat(onRecord(driver).custody().status()).isEqualTo(SessionStatus.IDLE);
  }

  /** Three calls in a row that did not reach the handler. */
  private static SessionRecord onRecord(WorkerDriver driver) {
    return Objects.requireNonNull(driver.record);
  }

  private static FlowSettings blocking() {
    FlowSettings.Attempts defaults = FlowSettings.ofDefaults().attempts();
    return FlowSettings.ofDefaults()
        .withAttempts(
            new FlowSettings.Attempts(
                defaults.max(),
                defaults.backoff(),
                defaults.handlerTimeout(),
                FlowSettings.OnPoison.BLOCK,
                defaults.inDoubt()));
  }
}
