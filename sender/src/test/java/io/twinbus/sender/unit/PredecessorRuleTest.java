package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.pipeline.RefusalKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PredecessorRuleTest {

  private final LaneHarness lanes = new LaneHarness();

  @Test
  void holdsAMessageBackWhileItsPredecessorIsUnsettled() {
    lanes.offer("s", "1");
    lanes.offer("s", "2");

    lanes.refuse(EAST, RefusalKind.MESSAGE);

    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1");
  }

  @Test
  void letsItGoInARegionThatLacksThePredecessorOnceAnotherAcceptedThat() {
    lanes.offer("s", "1");
    lanes.offer("s", "2");
    lanes.refuse(EAST, RefusalKind.MESSAGE);

    lanes.accept(WEST);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2");
    assertThat(lanes.wire(EAST, "2").headers().position().prev()).isEqualTo(1);
  }

  @Test
  void passesOverAPredecessorThatFailedEverywhere() {
    long first = lanes.offer("s", "1");
    lanes.accept(EAST);
    lanes.accept(WEST);
    lanes.pass(Duration.ofSeconds(1));
    long second = lanes.offer("s", "2");
    lanes.offer("s", "3");

    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);

    assertThat(lanes.acknowledged(first)).isPresent();
    assertThat(lanes.failed(second)).isPresent();
    assertThat(lanes.wire(EAST, "3").headers().position())
        .matches(position -> position.seq() == 3 && position.prev() == 1);
    assertThat(lanes.wire(EAST, "3").headers().previousSentAt()).isEqualTo(LaneHarness.START);
    assertThat(lanes.wire(WEST, "3").headers().position())
        .isEqualTo(lanes.wire(EAST, "3").headers().position());
  }

  @Test
  void passesOverSeveralThatFailedInARow() {
    lanes.offer("s", "1");
    lanes.offerTogether("s", "2", "3", "4");
    lanes.loseAnswer(EAST);
    lanes.loseAnswer(WEST);

    lanes.pass(Duration.ofMinutes(3));
    long next = lanes.offer("s", "5");
    lanes.pass(Duration.ofSeconds(10));

    assertThat(lanes.failed(1).orElseThrow().failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.TIMED_OUT);
    assertThat(lanes.failed(4)).isPresent();
    assertThat(lanes.failed(next)).isEmpty();
    assertThat(lanes.wire(EAST, "5").headers().position())
        .matches(position -> position.seq() == 5 && position.prev() == 0);
  }

  @Test
  void passesOverAlsoWhenAnAttemptThatMayHaveLandedNamedTheFailedOne() {
    lanes.offer("s", "1");
    lanes.offer("s", "2");
    lanes.pass(Duration.ofMinutes(1));
    lanes.offer("s", "3");
    lanes.accept(EAST);
    lanes.accept(WEST);
    assertThat(lanes.wire(EAST, "3").headers().position().prev()).isEqualTo(2);
    lanes.loseAnswer(EAST);
    lanes.loseAnswer(WEST);

    lanes.pass(Duration.ofMinutes(1));

    assertThat(lanes.failed(2)).isPresent();
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("3");
    assertThat(lanes.wire(EAST, "3").headers().position())
        .matches(position -> position.seq() == 3 && position.prev() == 1);
  }

  @Test
  void doesNotHoldOtherSessionsBack() {
    lanes.offer("a", "a1");
    lanes.offer("a", "a2");
    lanes.offer("b", "b1");

    lanes.refuse(EAST, RefusalKind.MESSAGE);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("b1");
  }
}
