package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.STANDBY_DELAY;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.WireMessage;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.statistics.BreakerState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Standby copies are sent once more, without their delay, when their home region fails. */
class HastenTest {

  private static final Duration PATIENCE = Duration.ofMillis(2500);

  private LaneHarness lanes = new LaneHarness();

  @Test
  void theHomeRegionFails_theStandbyCopyGoesOutOnceMoreToBeSeenAtOnce() {
    lanes.offer("s", "1");
    WireMessage delayed = lanes.wire(WEST, "1");
    lanes.accept(WEST);
    assertThat(lanes.allOnTheWay(WEST)).isEmpty();

    eastFails();

    WireMessage hastened = lanes.wire(WEST, "1");
    assertThat(hastened.scheduledAt()).isNull();
    assertThat(hastened.headers()).isEqualTo(delayed.headers());
    assertThat(hastened.brokerTimeToLive()).isEqualTo(delayed.brokerTimeToLive());
  }

  @Test
  void theHomeCopyWasAccepted_theStandbyCopyIsHastenedAllTheSame() {
    lanes.offer("s", "1");
    lanes.accept(WEST);
    lanes.accept(EAST);
    lanes.offer("t", "2");
    lanes.accept(WEST);

    eastFails();

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1", "2");
  }

  @Test
  void eachIsHastenedOnce() {
    lanes.offer("s", "1");
    lanes.accept(WEST);
    eastFails();
    lanes.accept(WEST);

    lanes.pass(Duration.ofSeconds(5));

    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
    assertThat(lanes.statistics(WEST).hastened()).isEqualTo(1);
    assertThat(lanes.statistics(WEST).accepted()).isEqualTo(1);
  }

  @Test
  void aCopyThatIsAcceptedWhileTheHomeRegionIsDownIsHastenedThen() {
    lanes.offer("s", "1");
    eastFails();

    lanes.accept(WEST);

    assertThat(lanes.wire(WEST, "1").scheduledAt()).isNull();
  }

  @Test
  void aDelayThatIsNearlyOverIsLeftToEnd() {
    lanes.offer("s", "1");
    lanes.accept(WEST);
    lanes.pass(STANDBY_DELAY.minus(PATIENCE).minusMillis(1999));

    eastFails();

    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
  }

  @Test
  void aMessageThatWasReportedToHaveFailedIsNotHastened() {
    lanes = new LaneHarness(LaneHarness.oneLane().acknowledge(Acknowledge.ALL).build());
    long ticket = lanes.offer("s", "1");
    lanes.accept(WEST);
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    assertThat(lanes.failed(ticket)).isPresent();
    lanes.offer("t", "2");
    lanes.accept(WEST);

    eastFails();

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
  }

  @Test
  void hastenedAndFreshBatchesTakeTurns() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(1).build());
    for (String id : List.of("1", "2", "3")) {
      lanes.offer(id, id);
      lanes.accept(WEST);
    }
    eastFails();
    lanes.offerTogether("s", "4", "5");
    StringBuilder order = new StringBuilder();
    while (!lanes.idsOnTheWay(WEST).isEmpty()) {
      order.append(lanes.idsOnTheWay(WEST).get(0));
      lanes.accept(WEST);
    }

    assertThat(order.toString()).isEqualTo("14253");
  }

  @Test
  void aRegionThatIsBusyIsNotGivenMore() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(1).build());
    for (String id : List.of("1", "2")) {
      lanes.offer(id, id);
      lanes.accept(WEST);
    }
    eastFails();

    lanes.refuse(WEST, RefusalKind.TRANSIENT);
    lanes.pass(Duration.ofSeconds(5));

    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
    assertThat(lanes.statistics(WEST).hastened()).isZero();
  }

  @Test
  void lostAnswersToHastenedBatchesMoveNoBreakerAndNoReceipt() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(1).build());
    for (int i = 0; i < 5; i++) {
      lanes.offer("s" + i, "m" + i);
      lanes.accept(WEST);
    }
    eastFails();
    for (int i = 0; i < 5; i++) {
      lanes.loseAnswer(WEST);
    }

    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
    assertThat(lanes.statistics(WEST).breaker()).isEqualTo(BreakerState.CLOSED);
    assertThat(lanes.statistics(WEST).accepted()).isEqualTo(5);
    lanes.offer("s0", "next");
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("next");
  }

  @Test
  void theBoundInBytesLetsTheOldestGo() {
    int two = 2 * lanes.bytes("s", "1");
    lanes = new LaneHarness(LaneHarness.oneLane().maxHastenedBytes(two).build());
    for (String id : List.of("1", "2", "3")) {
      lanes.offer("s", id);
      lanes.accept(WEST);
    }

    eastFails();

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2", "3");
  }

  @Test
  void noByteAllowed_noCopyIsKept() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxHastenedBytes(0).build());
    lanes.offer("s", "1");
    lanes.accept(WEST);

    eastFails();

    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
  }

  @Test
  void theHomeRegionAnswersAgain_theRestKeepsItsDelay() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(1).build());
    for (String id : List.of("1", "2")) {
      lanes.offer(id, id);
      lanes.accept(WEST);
    }
    eastFails();
    lanes.pass(Duration.ofSeconds(1));
    lanes.accept(EAST);

    lanes.accept(WEST);

    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.CLOSED);
    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
  }

  @Test
  void aBatchThatIsRefusedOrHasNoAnswerHoldsNoOtherUp() {
    for (RefusalKind kind : RefusalKind.values()) {
      lanes = new LaneHarness();
      lanes.offer("s", "1");
      lanes.accept(WEST);
      eastFails();

      lanes.refuse(WEST, kind);
      lanes.offer("s", "2");

      assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
    }
  }

  @Test
  void theSenderCloses_nothingMoreIsHastened() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(1).build());
    for (String id : List.of("1", "2")) {
      lanes.offer(id, id);
      lanes.accept(WEST);
    }
    eastFails();
    lanes.on(List.of(new Event.Closed()));

    lanes.accept(WEST);

    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
  }

  @Test
  void freshMessagesThatMayNotGoYetTakeNoTurn() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(1).build());
    for (String id : List.of("1", "2")) {
      lanes.offer(id, id);
      lanes.accept(WEST);
    }
    lanes.offer("s", "3");
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.offer("s", "waits for what east may have");
    eastFails();
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1");

    lanes.accept(WEST);

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
  }

  @Test
  void aBatchOfAPartitionedEntityHoldsOneSession() {
    lanes = new LaneHarness(LaneHarness.oneLane().oneSessionBatches(true).build());
    for (String id : List.of("a1", "a2", "b1")) {
      lanes.offer(id.substring(0, 1), id);
      lanes.accept(WEST);
    }

    eastFails();

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("a1", "a2");
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("b1");
    lanes.accept(WEST);
    assertThat(lanes.statistics(WEST).hastened()).isEqualTo(3);
  }

  @Test
  void aBatchEndsAtTheBoundsOfMessagesAndBytes() {
    int two = 2 * lanes.bytes("s", "1");
    for (int bytes : List.of(two, two + lanes.bytes("s", "1") - 1)) {
      lanes = new LaneHarness();
      lanes.on(List.of(new Event.LinkLimit(WEST, bytes)));
      hastensTwoAndOne();
    }
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(2).build());
    hastensTwoAndOne();
  }

  @Test
  void aDelayOfTwoSecondsIsWorthIt() {
    lanes.offer("s", "1");
    lanes.accept(WEST);
    lanes.pass(STANDBY_DELAY.minus(PATIENCE).minusSeconds(2));

    eastFails();

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1");
  }

  @Test
  void copiesWhoseDelayIsNearlyOverMakeRoomForOthers() {
    int one = lanes.bytes("s", "1");
    lanes = new LaneHarness(LaneHarness.oneLane().lanes(2).maxHastenedBytes(one).build());
    lanes.offer("a", "1");
    lanes.accept(WEST);
    lanes.pass(STANDBY_DELAY);
    lanes.offer("b", "2");
    lanes.accept(WEST);

    lanes.pass(PATIENCE);
    lanes.loseAnswers(EAST);

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
  }

  @Test
  void whatWasHastenedOrDroppedMakesRoomForOthers() {
    int two = 2 * lanes.bytes("s", "1");
    for (boolean isBusy : List.of(false, true)) {
      lanes =
          new LaneHarness(
              LaneHarness.oneLane().lanes(2).maxBatchMessages(1).maxHastenedBytes(two).build());
      deliverTwoToWest("a");
      eastFails();
      if (isBusy) {
        lanes.refuse(WEST, RefusalKind.TRANSIENT);
      } else {
        lanes.accept(WEST);
        lanes.accept(WEST);
      }
      eastRecovers();
      deliverTwoToWest("b");

      eastFails();

      assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1");
      lanes.accept(WEST);
      assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
    }
  }

  @Test
  void onlyMessagesThatWereReportedToHaveFailedAreDue_freshOnesGoAtOnce() {
    lanes = new LaneHarness(LaneHarness.oneLane().acknowledge(Acknowledge.ALL).build());
    lanes.offer("s", "1");
    lanes.accept(WEST);
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.offer("t", "2");
    lanes.offer("u", "3");
    eastFails();

    lanes.refuse(WEST, RefusalKind.MESSAGE);

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("3");
  }

  private void deliverTwoToWest(String session) {
    for (String id : List.of("1", "2")) {
      lanes.offer(session, id);
      lanes.accept(WEST);
    }
  }

  private void eastRecovers() {
    lanes.pass(Duration.ofMillis(500));
    while (!lanes.allOnTheWay(EAST).isEmpty()) {
      lanes.accept(EAST);
    }
    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.CLOSED);
  }

  private void hastensTwoAndOne() {
    for (String id : List.of("1", "2", "3")) {
      lanes.offer("s", id);
      lanes.accept(WEST);
    }
    eastFails();
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1", "2");
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("3");
  }

  private void eastFails() {
    lanes.pass(PATIENCE);
    lanes.loseAnswer(EAST);
    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.OPEN);
  }
}
