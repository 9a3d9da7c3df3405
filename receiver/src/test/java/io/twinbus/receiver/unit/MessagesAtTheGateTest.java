package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.protocol.MessageId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.WorkerEffect;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages with records of their own at their process's gate, where they are suspect. */
class MessagesAtTheGateTest {

  private static final ClaimId INSIDE = new ClaimId("inside");

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void oneThatWasFoundStartedTwiceWaitsUntilItIsAlone() {
    foundStartedBefore(1);
    comesIn(INSIDE, 0);

    driver.deliverForeign("a");

    assertThat(driver.calls()).isZero();
    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .contains(new WorkerEffect.WakeAt(driver.now().monotonic().plus(Duration.ofMillis(50))));
  }

  @Test
  void oneThatWaitsRunsWhenTheOthersHaveLeft() {
    foundStartedBefore(1);
    comesIn(INSIDE, 0);
    driver.deliverForeign("a");
    driver.gate().leave(INSIDE);

    driver.tick(Duration.ofMillis(50));

    assertThat(driver.calls()).isOne();
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(3);
  }

  @Test
  void oneThatWasFoundStartedOnceRunsBesideOtherSuspects() {
    foundStartedBefore(0);
    comesIn(INSIDE, 0);

    driver.deliverForeign("a");

    assertThat(driver.calls()).isOne();
  }

  @Test
  void oneThatWasFoundStartedOnceWaitsForOneThatIsAlone() {
    foundStartedBefore(0);
    comesIn(INSIDE, 1);

    driver.deliverForeign("a");

    assertThat(driver.calls()).isZero();
  }

  @Test
  void oneThatIsNoSuspectDoesNotAsk() {
    comesIn(INSIDE, 1);

    driver.deliverForeign("a");

    assertThat(driver.calls()).isOne();
  }

  @Test
  void oneThatHasFailedLeavesTheGateUntilItsNextAttempt() {
    foundStartedBefore(0);
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));

    assertThat(comesIn(INSIDE, 1)).isTrue();
  }

  @Test
  void oneThatHasEndedLeavesTheGate() {
    foundStartedBefore(0);
    driver.deliverForeign("a");

    driver.completes();

    assertThat(comesIn(INSIDE, 1)).isTrue();
  }

  @Test
  void oneThatIsAtWorkIsInside() {
    foundStartedBefore(0);

    driver.deliverForeign("a");

    assertThat(comesIn(INSIDE, 1)).isFalse();
  }

  @Test
  void oneThatAnotherWorkerHasTakenLeavesTheGate() {
    foundStartedBefore(0);
    driver.deliverForeign("a");
    driver.messages.put(
        new MessageContent.Open(
            new MessageId("a"),
            OTHER,
            driver.messages.open("a").token() + 1,
            MessageAttempts.first(0).withStarted(true)));

    driver.completes();

    assertThat(comesIn(INSIDE, 1)).isTrue();
  }

  @Test
  void oneWhoseCallDoesNotReturnIsInsideForItsTimeoutAndTheGraceAndTheTimeToWriteIt() {
    foundStartedBefore(0);
    driver.deliverForeign("a");
    StartGate.Ticket alone = new StartGate.Ticket(INSIDE, 1);
    Duration most = Duration.ofSeconds(60 + 5 + 30);

    assertThat(enters(alone, most.minusMillis(1))).isFalse();
    assertThat(enters(alone, most)).isTrue();
  }

  @Test
  void aSuspectWithAPlaceInItsStreamLeavesTheGateWhenItHasEnded() {
    driver.deliver(1, 0);
    WorkerDriver next = driver.successor(OwnerState.DEAD);
    next.deliver(1, 0);
    StartGate.Ticket alone = new StartGate.Ticket(INSIDE, 1);
    assertThat(next.gate().enter(alone, next.now().monotonic(), Duration.ofMinutes(9))).isFalse();

    next.completes();

    assertThat(next.gate().enter(alone, next.now().monotonic(), Duration.ofMinutes(9))).isTrue();
  }

  private boolean enters(StartGate.Ticket ticket, Duration later) {
    return driver.gate().enter(ticket, driver.now().monotonic().plus(later), Duration.ofMinutes(9));
  }

  private boolean comesIn(ClaimId claim, int takeovers) {
    return enters(new StartGate.Ticket(claim, takeovers), Duration.ZERO);
  }

  /** A dead worker has started it, and so many claims had found it started before that. */
  private void foundStartedBefore(int takeovers) {
    MessageAttempts tries = new MessageAttempts(0, takeovers, true, 0);
    driver.messages.put(new MessageContent.Open(new MessageId("a"), OTHER, 5, tries));
  }
}
