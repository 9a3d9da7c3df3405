package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.UNREACHED;
import static io.twinbus.receiver.unit.Situations.goAway;
import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a worker does with its claim while its messages wait, end without a call, or go back. */
class ClaimedSessionTest {

  private static final StreamId BESIDE = new StreamId("beside");
  private static final SessionId ELSEWHERE = new SessionId("elsewhere");
  private static final Duration LINGER = FlowSettings.ofDefaults().pace().linger();
  private static final Duration GRACE = FlowSettings.ofDefaults().pace().gapGrace();
  private static final Duration A_LITTLE = Duration.ofMillis(1);

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void anEndIsToldOf() {
    driver.deliver(1, 0);

    driver.completes();

    assertThat(driver.facts(WorkerFact.Ended.class))
        .containsExactly(
            new WorkerFact.Ended(
                WorkerFact.Subject.of(driver.lastCall().delivery()), EndState.DONE, ""));
  }

  @Test
  void aMessageThatEndsWithoutACallKeepsTheClaimForTheLinger() {
    driver.deliver(1, 0);
    driver.completes();
    driver.tick(LINGER.minus(A_LITTLE));
    deliverTooLate(STREAM, 2);

    driver.tick(LINGER.minus(A_LITTLE));
    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
    driver.tick(A_LITTLE);

    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void noAlarmIsRaisedAtAGapSoonAfterAnotherMessageHasEnded() {
    driver.deliver(2, 1);
    driver.tick(GRACE.minus(A_LITTLE));
    deliverTooLate(BESIDE, 1);

    driver.tick(GRACE.plus(A_LITTLE)); // a minute after the gap

    assertThat(driver.facts(WorkerFact.Ended.class)).hasSize(1);
    assertThat(driver.facts(WorkerFact.Stuck.class)).isEmpty();
  }

  @Test
  void aMessageThatWasReportedMissingStartsWhenTheReportIsTakenBack() {
    driver.deliver(2, 1);
    driver.tick(GRACE);
    driver.tick(GRACE);
    driver.deliver(BESIDE, 1, 0, EAST);
    driver.tick(Duration.ofSeconds(3));
    driver.completes();
    assertThat(onRecord().progress().waiting()).as("reported").containsOnlyKeys(STREAM);
    driver.ledgerAnswers = false;

    driver.deliver(1, 0);

    assertThat(driver.calls()).isEqualTo(1);
    driver.answerNow();
    assertThat(onRecord().progress().waiting()).isEmpty();
    assertThat(driver.calls()).isEqualTo(2);
  }

  @Test
  void aForeignMessageThatWasTakenGoesBackBeforeTheClaimWhenTheHandlerIsAway() {
    driver.deliverForeign("first");
    driver.completes();
    driver.ledgerAnswers = false;
    driver.deliverForeign("a");
    goAwayBeside();
    driver.answerNow();
    assertThat(driver.messages.open("a").owner()).isNotNull();

    driver.tick(Duration.ofSeconds(10));

    assertThat(driver.messages.open("a").owner()).isNull();
    assertThat(driver.messages.open("a").tries().started()).isFalse();
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aClaimThatWentBackBecauseOfTheHandlerIsNotTakenAgainBeforeAnotherRegionCouldComeIn() {
    goAway(driver);
    driver.tick(Duration.ofSeconds(10));
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);
    comeBack();

    driver.tick(Duration.ofSeconds(2).minus(A_LITTLE));
    assertThat(driver.calls()).isEqualTo(3);
    driver.tick(A_LITTLE);

    assertThat(driver.calls()).isEqualTo(4);
  }

  @Test
  void aMessageThatWasTakenAndNotBegunIsTakenAnewUnderTheNextClaim() {
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("no answer"));
    driver.deliverForeign("a");
    goAwayBeside();
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.messages.open("a").owner()).isEqualTo(onRecord().custody().owner());
    driver.tick(Duration.ofSeconds(10));
    assertThat(onRecord().custody().owner()).isNull();
    assertThat(driver.calls()).isZero();
    comeBack();

    driver.tick(Duration.ofSeconds(2));

    assertThat(driver.calls()).isEqualTo(1);
    assertThat(driver.messages.open("a").owner())
        .isNotNull()
        .isEqualTo(onRecord().custody().owner());
  }

  @Test
  void aProbeThatFailedGivesItsOwnClaimBackAndNotTheNextOne() {
    goAway(driver);
    driver.tick(Duration.ofSeconds(1));
    driver.turn();
    driver.returns(UNREACHED);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.IDLE);

    driver.tick(Duration.ofSeconds(3));
    driver.turn();

    assertThat(driver.calls()).isEqualTo(5);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
  }

  /** A message comes that is older than the ledger remembers. */
  private void deliverTooLate(StreamId stream, long seq) {
    driver.deliver(new Position(stream, seq, seq - 1), EAST, Duration.ofDays(14));
  }

  /** Three calls in a row did not reach the handler. */
  /** Three calls of another session in a row did not reach the handler. */
  private void goAwayBeside() {
    for (int i = 0; i < 3; i++) {
      driver.health.failed(callElsewhere(), FailureKind.UNREACHED, "", driver.now().monotonic());
    }
    assertThat(driver.health.isAway()).isTrue();
  }

  /** A call of another session has ended well. */
  private void comeBack() {
    driver.health.endedWell(callElsewhere(), driver.now().monotonic());
    assertThat(driver.health.isAway()).isFalse();
  }

  private HandlerHealth.Call callElsewhere() {
    return new HandlerHealth.Call(ELSEWHERE, "m", driver.now().monotonic());
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }
}
