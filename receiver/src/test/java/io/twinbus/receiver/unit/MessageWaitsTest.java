package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.BY_MESSAGE;
import static io.twinbus.receiver.unit.Situations.OTHER;
import static io.twinbus.receiver.unit.Situations.UNREACHED;
import static io.twinbus.receiver.unit.Situations.goAway;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerFact.Parked.Reason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a worker waits for, and gives back meanwhile, that claims messages one by one. */
class MessageWaitsTest {

  private static final SessionId ELSEWHERE = new SessionId("elsewhere");
  private static final Duration IDLE = FlowSettings.ofDefaults().pace().linger().dividedBy(4);
  private static final Duration A_LITTLE = Duration.ofMillis(1);

  private final WorkerDriver driver = new WorkerDriver(BY_MESSAGE);

  @Test
  void aMessageThatMayNotRunYetIsSaidToBeTooEarly() {
    driver.deliverForLater(1, 0, Duration.ofHours(1));

    assertThat(parked()).containsExactly(Reason.TOO_EARLY);
  }

  @Test
  void aWorkerWakesUpWhenItsMessageMayRun() {
    Duration soon = Duration.ofMillis(100);

    driver.deliverForLater(1, 0, soon);

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .last()
        .isEqualTo(new WorkerEffect.WakeAt(driver.now().monotonic().plus(soon)));
  }

  @Test
  void noAlarmIsRaisedWhileAMessageMayNotRunYet() {
    driver.deliverForLater(1, 0, Duration.ofHours(1));

    driver.tick(Duration.ofMinutes(2));

    assertThat(driver.facts(WorkerFact.Stuck.class)).isEmpty();
  }

  @Test
  void whatOnlyANewerReceiverCanReadIsSaidToWaitForOne() {
    Delivery copy = driver.copy(1, 1, 0);

    driver.hand(
        new WorkerEvent.Delivered(new Delivery(1, new ParsedHeaders.Newer(9), copy.message())));

    assertThat(parked()).containsExactly(Reason.NEWER);
  }

  @Test
  void aWorkerWithNothingInHandStopsAfterAWhile() {
    driver.deliver(1, 0);
    driver.completes();
    driver.hand(new WorkerEvent.Settled(1));

    driver.tick(IDLE.minus(A_LITTLE));
    assertThat(driver.worker.isStopped()).isFalse();
    driver.tick(A_LITTLE);

    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aWorkerThatHasWaitedForAnotherOneStopsOnlyWhenNothingMoreComes() {
    driver.messages.startedBy(OTHER, "s-1");
    driver.deliver(1, 0);
    driver.messages.put(new MessageContent.Over(new MessageId("s-1"), EndState.DONE, "", 6));
    driver.tick(Duration.ofSeconds(10));
    driver.hand(new WorkerEvent.Settled(1));
    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(driver.worker.isStopped()).isFalse();

    driver.tick(IDLE);

    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aMessageGoesBackTenSecondsAfterTheHandlerWentAway() {
    goAway(driver);

    driver.tick(Duration.ofSeconds(10).minus(A_LITTLE));
    assertThat(driver.messages.open("s-1").owner()).isNotNull();
    driver.tick(A_LITTLE);

    assertThat(driver.messages.open("s-1").owner()).isNull();
  }

  @Test
  void aMessageThatWentBackIsNotTakenAgainBeforeAnotherRegionCouldComeIn() {
    goAway(driver);
    driver.tick(Duration.ofSeconds(10));
    driver.health.endedWell(callElsewhere(), driver.now().monotonic());
    assertThat(driver.health.isAway()).isFalse();

    driver.tick(Duration.ofSeconds(2).minus(A_LITTLE));
    assertThat(driver.calls()).isEqualTo(3);
    driver.tick(A_LITTLE);

    assertThat(driver.calls()).isEqualTo(4);
  }

  @Test
  void aProbeThatFailedGivesItsOwnMessageBackAndNotTheNextOne() {
    goAway(driver);
    driver.tick(Duration.ofSeconds(1));
    driver.turn();
    driver.returns(UNREACHED);
    assertThat(driver.messages.open("s-1").owner()).isNull();

    driver.tick(Duration.ofSeconds(3));
    driver.turn();

    assertThat(driver.calls()).isEqualTo(5);
  }

  @Test
  void aMessageThatComesWhenTheHandlerHasBeenAwayForLongWaitsForItsTurn() {
    for (int i = 0; i < 3; i++) {
      driver.health.failed(callElsewhere(), FailureKind.UNREACHED, "", driver.now().monotonic());
    }
    driver.deliverForLater(1, 0, Duration.ofSeconds(20));
    driver.tick(Duration.ofSeconds(20));

    driver.turn();

    assertThat(driver.calls()).isEqualTo(1);
  }

  /** Three calls in a row did not reach the handler. */
  private HandlerHealth.Call callElsewhere() {
    return new HandlerHealth.Call(ELSEWHERE, "m", driver.now().monotonic());
  }

  private List<Reason> parked() {
    return driver.facts(WorkerFact.Parked.class).stream().map(WorkerFact.Parked::reason).toList();
  }
}
