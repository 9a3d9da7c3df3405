package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.statistics.BreakerState;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SickRegionTest {

  private static final Duration BUDGET = Duration.ofMillis(2500);
  private static final Duration FIRST_PROBE = Duration.ofMillis(500);

  @Test
  void neverHoldsTheOtherRegionUp() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "0");

    for (int i = 1; i <= 10; i++) {
      lanes.offer("s", String.valueOf(i));
      lanes.accept(WEST);
    }

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("10");
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("0");
  }

  @Test
  void isLeftAloneAfterATimeoutAndProbedWithOneBatch() {
    LaneHarness lanes = twoLanes();
    lanes.offer("a", "1");
    lanes.offer("b", "2");
    assertThat(lanes.allOnTheWay(EAST)).hasSize(2);
    lanes.pass(BUDGET);
    lanes.loseAnswers(EAST);

    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.OPEN);
    lanes.pass(FIRST_PROBE);

    assertThat(lanes.allOnTheWay(EAST)).hasSize(1);
    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.PROBING);
  }

  @Test
  void isUsedAgainByAllLanesOnceAProbeIsAnswered() {
    LaneHarness lanes = twoLanes();
    lanes.offer("a", "1");
    lanes.offer("b", "2");
    lanes.pass(BUDGET);
    lanes.loseAnswers(EAST);
    lanes.pass(FIRST_PROBE);

    lanes.accept(EAST);

    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.CLOSED);
    assertThat(lanes.allOnTheWay(EAST)).hasSize(1);
    assertThat(lanes.all(Effect.BreakerMoved.class))
        .extracting(Effect.BreakerMoved::state)
        .containsExactly(BreakerState.OPEN, BreakerState.PROBING, BreakerState.CLOSED);
  }

  @Test
  void isProbedMoreRarelyWhileProbesFail() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "1");
    lanes.pass(BUDGET);
    lanes.loseAnswer(EAST);
    lanes.pass(FIRST_PROBE);
    lanes.loseAnswer(EAST);

    lanes.pass(FIRST_PROBE);
    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
    lanes.pass(FIRST_PROBE);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1");
  }

  @Test
  void isStillTrustedAfterOneQuickFailure() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "1");

    lanes.loseAnswer(EAST);

    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void shedsTheOldestCopiesOfAcknowledgedMessagesAboveTheBound() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxWaitingMessages(3).build());
    lanes.offer("s", "0");
    lanes.accept(WEST);
    List<Long> tickets =
        IntStream.rangeClosed(1, 5)
            .mapToObj(
                i -> {
                  long ticket = lanes.offer("s", String.valueOf(i));
                  lanes.accept(WEST);
                  return ticket;
                })
            .toList();

    assertThat(tickets.stream().filter(ticket -> lanes.ended(ticket).isPresent()))
        .containsExactlyElementsOf(tickets.subList(0, 3));
    var shed = lanes.ended(tickets.get(0)).orElseThrow();
    assertThat(shed.regions()).containsEntry(EAST, CopyStatus.GAVE_UP);
    assertThat(shed.failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.SHED)
        .noneMatch(failure -> failure.mayHaveBeenAccepted());
    assertThat(lanes.statistics(EAST).shed()).isEqualTo(3);
    assertThat(lanes.statistics(EAST).pending()).isEqualTo(3);
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("4", "5");
  }

  @Test
  void shedsByBytesAsWell() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxWaitingBytes(2048).build());
    for (int i = 0; i < 6; i++) {
      lanes.offer("s", String.valueOf(i));
      lanes.accept(WEST);
    }

    assertThat(lanes.statistics(EAST).shed()).isEqualTo(3);
  }

  @Test
  void aCopyThatIsLargerThanTheBoundWaitsAlone() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxWaitingBytes(1024).build());
    lanes.offer(OutboundMessage.of("s", "large").body("x".repeat(2_000)).build());
    lanes.accept(WEST);
    assertThat(lanes.statistics(EAST).shed()).isZero();

    lanes.offer("s", "small");
    lanes.accept(WEST);

    assertThat(lanes.statistics(EAST).shed()).isEqualTo(1);
    assertThat(lanes.statistics(EAST).pending()).isEqualTo(1);
  }

  @Test
  void neverShedsWhatNoRegionHas() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxWaitingMessages(1).build());

    for (int i = 0; i < 10; i++) {
      lanes.offer("s", String.valueOf(i));
    }

    assertThat(lanes.statistics(EAST).shed()).isZero();
    assertThat(lanes.statistics(WEST).shed()).isZero();
  }

  @Test
  void isNotDownBecauseItRefusesAMessage() {
    LaneHarness lanes = new LaneHarness();
    for (int i = 0; i < 5; i++) {
      lanes.offer("s", String.valueOf(i));
      lanes.refuse(EAST, RefusalKind.MESSAGE);
      lanes.accept(WEST);
    }

    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void isForgivenItsFailuresByARefusalOfAMessage() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "1");
    for (RefusalKind answer :
        List.of(RefusalKind.TRANSIENT, RefusalKind.TRANSIENT, RefusalKind.MESSAGE)) {
      lanes.refuse(EAST, answer);
      lanes.pass(Duration.ofMillis(100));
    }
    lanes.offer("t", "2");

    lanes.refuse(EAST, RefusalKind.TRANSIENT);

    assertThat(lanes.statistics(EAST).breaker()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void shedsNoCopyThatIsOnItsWay() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxWaitingMessages(2).build());
    for (String id : List.of("1", "2")) {
      lanes.offer("s", id);
      lanes.accept(WEST);
    }
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2");

    for (String id : List.of("3", "4")) {
      lanes.offer("s", id);
      lanes.accept(WEST);
    }

    lanes.accept(EAST);
    assertThat(lanes.statistics(EAST).shed()).isEqualTo(1);
    assertThat(lanes.statistics(EAST).accepted()).isEqualTo(2);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("4");
  }

  @Test
  void shedsACopyThatCameBackAsOneThatWaits() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxWaitingMessages(1).build());
    long first = lanes.offer("s", "1");
    lanes.accept(WEST);
    lanes.loseAnswer(EAST);
    long second = lanes.offer("s", "2");

    lanes.accept(WEST);

    assertThat(lanes.ended(first).orElseThrow().failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.SHED)
        .allMatch(
            failure ->
                failure
                    .description()
                    .equals("too many copies wait for the region; last: as the test says"));
    assertThat(lanes.ended(second)).isEmpty();
    assertThat(lanes.statistics(EAST).deepestLane()).isEqualTo(1);
  }

  @Test
  void shedsNothingWhileItTakesItsCopiesALittleLater() {
    LaneHarness lanes =
        new LaneHarness(LaneHarness.oneLane().maxWaitingMessages(1).maxWaitingBytes(2048).build());
    for (int i = 0; i < 20; i++) {
      lanes.offer("s", String.valueOf(i));
      lanes.accept(WEST);
      lanes.accept(EAST);
    }

    assertThat(lanes.statistics(EAST).shed()).isZero();
  }

  @Test
  void lacksTheCopiesThatItGaveUpOfMessagesThatTheOtherHas() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "1");
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.accept(WEST);
    lanes.offer("s", "2");
    lanes.accept(WEST);
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.offer("s", "3");
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);

    assertThat(lanes.lanes().statistics().lacking())
        .containsEntry(EAST, 2L)
        .containsEntry(WEST, 0L);
    assertThat(lanes.statistics(EAST).batches()).isEqualTo(3);
    assertThat(lanes.statistics(EAST).refused()).isEqualTo(3);
    assertThat(lanes.statistics(WEST).accepted()).isEqualTo(2);
    assertThat(lanes.lanes().statistics().acknowledged()).isEqualTo(2);
    assertThat(lanes.lanes().statistics().offered()).isEqualTo(3);
    assertThat(lanes.lanes().statistics().failed()).isEqualTo(1);
    assertThat(lanes.lanes().statistics().failedByClosing()).isZero();
  }

  @Test
  void holdsNoCopyThatWasShedBehindOneThatWaits() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxWaitingMessages(2).build());
    lanes.offer("s", "on its way");
    lanes.accept(WEST);
    lanes.offer("t", "only for east");
    lanes.refuse(WEST, RefusalKind.MESSAGE);

    for (String id : List.of("1", "2")) {
      lanes.offer("u", id);
      lanes.accept(WEST);
    }

    assertThat(lanes.statistics(EAST).shed()).isEqualTo(1);
    assertThat(lanes.statistics(EAST).deepestLane()).isEqualTo(3);
  }

  private static LaneHarness twoLanes() {
    return new LaneHarness(SenderSettings.builder().lanes(2).build());
  }
}
