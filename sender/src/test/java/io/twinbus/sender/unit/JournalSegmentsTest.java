package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.START;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a segment of the journal begins and what it begins with, and when old ones are dropped. */
class JournalSegmentsTest {

  private static final SessionId SESSION = new SessionId("s");

  private final LaneHarness lanes =
      LaneHarness.withJournal(LaneHarness.journaled(Acknowledge.ANY).build(), List.of());

  @Test
  void beginsWhenTheLastIsFullWithWhereEachStreamIs() {
    toBoth("1");
    lanes.offer("s", "2");
    lanes.write();

    full(1);

    assertThat(rolls())
        .containsExactly(
            new Effect.RollSegment(
                2,
                List.of(
                    new JournalRecord.SegmentStart(2, 3),
                    new JournalRecord.Counter(
                        SESSION,
                        new StreamId("stream-1"),
                        JournalRecord.Kind.OWN,
                        2,
                        new JournalRecord.Mark(1, START),
                        List.of()))));
  }

  @Test
  void namesWhatWasAcceptedBeforeTheFirstMessageThatWaits() {
    LaneHarness one =
        LaneHarness.withJournal(
            LaneHarness.journaled(Acknowledge.ANY).maxBatchMessages(1).build(), List.of());
    one.offerTogether("s", "1", "2");
    one.write();
    one.accept(EAST);
    one.offer("s", "3");

    one.on(List.of(new Event.SegmentFull(1)));

    assertThat(one.all(Effect.RollSegment.class).get(0).start())
        .contains(
            new JournalRecord.Counter(
                SESSION,
                new StreamId("stream-1"),
                JournalRecord.Kind.OWN,
                3,
                new JournalRecord.Mark(1, START),
                List.of()));
  }

  @Test
  void aStreamWhoseNumbersMayBeLostIsNotTakenUpUnlessAMessageWaitsInIt() {
    toBoth("1");
    List<JournalRecord> settled = lanes.appended();
    lanes.offer("s", "2");
    List<JournalRecord> unsettled = lanes.appended();

    LaneHarness idle =
        LaneHarness.withLostEnd(LaneHarness.journaled(Acknowledge.ANY).build(), settled);
    LaneHarness waiting =
        LaneHarness.withLostEnd(LaneHarness.journaled(Acknowledge.ANY).build(), unsettled);

    assertThat(idle.lanes().statistics().sessions()).isZero();
    assertThat(waiting.lanes().statistics().sessions()).isEqualTo(1);
  }

  @Test
  void beginsOnceForTheSameFullSegment() {
    full(1);
    full(1);
    full(2);

    assertThat(rolls()).extracting(Effect.RollSegment::segment).containsExactly(2L, 3L);
  }

  @Test
  void isDroppedWithTheNextOneWhenAllItsCopiesHaveEnded() {
    toBoth("1");

    full(1);

    assertThat(drops()).containsExactly(List.of(1L));
  }

  @Test
  void isKeptWhileARegionIsOwedACopy() {
    lanes.offer("s", "1");
    lanes.write();
    lanes.accept(EAST);

    full(1);

    assertThat(drops()).isEmpty();
  }

  @Test
  void isBegunBeforeItIsFullWhenTwoOldOnesCanBeDropped() {
    lanes.offer("s", "1");
    lanes.write();
    lanes.accept(EAST);
    full(1);
    full(2);

    lanes.accept(WEST);

    assertThat(rolls()).extracting(Effect.RollSegment::segment).containsExactly(2L, 3L, 4L);
    assertThat(drops()).containsExactly(List.of(1L, 2L, 3L));
  }

  @Test
  void isNotBegunBeforeItIsFullForOneOldSegment() {
    lanes.offer("s", "1");
    lanes.write();
    lanes.accept(EAST);
    full(1);

    lanes.accept(WEST);

    assertThat(rolls()).hasSize(1);
    assertThat(drops()).isEmpty();
  }

  @Test
  void beginsWithTheRefusedNumbersThatOlderMessagesMayName() {
    toBoth("1");
    refuseEverywhere("2");

    full(1);

    assertThat(rolls().get(0).start())
        .contains(
            new JournalRecord.PassedOver(
                SESSION, new StreamId("stream-1"), 2, new JournalRecord.Mark(1, START)));
  }

  @Test
  void leavesOutRefusedNumbersThatOnlyDroppedSegmentsName() {
    toBoth("1");
    refuseEverywhere("2");
    full(1);

    full(2);

    assertThat(rolls().get(1).start()).noneMatch(JournalRecord.PassedOver.class::isInstance);
  }

  @Test
  void keepsRefusedNumbersWhileAMessageIsOwedThatWasThereBefore() {
    lanes.offer("s", "refused");
    lanes.write();
    lanes.offer("t", "owed to west");
    lanes.write();
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();
    lanes.accept(EAST);
    full(1);

    full(2);

    assertThat(rolls().get(1).start())
        .contains(
            new JournalRecord.PassedOver(
                SESSION, new StreamId("stream-1"), 1, new JournalRecord.Mark(0, null)));
  }

  @Test
  void numbersThatAreAbandonedAreRecorded() {
    StreamId stream = new StreamId("versions");
    long ticket =
        lanes.offer(
            OutboundMessage.of("s", "1").sequence(ExplicitSequence.of("versions", 1, 0)).build());
    lanes.write();
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();
    assertThat(lanes.failed(ticket)).isPresent();

    lanes.on(List.of(new Event.NumberAbandoned(99, SESSION, stream, 1)));

    assertThat(lanes.appended())
        .last()
        .isEqualTo(new JournalRecord.NumberAbandoned(SESSION, stream, 1));
  }

  private void toBoth(String id) {
    lanes.offer("s", id);
    lanes.write();
    lanes.accept(EAST);
    lanes.accept(WEST);
  }

  private void refuseEverywhere(String id) {
    lanes.offer("s", id);
    lanes.write();
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();
  }

  private void full(long segment) {
    lanes.on(List.of(new Event.SegmentFull(segment)));
  }

  private List<Effect.RollSegment> rolls() {
    return lanes.all(Effect.RollSegment.class);
  }

  private List<List<Long>> drops() {
    return lanes.all(Effect.DropSegments.class).stream()
        .map(Effect.DropSegments::segments)
        .toList();
  }
}
