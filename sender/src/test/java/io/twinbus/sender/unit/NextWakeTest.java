package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the lanes have work to do though nothing happens. */
class NextWakeTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private LaneHarness lanes = new LaneHarness();

  @Test
  void neverWhileAllThatThereIsIsOnItsWay() {
    assertThat(lanes.lanes().nextWake()).isEmpty();

    lanes.offer("s", "1");

    assertThat(lanes.lanes().nextWake()).isEmpty();
  }

  @Test
  void atTheDeadlineOfTheFirstThatWaits() {
    lanes.offer("s", "1");
    lanes.pass(Duration.ofSeconds(10));
    lanes.offer("s", "2");
    lanes.pass(Duration.ofSeconds(10));
    lanes.offer("s", "3");

    wakesIn(TIMEOUT.minusSeconds(10));
  }

  @Test
  void atTheDeadlineOfWhatCameBackThoughOthersWait() {
    lanes.offer("s", "1");
    lanes.pass(Duration.ofSeconds(1));
    lanes.offer("s", "2");
    lanes.pass(TIMEOUT.minusSeconds(1).minusMillis(1));

    lanes.refuse(WEST, RefusalKind.TRANSIENT);

    wakesIn(Duration.ofMillis(1));
  }

  @Test
  void whenThePauseAfterAFailureIsOver() {
    lanes.offer("s", "1");

    lanes.refuse(EAST, RefusalKind.TRANSIENT);

    wakesIn(PAUSE);
    lanes.pass(PAUSE.minusMillis(1));
    wakesIn(Duration.ofMillis(1));
    lanes.pass(Duration.ofMillis(1));
    assertThat(lanes.lanes().nextWake()).isEmpty();
  }

  @Test
  void whenARegionThatIsDownMayBeProbed() {
    lanes.offer("s", "1");
    lanes.pass(Duration.ofMillis(2500));

    lanes.loseAnswer(EAST);

    lanes.pass(PAUSE);
    assertThat(lanes.allOnTheWay(EAST)).isEmpty();
    wakesIn(Duration.ofMillis(450));
  }

  @Test
  void notForAProbeWhileABatchIsOnItsWay() {
    lanes = new LaneHarness(SenderSettings.builder().lanes(2).build());
    lanes.offer("a", "1");
    lanes.offer("b", "2");
    lanes.offer("b", "3");
    lanes.pass(Duration.ofMillis(2500));
    lanes.on(
        List.of(new Event.Unanswered(lanes.allOnTheWay(EAST).get(0).batch(), LaneHarness.PROBLEM)));

    wakesIn(Duration.ofMillis(50));
  }

  @Test
  void whenStandbyCopiesAreDueAndThePauseOfTheirRegionIsOver() {
    lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(1).build());
    lanes.offer("a", "1");
    lanes.accept(WEST);
    lanes.pass(Duration.ofSeconds(2));
    lanes.offer("b", "2");
    lanes.pass(Duration.ofMillis(499));
    lanes.refuse(WEST, RefusalKind.TRANSIENT);
    lanes.pass(Duration.ofMillis(1));
    lanes.loseAnswer(EAST);
    assertThat(lanes.allOnTheWay(WEST)).isEmpty();

    wakesIn(Duration.ofMillis(49));
    lanes.pass(Duration.ofMillis(49));
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1");
  }

  @Test
  void thatIsSoAlsoWhereNothingElseWaitsForTheRegion() {
    lanes =
        new LaneHarness(
            LaneHarness.oneLane()
                .maxBatchMessages(1)
                .deliveryTimeout(Duration.ofSeconds(1))
                .build());
    lanes.offer("a", "1");
    lanes.accept(WEST);
    lanes.pass(Duration.ofMillis(1498));
    long late = lanes.offer("b", "2");
    lanes.pass(Duration.ofMillis(1001));
    lanes.refuse(WEST, RefusalKind.TRANSIENT);
    assertThat(lanes.failed(late)).as("its time is over").isPresent();
    lanes.pass(Duration.ofMillis(1));

    lanes.loseAnswer(EAST);

    wakesIn(Duration.ofMillis(49));
    lanes.pass(Duration.ofMillis(49));
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1");
  }

  @Test
  void anyEventBehindThatTimeLetsEveryLaneGoOn() {
    lanes = new LaneHarness(SenderSettings.builder().lanes(2).build());
    lanes.offer("a", "1");
    lanes.refuse(EAST, RefusalKind.TRANSIENT);
    lanes.elapse(PAUSE);

    lanes.offer("b", "2");

    assertThat(lanes.allOnTheWay(EAST)).hasSize(2);
  }

  @Test
  void anEventBeforeThatTimeDoesNot() {
    lanes = new LaneHarness(SenderSettings.builder().lanes(2).build());
    lanes.offer("a", "1");
    lanes.refuse(EAST, RefusalKind.TRANSIENT);
    lanes.elapse(PAUSE.minusMillis(1));

    lanes.offer("b", "2");

    assertThat(lanes.allOnTheWay(EAST)).hasSize(1);
    wakesIn(Duration.ofMillis(1));
  }

  @Test
  void atTheDeadlineWhatWaitsIsGivenUp() {
    lanes.offer("s", "1");
    long waiting = lanes.offer("s", "2");

    lanes.pass(TIMEOUT);

    assertThat(lanes.failed(waiting).orElseThrow().failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.TIMED_OUT);
    assertThat(lanes.lanes().nextWake()).isEmpty();
  }

  private void wakesIn(Duration time) {
    assertThat(lanes.lanes().nextWake()).contains(lanes.now().monotonic().plus(time));
  }
}
