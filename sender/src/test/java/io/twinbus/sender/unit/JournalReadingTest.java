package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the journal is read for a region that is behind, and how fast. */
class JournalReadingTest {

  private static final SenderSettings SETTINGS =
      LaneHarness.journaled(Acknowledge.ANY).maxWaitingMessages(1).build();

  private LaneHarness lanes = LaneHarness.withJournal(SETTINGS, List.of());

  @Test
  void oneReadIsOnItsWayAtATime() {
    fallBehind();
    lanes.deliver(EAST, "s", "3");
    lanes.pass(Duration.ofHours(1));

    assertThat(lanes.recalls()).hasSize(1);
  }

  @Test
  void theJournalIsNotReadAnyMoreWhenTheRegionHasCaughtUp() {
    fallBehind();
    lanes.accept(WEST);
    lanes.readBack(WEST);
    lanes.accept(WEST);

    lanes.pass(Duration.ofHours(1));

    assertThat(lanes.recalls()).hasSize(1);
    assertThat(lanes.lanes().nextWake()).isEmpty();
  }

  @Test
  void theNextReadGoesOnBehindTheLastAsFastAsTheRateAllows() {
    fallBehind();
    lanes.deliver(EAST, "s", "3");
    lanes.deliver(EAST, "s", "4");
    List<JournalRecord.Message> journal = lanes.journal();
    LogPosition between = new LogPosition(1, 500);

    lanes.readBack(WEST, journal.subList(0, 3), between);

    assertThat(lanes.recalls()).hasSize(1);
    assertThat(lanes.lanes().nextWake()).contains(after(Duration.ofMillis(2)));
    lanes.pass(Duration.ofMillis(2));
    assertThat(lanes.recalls()).hasSize(2);
    assertThat(lanes.recalls().get(1).from()).isEqualTo(between);
  }

  @Test
  void whatIsReadBackGoesOutThoughMoreIsInTheJournal() {
    fallBehind();
    lanes.deliver(EAST, "s", "3");
    lanes.accept(WEST);

    lanes.readBack(WEST, lanes.journal().subList(0, 2), new LogPosition(1, 500));

    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
  }

  @Test
  void readingPausesWhileLargeMessagesThatWereReadBackWait() {
    SenderSettings narrow =
        LaneHarness.journaled(Acknowledge.ANY)
            .maxWaitingMessages(1)
            .maxWaitingBytes(1024 * 1024)
            .build();
    lanes = LaneHarness.withJournal(narrow, List.of());
    lanes.deliver(EAST, "s", "1");
    lanes.offer(OutboundMessage.of("s", "2").body(Body.wrap(new byte[600 * 1024])).build());
    lanes.write();
    lanes.accept(EAST);
    lanes.deliver(EAST, "s", "3");
    lanes.readBack(WEST, lanes.journal().subList(0, 2), new LogPosition(1, 500));

    lanes.pass(Duration.ofSeconds(1));

    assertThat(lanes.recalls()).hasSize(1);
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2");
    assertThat(lanes.recalls()).hasSize(1);
    lanes.accept(WEST);
    assertThat(lanes.recalls()).hasSize(2);
  }

  @Test
  void aReadThatFoundNothingNewIsFollowedByTheNextOneSoon() {
    fallBehind();

    lanes.readBack(WEST, lanes.journal().subList(0, 1), new LogPosition(1, 200));

    assertThat(lanes.lanes().nextWake()).contains(after(Duration.ofMillis(1)));
  }

  @Test
  void aReadAtTheEndOfTheJournalIsFollowedByAPause() {
    fallBehind();

    lanes.readBack(WEST, List.of(), new LogPosition(1, 200));

    assertThat(lanes.lanes().nextWake()).contains(after(Duration.ofMillis(50)));
  }

  /** The first is on its way to west, the second only in the journal. */
  private void fallBehind() {
    lanes.deliver(EAST, "s", "1");
    lanes.deliver(EAST, "s", "2");
  }

  private MonotonicTime after(Duration time) {
    return lanes.now().monotonic().plus(time);
  }
}
