package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sender that closes while the journal keeps copies for a region. */
class BehindRegionCloseTest {

  private LaneHarness lanes = LaneHarness.withJournal(settings(), List.of());

  @Test
  void closingLeavesItsCopiesOfAcknowledgedMessagesToTheJournal() {
    lanes = LaneHarness.withJournal(LaneHarness.journaled(Acknowledge.JOURNAL).build(), List.of());
    long onTheWay = lanes.offer("s", "1");
    lanes.write();
    long waiting = lanes.offer("s", "2");
    lanes.write();
    long unwritten = lanes.offer("s", "3");

    lanes.on(List.of(new Event.Closed()));

    assertThat(lanes.ended(onTheWay).orElseThrow().regions())
        .containsEntry(EAST, CopyStatus.KEPT)
        .containsEntry(WEST, CopyStatus.KEPT);
    assertThat(lanes.ended(waiting)).isPresent();
    assertThat(lanes.failed(unwritten).orElseThrow().failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.CLOSED);
    assertThat(lanes.all(Effect.Undeliverable.class)).isEmpty();
    assertThat(lanes.lanes().statistics().failed()).isEqualTo(1);
  }

  @Test
  void closingWhileItIsBehindFailsWhatNoRegionHas() {
    lanes.letEastFallBehind();
    assertThat(lanes.recalls()).extracting(Effect.Recall::region).containsExactly(EAST);
    long nowhere = lanes.offer("s", "4");
    lanes.write();

    lanes.on(List.of(new Event.Closed()));

    assertThat(lanes.failed(nowhere).orElseThrow().failures().values())
        .hasSize(2)
        .allMatch(failure -> failure.reason() == GiveUpReason.CLOSED)
        .allMatch(failure -> failure.retrySensible());
    assertThat(lanes.ended(1).orElseThrow().regions()).containsEntry(EAST, CopyStatus.KEPT);
    assertThat(lanes.failed(1)).isEmpty();
  }

  @Test
  void closingEndsWhatWaitsForItOnce() {
    lanes.offer("s", "1");
    lanes.write();
    lanes.accept(WEST);

    lanes.on(List.of(new Event.Closed()));

    assertThat(lanes.ended(1).orElseThrow().regions())
        .containsEntry(EAST, CopyStatus.KEPT)
        .containsEntry(WEST, CopyStatus.ACCEPTED);
    assertThat(lanes.all(Effect.Ended.class)).hasSize(1);
    assertThat(lanes.statistics(EAST).closed()).isZero();
    assertThat(lanes.all(Effect.Failed.class)).isEmpty();
  }

  @Test
  void closingWhileItIsBehindFailsWhatIsToBeAcknowledgedByAll() {
    SenderSettings all = LaneHarness.journaled(Acknowledge.ALL).build();
    lanes = LaneHarness.withJournal(all, List.of());
    lanes.deliver(WEST, "t", "owed to east");
    lanes = LaneHarness.withJournal(all, lanes.appended());
    long waiting = lanes.deliver(WEST, "s", "1");
    assertThat(lanes.failed(waiting)).isEmpty();

    lanes.on(List.of(new Event.Closed()));

    assertThat(lanes.failed(waiting).orElseThrow().regions())
        .containsEntry(EAST, CopyStatus.KEPT)
        .containsEntry(WEST, CopyStatus.ACCEPTED);
    assertThat(lanes.all(Effect.Failed.class)).hasSize(1);
  }

  @Test
  void closingWhileItIsBehindFailsWhatTheOtherRegionRefused() {
    long refused = lanes.offer("t", "refused");
    lanes.write();
    lanes.loseAnswer(EAST);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.letEastFallBehind();

    lanes.on(List.of(new Event.Closed()));

    assertThat(lanes.failed(refused)).isPresent();
    assertThat(lanes.all(Effect.Failed.class)).hasSize(1);
  }

  private static SenderSettings settings() {
    return LaneHarness.journaled(Acknowledge.ANY).maxWaitingMessages(2).build();
  }
}
