package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.RegionFailure;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryTest {

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final LaneHarness lanes = new LaneHarness();

  @Test
  void sendsTheSameBatchAgainWhenTheAnswerIsLost() {
    lanes.offerTogether("s", "1", "2");
    var first = lanes.onTheWay(EAST).messages();
    lanes.offer("s", "3");

    lanes.loseAnswer(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
    lanes.pass(PAUSE);

    assertThat(lanes.onTheWay(EAST).messages()).isEqualTo(first);
  }

  @Test
  void goesOnWithTheRestOnceTheRetryIsAccepted() {
    lanes.offerTogether("s", "1", "2");
    lanes.offer("s", "3");
    lanes.loseAnswer(EAST);
    lanes.pass(PAUSE);

    lanes.accept(EAST);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("3");
    assertThat(lanes.wire(EAST, "3").headers().position().prev()).isEqualTo(2);
  }

  @Test
  void pausesLongerWithEachFailureUpToTheBound() {
    lanes.offer("s", "1");
    lanes.refuse(EAST, RefusalKind.TRANSIENT);
    lanes.pass(PAUSE);
    lanes.refuse(EAST, RefusalKind.TRANSIENT);

    lanes.pass(PAUSE);
    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
    lanes.pass(PAUSE);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1");
  }

  @Test
  void givesUpWhenTheDeliveryTimeoutHasPassed() {
    long ticket = lanes.offer("s", "1");
    lanes.loseAnswer(EAST);
    lanes.accept(WEST);

    lanes.pass(Duration.ofMinutes(2));

    DeliveryStatus end = lanes.ended(ticket).orElseThrow();
    assertThat(end.regions())
        .containsEntry(EAST, CopyStatus.GAVE_UP)
        .containsEntry(WEST, CopyStatus.ACCEPTED);
    assertThat(failure(end, EAST).reason()).isEqualTo(GiveUpReason.TIMED_OUT);
    assertThat(failure(end, EAST).mayHaveBeenAccepted()).isTrue();
    assertThat(failure(end, EAST).condition()).contains("amqp:test");
    assertThat(lanes.statistics(EAST).timedOut()).isEqualTo(1);
    assertThat(lanes.statistics(EAST).pending()).isZero();
  }

  @Test
  void knowsThatAMessageWhoseAttemptsWereAllRefusedWasNotAccepted() {
    long ticket = lanes.offer("s", "1");
    lanes.refuse(EAST, RefusalKind.TRANSIENT);
    lanes.refuse(WEST, RefusalKind.TRANSIENT);

    lanes.pass(Duration.ofMinutes(2));

    assertThat(lanes.failed(ticket).orElseThrow().failures().values())
        .noneMatch(RegionFailure::mayHaveBeenAccepted)
        .allMatch(RegionFailure::retrySensible);
  }

  @Test
  void waitsForTheAnswerOfABatchOnItsWayEvenPastTheDeadline() {
    long ticket = lanes.offer("s", "1");
    lanes.pass(Duration.ofMinutes(2));
    assertThat(lanes.failed(ticket)).isEmpty();

    lanes.accept(EAST);

    assertThat(lanes.acknowledged(ticket)).isPresent();
  }

  @Test
  void ignoresAnAnswerThatNobodyAwaits() {
    long ticket = lanes.offer("s", "1");
    var late = lanes.onTheWay(EAST).batch();
    lanes.loseAnswer(EAST);

    lanes.on(List.of(new Event.Accepted(late)));

    assertThat(lanes.acknowledged(ticket)).isEmpty();
  }

  @Test
  void waitsForAnEntityThatTakesNothingWhileAnotherRegionHasTheMessage() {
    long ticket = lanes.offer("s", "1");
    lanes.refuse(EAST, RefusalKind.ENTITY);
    lanes.accept(WEST);
    assertThat(lanes.acknowledged(ticket)).isPresent();

    lanes.pass(PAUSE);
    lanes.accept(EAST);

    assertThat(lanes.ended(ticket).orElseThrow().isComplete()).isTrue();
  }

  @Test
  void doesNotGiveUpWhileAnotherRegionsAnswerIsAwaited() {
    long ticket = lanes.offer("s", "1");
    lanes.refuse(WEST, RefusalKind.ENTITY);
    lanes.pass(PAUSE);

    lanes.refuse(EAST, RefusalKind.ENTITY);

    assertThat(lanes.failed(ticket)).isEmpty();
    lanes.refuse(WEST, RefusalKind.ENTITY);
    assertThat(lanes.failed(ticket)).isPresent();
  }

  @Test
  void givesUpAtOnceWhatNoEntityTakes() {
    long ticket = lanes.offer("s", "1");

    lanes.refuse(EAST, RefusalKind.ENTITY);
    lanes.refuse(WEST, RefusalKind.ENTITY);

    DeliveryStatus end = lanes.failed(ticket).orElseThrow();
    assertThat(failure(end, EAST).reason()).isEqualTo(GiveUpReason.REFUSED);
    assertThat(failure(end, EAST).retrySensible()).isTrue();
  }

  @Test
  void anAnswerMakesTheNextPauseShortAgain() {
    for (RefusalKind answer : List.of(RefusalKind.TRANSIENT, RefusalKind.MESSAGE)) {
      LaneHarness one = new LaneHarness();
      one.offer("s", "1");
      one.refuse(EAST, RefusalKind.TRANSIENT);
      one.pass(PAUSE);
      if (answer == RefusalKind.MESSAGE) {
        one.refuse(EAST, answer);
      } else {
        one.accept(EAST);
      }
      one.accept(WEST);
      one.offer("s", "2");
      one.refuse(EAST, RefusalKind.TRANSIENT);

      one.pass(PAUSE);

      assertThat(one.idsOnTheWay(EAST)).containsExactly("2");
    }
  }

  @Test
  void givesUpWhatNoEntityTakesThoughOneRegionGaveItUpBefore() {
    long ticket = lanes.offer("s", "1");
    lanes.refuse(EAST, RefusalKind.MESSAGE);

    lanes.refuse(WEST, RefusalKind.ENTITY);

    DeliveryStatus end = lanes.failed(ticket).orElseThrow();
    assertThat(failure(end, EAST).description())
        .isEqualTo("the region refused the message; last: as the test says");
    assertThat(failure(end, WEST).description())
        .isEqualTo("the entity takes no messages; last: as the test says");
  }

  @Test
  void numbersTheAttemptsOfALaneForARegionFromOne() {
    lanes.offer("s", "1");
    assertThat(lanes.onTheWay(EAST).batch()).isEqualTo(new BatchId(EAST, 0, 1));
    lanes.loseAnswer(EAST);

    lanes.pass(PAUSE);

    assertThat(lanes.onTheWay(EAST).batch()).isEqualTo(new BatchId(EAST, 0, 2));
  }

  private static RegionFailure failure(DeliveryStatus delivery, RegionName region) {
    return Optional.ofNullable(delivery.failures().get(region)).orElseThrow();
  }
}
