package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a worker says that its session does not move, and what it says that it waits for. */
class StuckAlarmTest {

  private static final Duration ALERT = FlowSettings.ofDefaults().pace().stuckAfter();

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void beforeTheFirstReadItWaitsForTheLedger() {
    driver.ledgerAnswers = false;
    driver.deliver(2, 1);

    driver.tick(ALERT);

    assertThat(alarms())
        .containsExactly("1 messages have not moved for 60 s: the ledger has not been read");
  }

  @Test
  void withoutAClaimItSaysWhatTheSessionIsParkedFor() {
    driver.deliver(2, 1);

    driver.tick(ALERT);

    assertThat(alarms())
        .singleElement()
        .asString()
        .startsWith("1 messages have not moved for 60 s: the message after 0 of stream s is");
  }

  @Test
  void underAClaimItSaysThatTheNextCallWaits() {
    driver.deliver(1, 0);
    driver.returns(new HandlerOutcome.Retry("not now", Optional.of(Duration.ofMinutes(5))));

    driver.tick(ALERT);

    assertThat(alarms()).singleElement().asString().endsWith("waits for a retry or for the ledger");
  }

  @Test
  void itSaysThatTheHandlerIsAway() {
    driver.deliver(1, 0);
    for (int i = 0; i < 3; i++) {
      driver.returns(
          new HandlerOutcome.Retry(
              FailureKind.UNREACHED, "nobody listens", Optional.empty(), Optional.empty()));
      driver.tick(Duration.ofSeconds(1));
    }

    driver.tick(ALERT);

    assertThat(alarms())
        .singleElement()
        .asString()
        .endsWith(": the handler is away: nobody listens");
  }

  @Test
  void aCallThatIsOutIsNoReason() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);

    driver.tick(ALERT.minusSeconds(1));
    driver.tick(Duration.ofSeconds(2));

    assertThat(driver.calls()).isEqualTo(1);
    assertThat(alarms()).isEmpty();
  }

  @Test
  void anEndThatTheLedgerDoesNotTakeIsAReasonThoughNothingElseIsInHand() {
    driver.deliver(1, 0);
    driver.ledgerAnswers = false;
    driver.completes();

    driver.tick(ALERT);

    assertThat(alarms()).hasSize(1);
  }

  @Test
  void itCountsFromTheLastMessageThatEnded() {
    driver.deliver(1, 0);
    driver.deliver(3, 2);
    driver.tick(Duration.ofSeconds(30));
    driver.completes();

    driver.tick(ALERT.minusNanos(1));
    assertThat(alarms()).isEmpty();

    driver.tick(Duration.ofNanos(1));
    assertThat(alarms()).hasSize(1);
    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .contains(new WorkerEffect.WakeAt(driver.now().monotonic()));
  }

  @Test
  void itIsToldAgainEachAlertTime() {
    driver.deliver(1, 0);
    driver.returns(new HandlerOutcome.Retry("not now", Optional.of(Duration.ofMinutes(5))));

    driver.tick(ALERT);

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .last()
        .isEqualTo(new WorkerEffect.WakeAt(driver.now().monotonic().plus(ALERT)));
    driver.tick(ALERT);
    assertThat(alarms()).hasSize(2).last().asString().contains("have not moved for 120 s");
  }

  @Test
  void itCountsFromTheTimeWhenACallWasLastOut() {
    driver.deliver(1, 0);
    driver.tick(ALERT.minusSeconds(1));
    driver.returns(new HandlerOutcome.Retry("not now", Optional.of(Duration.ofMinutes(5))));

    driver.tick(ALERT.minusSeconds(1));
    assertThat(alarms()).isEmpty();

    driver.tick(Duration.ofSeconds(1));
    assertThat(alarms()).hasSize(1);
  }

  private List<String> alarms() {
    return driver.facts(WorkerFact.Stuck.class).stream().map(WorkerFact.Stuck::why).toList();
  }
}
