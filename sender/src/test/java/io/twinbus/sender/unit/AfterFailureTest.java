package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.message.SendFailedException.Kind;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.AfterFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AfterFailureTest {

  private final LaneHarness failing =
      new LaneHarness(LaneHarness.oneLane().afterFailure(AfterFailure.FAIL_QUEUED).build());

  @Test
  void failsWhatWasQueuedBehindAMessageThatFailedEverywhere() {
    long bad = failing.offer("s", "bad");
    long second = failing.offer("s", "2");
    long third = failing.offer("s", "3");
    long other = failing.offer("other", "1");

    failing.refuse(EAST, RefusalKind.MESSAGE);
    failing.refuse(WEST, RefusalKind.MESSAGE);

    assertThat(kind(bad)).isEqualTo(Kind.FAILED_IN_ALL_REGIONS);
    assertThat(kind(second)).isEqualTo(Kind.PREDECESSOR_FAILED);
    assertThat(kind(third)).isEqualTo(Kind.PREDECESSOR_FAILED);
    assertThat(failing.failed(other)).isEmpty();
    assertThat(failing.idsOnTheWay(EAST)).containsExactly("1");
    assertThat(failing.statistics(EAST).heldBack()).isEqualTo(2);
    assertThat(failing.statistics(EAST).pending()).isEqualTo(1);
  }

  @Test
  void letsTheSessionStartAfreshBehindThem() {
    failing.offer("s", "1");
    failing.accept(EAST);
    failing.accept(WEST);
    failing.offer("s", "bad");
    failing.offer("s", "3");
    failing.refuse(EAST, RefusalKind.MESSAGE);
    failing.refuse(WEST, RefusalKind.MESSAGE);

    failing.offer("s", "4");

    assertThat(failing.wire(EAST, "4").headers().position())
        .matches(position -> position.seq() == 4 && position.prev() == 1);
  }

  @Test
  void saysThatAQueuedMessageMayHaveBeenAcceptedIfItWasOnTheWayOnce() {
    failing.offerTogether("s", "0");
    failing.offerTogether("s", "1", "2");
    failing.accept(EAST);
    failing.accept(WEST);
    failing.loseAnswer(EAST);
    failing.loseAnswer(WEST);
    failing.pass(Duration.ofMinutes(1));
    long later = failing.offer("s", "3");
    failing.refuseAll(EAST, RefusalKind.MESSAGE);
    failing.refuseAll(WEST, RefusalKind.MESSAGE);

    failing.refuseAll(EAST, RefusalKind.MESSAGE);
    failing.refuseAll(WEST, RefusalKind.MESSAGE);

    DeliveryStatus second = failing.failed(3).orElseThrow();
    assertThat(second.failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.HELD_BACK)
        .allMatch(failure -> failure.mayHaveBeenAccepted());
    assertThat(failing.failed(later).orElseThrow().failures().values())
        .noneMatch(failure -> failure.mayHaveBeenAccepted());
  }

  @Test
  void failsALongQueueWithoutDeepCalls() {
    failing.offer("s", "bad");
    long last = 0;
    for (int i = 0; i < 50_000; i++) {
      last = failing.offer("s", String.valueOf(i));
    }

    failing.refuse(EAST, RefusalKind.MESSAGE);
    failing.refuse(WEST, RefusalKind.MESSAGE);

    assertThat(kind(last)).isEqualTo(Kind.PREDECESSOR_FAILED);
    assertThat(failing.lanes().isIdle()).isTrue();
  }

  @Test
  void letsThemGoOnByDefault() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "bad");
    long second = lanes.offer("s", "2");

    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.accept(EAST);

    assertThat(lanes.acknowledged(second)).isPresent();
  }

  private Kind kind(long ticket) {
    return SendFailedException.undelivered(
            LaneHarness.message("s", "x"), failing.failed(ticket).orElseThrow())
        .kind();
  }
}
