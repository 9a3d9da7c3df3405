package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.START;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.OwedToRegion;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Copies that only the journal holds while their region is behind, and their way back. */
class KeptByTheJournalTest {

  private static final SenderSettings SETTINGS =
      LaneHarness.journaled(Acknowledge.ANY).maxWaitingMessages(1).build();

  private LaneHarness lanes = LaneHarness.withJournal(SETTINGS, List.of());

  @Test
  void aRegionFallsBehindWhenMoreCopiesWaitForItThanMay() {
    lanes.deliver(EAST, "s", "1");
    assertThat(lanes.recalls()).isEmpty();

    lanes.deliver(EAST, "s", "2");

    assertThat(lanes.recalls())
        .singleElement()
        .satisfies(
            recall -> {
              assertThat(recall.region()).isEqualTo(WEST);
              assertThat(recall.from()).isEqualTo(new LogPosition(1, 0));
            });
  }

  @Test
  void whatIsReadBackGoesOutInItsPlace() {
    fallBehind();
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).isEmpty();

    lanes.readBack(WEST);

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
    assertThat(lanes.wire(WEST, "2").headers().position().seq()).isEqualTo(2);
    assertThat(lanes.wire(WEST, "2").headers().position().prev()).isEqualTo(1);
    assertThat(lanes.wire(WEST, "2").headers().previousSentAt()).isEqualTo(START);
  }

  @Test
  void whatIsInMemoryOrHasEndedIsNotTakenBack() {
    lanes.deliver(EAST, "s", "1");
    lanes.accept(WEST);
    lanes.offer("s", "2");
    lanes.write();
    lanes.accept(EAST);
    lanes.deliver(EAST, "s", "3");
    lanes.deliver(EAST, "s", "4");
    assertThat(lanes.recalls()).hasSize(1);

    lanes.readBack(WEST);
    lanes.accept(WEST);

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("3", "4");
  }

  @Test
  void whatIsReadTwiceGoesOutOnce() {
    fallBehind();
    lanes.readBack(WEST);
    lanes.readBack(WEST);

    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
    lanes.accept(WEST);

    assertThat(lanes.idsOnTheWay(WEST)).isEmpty();
    assertThat(lanes.statistics(WEST).pending()).isZero();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void newMessagesWaitInTheJournalUntilTheRegionHasCaughtUp() {
    fallBehind();
    lanes.accept(WEST);

    lanes.offer("t", "3");
    lanes.write();

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("3");
    assertThat(lanes.idsOnTheWay(WEST)).isEmpty();
    lanes.readBack(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2", "3");
    lanes.accept(WEST);
    lanes.accept(EAST);
    lanes.offer("u", "4");
    lanes.write();
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("4");
  }

  @Test
  void aRegionThatCaughtUpCanFallBehindAgain() {
    fallBehind();
    lanes.accept(WEST);
    lanes.readBack(WEST);
    lanes.accept(WEST);

    lanes.offer("s", "3");
    lanes.write();
    lanes.accept(EAST);
    lanes.deliver(EAST, "s", "4");

    assertThat(lanes.recalls()).hasSize(2);
    lanes.accept(WEST);
    lanes.readBack(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("4");
  }

  @Test
  void whatIsOnItsWayWhenTheRegionFallsBehindAgainIsNotTakenTwice() {
    fallBehind();
    lanes.readBack(WEST);
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
    lanes.deliver(EAST, "s", "3");
    lanes.deliver(EAST, "s", "4");

    lanes.readBack(WEST);

    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("3", "4");
    lanes.accept(WEST);
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void whatStillWaitsWhenTheRegionFallsBehindAgainIsReadBackOnceMore() {
    fallBehind();
    lanes.readBack(WEST);
    lanes.deliver(EAST, "s", "3");
    assertThat(lanes.recalls()).hasSize(2);
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).isEmpty();

    lanes.readBack(WEST);

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2", "3");
  }

  /** New messages must go out somewhere. */
  @Test
  void oneRegionIsNeverBehind() {
    lanes.offerTogether("s", "refused in west", "then", "also then");
    lanes.write();
    lanes.refuse(WEST, RefusalKind.MESSAGE); // all three, in one batch
    lanes.refuse(WEST, RefusalKind.MESSAGE); // the first alone; the others wait for what east says
    lanes.deliver(WEST, "t", "1");
    lanes.deliver(WEST, "t", "2");
    assertThat(lanes.recalls()).extracting(Effect.Recall::region).containsExactly(EAST);

    lanes.accept(EAST);
    lanes.offer("u", "new");
    lanes.write();

    assertThat(lanes.recalls()).extracting(Effect.Recall::region).containsExactly(EAST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("then", "also then");
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("new");
  }

  @Test
  void whenARegionHasCaughtUpTheMessagesOfAllLanesGoOutAtOnce() {
    SenderSettings manyLanes =
        LaneHarness.oneLane()
            .lanes(4)
            .acknowledge(Acknowledge.ANY)
            .maxWaitingMessages(1)
            .journal(JournalSettings.in(Path.of("unused")))
            .build();
    lanes = LaneHarness.withJournal(manyLanes, List.of());
    fallBehind();
    lanes.accept(WEST);
    for (int i = 0; i < 20; i++) {
      lanes.offer("session " + i, "of session " + i);
    }
    lanes.write();
    assertThat(lanes.allOnTheWay(WEST)).isEmpty();

    lanes.readBack(WEST);

    assertThat(lanes.allOnTheWay(WEST)).hasSize(4);
  }

  @Test
  void aSenderIsNotIdleWhileTheJournalHoldsACopy() {
    fallBehind();
    assertThat(lanes.lanes().isIdle()).isFalse();
    lanes.accept(WEST);
    assertThat(lanes.lanes().isIdle()).as("one copy is in the journal only").isFalse();

    lanes.readBack(WEST);
    lanes.accept(WEST);

    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void whatARegionIsOwedIsCountedWithTheTimeOfTheOldest() {
    lanes.pass(Duration.ofSeconds(10));
    fallBehind();
    lanes.pass(Duration.ofSeconds(10));
    lanes.deliver(EAST, "s", "3");

    assertThat(lanes.lanes().statistics().owed())
        .containsEntry(EAST, new OwedToRegion(0, Optional.empty()))
        .containsEntry(WEST, new OwedToRegion(3, Optional.of(START.plusSeconds(10))));
  }

  @Test
  void whatIsReadBackPassesOverWhatEveryRegionRefused() {
    leaveToTheJournalBehindRefused();
    lanes.accept(WEST);

    lanes.readBack(WEST);

    assertThat(lanes.wire(WEST, "behind").headers().position().prev()).isEqualTo(1);
    assertThat(lanes.wire(WEST, "behind").headers().previousSentAt()).isEqualTo(START);
  }

  /** The journal's records name the numbers before them, which failed only later. */
  @Test
  void afterARestartItStillPassesOverThem() {
    leaveToTheJournalBehindRefused();
    List<JournalRecord.Message> journal = lanes.journal();

    lanes = LaneHarness.withJournal(SETTINGS, lanes.appended());
    lanes.readBack(WEST, journal, LaneHarness.END);

    assertThat(lanes.wire(WEST, "behind").headers().position().prev()).isEqualTo(1);
  }

  @Test
  void afterARestartARegionIsBehindThatIsOwedWhatAnotherHas() {
    fallBehind();
    List<JournalRecord.Message> journal = lanes.journal();

    lanes = LaneHarness.withJournal(SETTINGS, lanes.appended());

    assertThat(lanes.recalls()).extracting(Effect.Recall::region).containsExactly(WEST);
    lanes.readBack(WEST, journal, LaneHarness.END);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1", "2");
    lanes.accept(WEST);
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void afterARestartARegionThatRefusedAMessageIsNotOwedIt() {
    lanes.offer("s", "1");
    lanes.write();
    lanes.refuse(WEST, RefusalKind.MESSAGE);

    lanes = LaneHarness.withJournal(SETTINGS, lanes.appended());

    assertThat(lanes.idsOnTheWay(WEST)).isEmpty();
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1");
    lanes.accept(EAST);
    assertThat(lanes.lanes().isIdle()).isTrue();
    fallBehind();
    lanes.accept(WEST);
    lanes.readBack(WEST);
    lanes.accept(WEST);
    lanes.offer("t", "caught up");
    lanes.write();
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("caught up");
  }

  /** Two are refused everywhere; the message behind them was there before, and is east's. */
  private void leaveToTheJournalBehindRefused() {
    SenderSettings oneByOne =
        LaneHarness.journaled(Acknowledge.ANY).maxWaitingMessages(1).maxBatchMessages(1).build();
    lanes = LaneHarness.withJournal(oneByOne, List.of());
    lanes.deliver(EAST, "s", "1");
    lanes.accept(WEST);
    lanes.offer("s", "refused");
    lanes.write();
    lanes.offer("s", "refused, too");
    lanes.offer("t", "first between");
    lanes.offer("t", "second between");
    lanes.offer("s", "behind");
    lanes.write();
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();
    lanes.accept(EAST); // the first between
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.accept(WEST);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();
    lanes.accept(EAST); // the second between, which stays on its way to west
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("behind");
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("second between");
  }

  /** The first is on its way to west, the second only in the journal. */
  private void fallBehind() {
    lanes.deliver(EAST, "s", "1");
    lanes.deliver(EAST, "s", "2");
  }
}
