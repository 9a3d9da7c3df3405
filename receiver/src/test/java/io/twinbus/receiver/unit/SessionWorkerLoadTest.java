package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a worker tells of its load: what it has in hand, and whether anything is under way. */
class SessionWorkerLoadTest {

  private static final Duration AGE = Duration.ofSeconds(7);

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aWorkerWithNothingUnderWayIsNotAtWork() {
    assertThat(driver.worker.isAtWork()).isFalse();
  }

  @Test
  void aWorkerThatWorksIsNotLeaving() {
    assertThat(driver.worker.isLeaving()).isFalse();
  }

  @Test
  void aWorkerThatStopsIsNotLeavingWhileItsCallIsOut() {
    driver.deliver(1, 0);

    driver.hand(new WorkerEvent.Drain());

    assertThat(driver.worker.isLeaving()).isFalse();
  }

  @Test
  void aWorkerThatStopsIsLeavingWhenItsCallHasReturned() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.Drain());
    driver.ledgerAnswers = false;

    driver.completes();

    assertThat(driver.worker.isLeaving()).isTrue();
  }

  @Test
  void whatHasEndedAndIsNotWrittenYetIsInHandBesideWhatWaits() {
    driver.deliver(1, 0);
    driver.deliver(2, 1);
    driver.ledgerAnswers = false;

    driver.completes();

    assertThat(driver.worker.inHand()).isEqualTo(2);
  }

  @Test
  void aCopyThatWaitsForItsPageIsInHand() {
    withAPage();
    driver.messageReadsAnswer = false;

    driver.deliver(1, 0);

    assertThat(driver.worker.inHand()).isEqualTo(1);
  }

  @Test
  void aCopyThatWaitsForItsPageTakesRoomInTheWindow() {
    withAPage();
    driver.messageReadsAnswer = false;
    long asked = driver.asked();

    driver.deliver(1, 0);

    assertThat(driver.asked()).isEqualTo(asked);
  }

  @Test
  void beforeItHasSeenTheRecordAWorkerDoesNotKnowHowOldItsMessagesAre() {
    driver.ledgerAnswers = false;

    driver.deliver(new Position(STREAM, 2, 1), EAST, AGE);

    assertThat(driver.worker.oldest()).isEmpty();
  }

  @Test
  void aWorkerThatClaimsWithoutALookKnowsHowOldItsMessagesAre() {
    driver.ledgerAnswers = false;

    driver.deliver(new Position(STREAM, 1, 0), EAST, AGE);

    assertThat(driver.worker.oldest()).contains(driver.now().wall().minus(AGE));
  }

  @Test
  void aParkedWorkerThatHasSeenTheRecordKnowsHowOldItsMessagesAre() {
    Owner other = new Owner(new RegionName("west"), new InstanceId("other"), new ClaimId("c"));
    driver.record =
        SessionRecord.first(
            WorkerDriver.SESSION,
            new Custody(SessionStatus.WORKING, other, 100, null),
            WriteMark.of(new WriteId("w"), Instant.EPOCH));

    driver.deliver(new Position(STREAM, 2, 1), EAST, AGE);

    assertThat(driver.worker.oldest()).contains(driver.now().wall().minus(AGE));
  }

  /** A worker with a window of four copies has ended more than its record has room for. */
  private void withAPage() {
    driver =
        new WorkerDriver(
            FlowSettings.ofDefaults()
                .withWindow(new FlowSettings.Window(4, 8, 20))
                .withRecords(new FlowSettings.Records(ClaimScope.SESSION, 4)));
    for (long number = 1; number <= 4; number++) {
      driver.deliver(number, number - 1);
      driver.returns(new HandlerOutcome.DeadLetter("reason-" + number, "no"));
    }
  }
}
