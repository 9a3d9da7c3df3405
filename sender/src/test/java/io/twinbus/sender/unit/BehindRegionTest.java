package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A region that falls behind: the journal keeps its copies until it has caught up. */
class BehindRegionTest {

  private static final LogPosition NEXT = new LogPosition(1, 4_000);

  private LaneHarness lanes = LaneHarness.withJournal(settings(), List.of());

  @Test
  void whatWaitsForItIsLeftToTheJournalAndEndsAtOnce() {
    eastFallsBehind();

    assertThat(lanes.ended(1)).as("it is on its way to east").isEmpty();
    assertThat(lanes.ended(2).orElseThrow().regions())
        .containsEntry(EAST, CopyStatus.KEPT)
        .containsEntry(WEST, CopyStatus.ACCEPTED);
    assertThat(lanes.ended(3)).isPresent();
    assertThat(lanes.statistics(EAST).deepestLane()).isEqualTo(1);
    assertThat(lanes.statistics(EAST).pending()).isEqualTo(3);
    assertThat(lanes.statistics(EAST).gaveUp()).isZero();
  }

  @Test
  void whatComesInMeanwhileEndsWhenTheOtherRegionHasIt() {
    eastFallsBehind();

    long later = lanes.deliver(WEST, "s", "4");

    assertThat(lanes.acknowledged(later)).isPresent();
    assertThat(lanes.ended(later).orElseThrow().regions()).containsEntry(EAST, CopyStatus.KEPT);
    assertThat(lanes.statistics(EAST).deepestLane()).isEqualTo(1);
  }

  @Test
  void itIsSentItsCopiesInTheirOrderWhenTheyAreReadBack() {
    eastFallsBehind();
    lanes.deliver(WEST, "s", "4");
    lanes.accept(EAST);
    assertThat(lanes.allOnTheWay(EAST)).isEmpty();

    lanes.readBack(EAST);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2", "3", "4");
    assertThat(lanes.onTheWay(EAST).messages())
        .extracting(wire -> wire.headers().position().prev())
        .containsExactly(1L, 2L, 3L);
    lanes.accept(EAST);
    assertThat(lanes.statistics(EAST).pending()).isZero();
    assertThat(lanes.statistics(EAST).accepted()).isEqualTo(4);
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void whatIsReadBackIsNotReportedOnceMore() {
    eastFallsBehind();
    int receipts = lanes.all(Effect.Acknowledged.class).size();
    int ends = lanes.all(Effect.Ended.class).size();
    lanes.accept(EAST);
    lanes.readBack(EAST);

    lanes.accept(EAST);

    assertThat(lanes.all(Effect.Acknowledged.class)).hasSize(receipts);
    assertThat(lanes.all(Effect.Ended.class)).as("and the first").hasSize(ends + 1);
  }

  @Test
  void itIsSentNewMessagesAtOnceWhenItHasCaughtUp() {
    eastFallsBehind();
    lanes.accept(EAST);
    lanes.readBack(EAST);
    lanes.accept(EAST);

    lanes.offer("s", "4");
    lanes.write();

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("4");
  }

  @Test
  void whatNoRegionHadWhenItFellBehindIsSentWhenItHasCaughtUp() {
    lanes.offer("s", "1");
    lanes.write();
    lanes.accept(WEST);
    lanes.deliver(WEST, "s", "2");
    lanes.offer("s", "3");
    lanes.write();
    lanes.offer("s", "4");
    lanes.write();
    lanes.accept(WEST); // the third: with it east falls behind, and the fourth is nowhere
    assertThat(lanes.recalls()).isNotEmpty();
    lanes.accept(EAST);

    lanes.readBack(EAST);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2", "3", "4");
    lanes.accept(WEST);
    lanes.accept(EAST);
    assertThat(lanes.ended(4).orElseThrow().isComplete()).isTrue();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void whatNoRegionHasYetIsSentWhenItHasCaughtUp() {
    eastFallsBehind();
    lanes.offer("s", "4");
    lanes.write();
    lanes.accept(EAST);

    lanes.readBack(EAST);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2", "3", "4");
    lanes.accept(EAST);
    lanes.accept(WEST);
    assertThat(lanes.ended(4).orElseThrow().isComplete()).isTrue();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void whatTheOtherRegionRefusesIsNotKeptForIt() {
    eastFallsBehind();
    long refused = lanes.offer("s", "4");
    lanes.write();

    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();

    DeliveryStatus end = lanes.failed(refused).orElseThrow();
    assertThat(end.failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.REFUSED)
        .noneMatch(failure -> failure.retrySensible());
    assertThat(end.failures())
        .hasEntrySatisfying(
            EAST,
            failure ->
                assertThat(failure.description())
                    .isEqualTo("the other regions refused the message"));
    assertThat(lanes.statistics(EAST).refused()).isEqualTo(1);
    lanes.accept(EAST);
    lanes.readBack(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2", "3");
    lanes.accept(EAST);
    assertThat(lanes.allOnTheWay(EAST)).isEmpty();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void theOtherRegionDoesNotFallBehindAsWell() {
    eastFallsBehind();
    for (int i = 4; i < 10; i++) {
      lanes.offer("s", "m" + i);
      lanes.write();
    }

    lanes.accept(WEST);

    assertThat(lanes.recalls()).extracting(Effect.Recall::region).containsOnly(EAST);
    assertThat(lanes.idsOnTheWay(WEST)).hasSize(5);
  }

  /** Each lacks what only the other one has: in two lanes, and more than may wait at once. */
  @Test
  void ofTwoRegionsThatLackTooMuchInTheSameRoundOneFallsBehind() {
    lanes =
        LaneHarness.withJournal(
            LaneHarness.journaled(Acknowledge.ANY)
                .lanes(2)
                .maxBatchMessages(1)
                .maxWaitingMessages(2)
                .build(),
            List.of());
    for (int i = 1; i <= 3; i++) {
      lanes.offer("a", "a" + i);
      lanes.offer("b", "b" + i);
    }
    lanes.write();
    for (int i = 1; i <= 2; i++) {
      lanes.on(List.of(accepted(EAST, "a" + i)));
      lanes.on(List.of(accepted(WEST, "b" + i)));
    }
    assertThat(lanes.recalls()).isEmpty();

    lanes.on(List.of(accepted(EAST, "a3"), accepted(WEST, "b3")));

    assertThat(lanes.recalls()).extracting(Effect.Recall::region).containsExactly(EAST);
  }

  private Event.Accepted accepted(RegionName region, String id) {
    return lanes.allOnTheWay(region).stream()
        .filter(batch -> batch.messages().get(0).message().id().value().equals(id))
        .map(batch -> new Event.Accepted(batch.batch()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not on its way to " + region));
  }

  @Test
  void afterARestartAnyEventLetsEveryLaneGoOn() {
    SenderSettings settings = LaneHarness.journaled(Acknowledge.ANY).lanes(2).build();
    lanes = LaneHarness.withJournal(settings, List.of());
    lanes.offer("a", "1");

    lanes = LaneHarness.beforeTheFirstEvent(settings, lanes.appended());
    lanes.offer("b", "2");

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1");
  }

  @Test
  void aRestartGoesOnBehindAndSendsNoNewMessageBeforeTheOldOnes() {
    eastFallsBehind();
    List<JournalRecord> appended = lanes.appended();

    lanes = LaneHarness.withJournal(settings(), appended);
    assertThat(lanes.statistics(EAST).pending()).isEqualTo(3);
    assertThat(lanes.statistics(WEST).pending()).isZero();
    long later = lanes.deliver(WEST, "s", "4");
    assertThat(lanes.allOnTheWay(EAST)).isEmpty();
    assertThat(lanes.ended(later)).isPresent();
    assertThat(lanes.recalls()).hasSize(1);

    lanes.readBack(EAST, LaneHarness.messagesOf(appended), LaneHarness.END);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1", "2", "3");
    assertThat(lanes.wire(EAST, "1").headers().position().prev()).isZero();
  }

  @Test
  void aRestartWithNothingButUnsettledMessagesIsNotBehind() {
    lanes.offer("s", "1");
    lanes.write();
    Position before = lanes.wire(EAST, "1").headers().position();

    lanes = LaneHarness.withJournal(settings(), lanes.appended());

    assertThat(lanes.recalls()).isEmpty();
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1");
    assertThat(lanes.wire(EAST, "1").headers().position()).isEqualTo(before);
    assertThat(lanes.statistics(EAST).pending()).isEqualTo(1);
  }

  @Test
  void itIsReadForOnNoFasterThanTheRateAllows() {
    eastFallsBehind();
    lanes.deliver(WEST, "s", "4");

    lanes.readBack(EAST, lanes.journal().subList(1, 2), NEXT);
    assertThat(lanes.recalls()).hasSize(1);
    assertThat(lanes.lanes().nextWake())
        .contains(lanes.now().monotonic().plus(Duration.ofMillis(1)));
    lanes.pass(Duration.ofMillis(1));

    assertThat(lanes.recalls()).hasSize(2);
    assertThat(lanes.recalls().get(1).from()).isEqualTo(NEXT);
  }

  @Test
  void aMessageThatWasReadPastIsSentToItWhenTheOtherRegionHasIt() {
    lanes = LaneHarness.withJournal(settings(), List.of());
    eastFallsBehind();
    long late = lanes.offer("s", "4");
    lanes.write();
    lanes.accept(EAST);
    List<JournalRecord.Message> all = lanes.journal();
    lanes.readBack(EAST, List.of(all.get(1), all.get(3)), NEXT);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("2");

    lanes.accept(WEST);

    assertThat(lanes.ended(late)).as("east is to have it now").isEmpty();
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("4");
    lanes.loseAnswer(EAST);
    assertThat(lanes.statistics(EAST).deepestLane()).as("it waits once").isEqualTo(1);
    lanes.pass(Duration.ofMillis(50));
    lanes.accept(EAST);
    assertThat(lanes.ended(late).orElseThrow().isComplete()).isTrue();
  }

  @Test
  void theSenderIsNotIdleWhileItIsOwedCopies() {
    eastFallsBehind();
    lanes.accept(EAST);

    assertThat(lanes.ended(1).orElseThrow().isComplete()).isTrue();
    assertThat(lanes.lanes().isIdle()).as("two copies are owed").isFalse();
  }

  @Test
  void itFallsBehindOnceMoreOnlyWhenAsManyWaitAgain() {
    eastFallsBehind();
    lanes.accept(EAST);
    lanes.readBack(EAST);
    lanes.accept(EAST);

    for (String id : List.of("4", "5")) {
      lanes.deliver(WEST, "s", id);
    }

    assertThat(lanes.recalls()).hasSize(1);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("4");
    lanes.deliver(WEST, "s", "6");
    assertThat(lanes.recalls()).hasSize(2);
  }

  @Test
  void whatTheOtherRegionRefusedBeforeIsSentWhenItHasCaughtUp() {
    long refused = lanes.offer("t", "refused");
    lanes.write();
    lanes.loseAnswer(EAST);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.letEastFallBehind();
    assertThat(lanes.recalls()).hasSize(1);
    lanes.write();
    assertThat(lanes.failed(refused)).isEmpty();

    lanes.readBack(EAST);
    lanes.pass(Duration.ofMillis(50));
    lanes.accept(EAST);

    assertThat(lanes.acknowledged(refused)).isPresent();
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1", "2", "3");
  }

  @Test
  void whatTheOtherRegionRefusedWhileItWaitedIsSentWhenItHasCaughtUp() {
    lanes.deliver(WEST, "s", "1");
    long refused = lanes.offer("t", "refused");
    lanes.write();
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.deliver(WEST, "s", "2");
    lanes.deliver(WEST, "s", "3");
    assertThat(lanes.recalls()).hasSize(1);
    lanes.write();
    assertThat(lanes.failed(refused)).isEmpty();

    lanes.accept(EAST);
    lanes.readBack(EAST);
    lanes.accept(EAST);

    assertThat(lanes.acknowledged(refused)).isPresent();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  /** It cannot take as many copies as come. */
  private void eastFallsBehind() {
    lanes.letEastFallBehind();
    assertThat(lanes.recalls()).extracting(Effect.Recall::region).containsExactly(EAST);
  }

  private static SenderSettings settings() {
    return LaneHarness.journaled(Acknowledge.ANY).maxWaitingMessages(2).build();
  }
}
