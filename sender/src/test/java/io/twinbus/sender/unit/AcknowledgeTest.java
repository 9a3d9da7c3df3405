package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcknowledgeTest {

  @Test
  void anyHandsTheReceiptOutWithTheFirstRegion() {
    LaneHarness lanes = new LaneHarness();
    long ticket = lanes.offer("s", "1");

    lanes.accept(WEST);

    assertThat(lanes.acknowledged(ticket).orElseThrow().regions())
        .containsEntry(EAST, CopyStatus.PENDING)
        .containsEntry(WEST, CopyStatus.ACCEPTED);
    assertThat(lanes.ended(ticket)).isEmpty();
    lanes.accept(EAST);
    assertThat(lanes.ended(ticket).orElseThrow().isComplete()).isTrue();
  }

  @Test
  void allHandsTheReceiptOutWithTheLastRegion() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().acknowledge(Acknowledge.ALL).build());
    long ticket = lanes.offer("s", "1");

    lanes.accept(WEST);
    assertThat(lanes.acknowledged(ticket)).isEmpty();
    lanes.accept(EAST);

    assertThat(lanes.acknowledged(ticket).orElseThrow().isComplete()).isTrue();
    assertThat(lanes.ended(ticket)).isPresent();
  }

  @Test
  void allFailsWhenOneRegionGivesUpAndTellsWhichHasIt() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().acknowledge(Acknowledge.ALL).build());
    long ticket = lanes.offer("s", "1");

    lanes.accept(WEST);
    lanes.refuse(EAST, RefusalKind.MESSAGE);

    assertThat(lanes.failed(ticket).orElseThrow().regions())
        .containsEntry(EAST, CopyStatus.GAVE_UP)
        .containsEntry(WEST, CopyStatus.ACCEPTED);
    assertThat(lanes.acknowledged(ticket)).isEmpty();
  }

  @Test
  void failsWhenEveryRegionGaveUpAndLetsTheNextGoOn() {
    LaneHarness lanes = new LaneHarness();
    long ticket = lanes.offer("s", "1");
    lanes.offer("s", "2");

    lanes.refuse(WEST, RefusalKind.MESSAGE);
    assertThat(lanes.failed(ticket)).isEmpty();
    lanes.refuse(EAST, RefusalKind.MESSAGE);

    assertThat(lanes.failed(ticket)).isPresent();
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2");
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
  }

  @Test
  void closingGivesUpWhatIsUnsettledAndSaysWhatMayHaveArrived() {
    LaneHarness lanes = new LaneHarness();
    long onItsWay = lanes.offer("s", "1");
    long waiting = lanes.offer("s", "2");

    lanes.on(List.of(new Event.Closed()));

    assertThat(lanes.failed(onItsWay).orElseThrow().failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.CLOSED)
        .allMatch(failure -> failure.mayHaveBeenAccepted());
    assertThat(lanes.failed(waiting).orElseThrow().failures().values())
        .noneMatch(failure -> failure.mayHaveBeenAccepted());
    assertThat(lanes.lanes().isIdle()).isTrue();
    assertThat(lanes.lanes().statistics().failedByClosing()).isEqualTo(2);
  }

  @Test
  void isIdleOnlyWhenNoCopyIsPending() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "1");
    lanes.accept(EAST);
    assertThat(lanes.lanes().isIdle()).isFalse();

    lanes.accept(WEST);

    assertThat(lanes.lanes().isIdle()).isTrue();
    assertThat(lanes.lanes().nextWake()).isEmpty();
    lanes.pass(Duration.ofHours(1));
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void aFailureBeforeTheSenderClosesIsNoneByClosing() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "1");
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.offer("s", "2");

    lanes.on(List.of(new Event.Closed()));

    assertThat(lanes.lanes().statistics().failed()).isEqualTo(2);
    assertThat(lanes.lanes().statistics().failedByClosing()).isEqualTo(1);
    assertThat(lanes.statistics(EAST).closed()).isEqualTo(1);
    assertThat(lanes.statistics(EAST).pending()).isZero();
    assertThat(lanes.failed(2).orElseThrow().failures().values())
        .allMatch(failure -> failure.description().equals("the sender was closed"));
    assertThat(lanes.lanes().nextWake()).isEmpty();
  }

  @Test
  void whatIsNotTakenInCountsAsFailed() {
    LaneHarness lanes = new LaneHarness();

    lanes.offer(
        OutboundMessage.of("s", "1").notBefore(LaneHarness.START.plus(Duration.ofDays(8))).build());

    assertThat(lanes.all(Effect.Rejected.class)).hasSize(1);
    assertThat(lanes.lanes().statistics().failed()).isEqualTo(1);
    assertThat(lanes.lanes().statistics().offered()).isEqualTo(1);
  }

  @Test
  void aRoundReturnsWhatItDecidedOn() {
    LaneHarness lanes = new LaneHarness();

    List<Effect> effects =
        lanes.lanes().on(new Event.Offered(1, LaneHarness.message("s", "1")), lanes.now());

    assertThat(effects).hasSize(2).allMatch(Effect.SendBatch.class::isInstance);
  }
}
