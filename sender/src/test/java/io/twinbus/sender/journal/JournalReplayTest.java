package io.twinbus.sender.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.JournalRecord.Counter;
import io.twinbus.sender.journal.JournalRecord.Kind;
import io.twinbus.sender.journal.JournalRecord.Mark;
import io.twinbus.sender.journal.RecoveredJournal.StreamNumber;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a sender starts from, given the records of its journal. */
class JournalReplayTest {

  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final SessionId SESSION = new SessionId("s");
  private static final StreamId OWN = new StreamId("own");
  private static final StreamId EXPLICIT = new StreamId("explicit");
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
  private static final Mark NONE = new Mark(0, null);

  /** How many accepted explicit numbers are remembered. */
  private static final int RECENT = 16_384;

  private final JournalReplay replay = new JournalReplay(List.of(EAST, WEST));

  JournalReplayTest() {
    replay.on(new JournalRecord.SegmentStart(1, 1), 1);
  }

  @Test
  void aMessageIsOwedToEveryRegionAndUnsettledUntilOneHasIt() {
    take(message(1, OWN, 1, NONE));
    take(message(2, OWN, 2, mark(1)));
    accepted(1, WEST);

    RecoveredJournal found = replay.result();

    assertThat(found.unsettled()).extracting(JournalRecord.Message::index).containsExactly(2L);
    assertThat(found.copies().isOwed(1, 0)).isTrue();
    assertThat(found.copies().isOwed(1, 1)).isFalse();
    assertThat(found.copies().owedTo(0)).isEqualTo(2);
    assertThat(found.copies().owedTo(1)).isEqualTo(1);
  }

  @Test
  void theNextMessageAndSegmentFollowTheLast() {
    take(message(1, OWN, 1, NONE));
    replay.on(new JournalRecord.SegmentStart(2, 2), 2);
    replay.on(message(2, OWN, 2, mark(1)), 2);

    assertThat(replay.result().nextIndex()).isEqualTo(3);
    assertThat(replay.result().nextSegment()).isEqualTo(3);
  }

  @Test
  void indexesGoOnBehindDroppedSegments() {
    JournalReplay later = new JournalReplay(List.of(EAST, WEST));

    later.on(new JournalRecord.SegmentStart(7, 100), 7);

    assertThat(later.result().nextIndex()).isEqualTo(100);
    assertThat(later.result().nextSegment()).isEqualTo(8);
  }

  @Test
  void aStreamAdvancesToTheMessageThatARegionAccepted() {
    take(message(1, OWN, 1, NONE));
    take(message(2, OWN, 2, mark(1)));
    accepted(1, EAST);

    assertThat(replay.result().counters())
        .containsExactly(new Counter(SESSION, OWN, Kind.OWN, 2, mark(1), List.of()));
  }

  @Test
  void aStreamDoesNotGoBackToAnEarlierMessage() {
    take(message(1, OWN, 1, NONE));
    take(message(2, OWN, 2, mark(1)));
    accepted(2, EAST);
    accepted(1, EAST);

    assertThat(replay.result().counters())
        .containsExactly(new Counter(SESSION, OWN, Kind.OWN, 2, mark(2), List.of()));
  }

  @Test
  void aNumberThatIsAcceptedOnceMoreKeepsTheTimeOfItsFirstMessage() {
    take(explicit(1, 5, NONE));
    take(explicit(2, 5, NONE));
    accepted(1, EAST);
    accepted(2, EAST);

    assertThat(counter(EXPLICIT).accepted()).isEqualTo(new Mark(5, sentAt(1)));
  }

  @Test
  void aSegmentsCounterIsWhereItsStreamContinues() {
    take(new Counter(SESSION, OWN, Kind.OWN, 9, mark(7), List.of()));

    assertThat(replay.result().counters())
        .containsExactly(new Counter(SESSION, OWN, Kind.OWN, 9, mark(7), List.of()));
  }

  @Test
  void aCounterDoesNotTakeBackWhatTheStreamReached() {
    take(new Counter(SESSION, OWN, Kind.OWN, 9, mark(7), List.of()));
    take(new Counter(SESSION, OWN, Kind.OWN, 8, new Mark(7, null), List.of()));

    assertThat(replay.result().counters())
        .containsExactly(new Counter(SESSION, OWN, Kind.OWN, 9, mark(7), List.of()));
  }

  @Test
  void anExplicitCounterBringsItsFailedNumbers() {
    JournalRecord.Failed failed =
        new JournalRecord.Failed(9, message(9, OWN, 9, NONE).message().id());
    take(new Counter(SESSION, EXPLICIT, Kind.EXPLICIT, 9, mark(7), List.of(failed)));

    assertThat(replay.result().counters())
        .containsExactly(
            new Counter(SESSION, EXPLICIT, Kind.EXPLICIT, 9, mark(7), List.of(failed)));
  }

  @Test
  void aFormerStreamIsKeptOnlyWhileAMessageOfItWaits() {
    take(new Counter(SESSION, new StreamId("done"), Kind.FORMER, 3, mark(3), List.of()));
    take(message(1, new StreamId("former"), 1, NONE));
    take(message(2, OWN, 1, NONE));

    assertThat(replay.result().counters())
        .containsExactly(
            new Counter(SESSION, new StreamId("former"), Kind.FORMER, 1, NONE, List.of()),
            new Counter(SESSION, OWN, Kind.OWN, 1, NONE, List.of()));
  }

  @Test
  void aMessageOutsideTheOrderDoesNotTakeTheSessionsStream() {
    take(message(1, OWN, 1, NONE));
    StreamId alone = new StreamId("alone");
    OutboundMessage outside = OutboundMessage.of("s", "outside").outsideOrder().build();
    take(new JournalRecord.Message(2, outside, alone, 1, NONE, sentAt(2)));

    assertThat(replay.result().counters())
        .extracting(Counter::stream, Counter::kind)
        .containsExactly(tuple(OWN, Kind.OWN), tuple(alone, Kind.FORMER));
  }

  @Test
  void anExplicitStreamIsNotTheSessionsOwn() {
    take(message(1, OWN, 1, NONE));
    take(explicit(2, 5, NONE));

    assertThat(replay.result().counters())
        .extracting(Counter::kind)
        .containsExactly(Kind.OWN, Kind.EXPLICIT);
  }

  @Test
  void anExplicitStreamIsKeptThoughNothingOfItWaits() {
    take(explicit(1, 5, NONE));
    accepted(1, EAST);

    assertThat(counter(EXPLICIT).accepted()).isEqualTo(new Mark(5, sentAt(1)));
  }

  @Test
  void anExplicitPredecessorThatTheJournalNeverSawIsTakenForAccepted() {
    take(explicit(1, 9, mark(7)));

    assertThat(counter(EXPLICIT).accepted()).isEqualTo(mark(7));
    assertThat(counter(EXPLICIT).last()).isEqualTo(9);
  }

  @Test
  void anExplicitPredecessorThatIsInTheJournalIsNotTakenForAccepted() {
    take(explicit(1, 7, NONE));
    take(explicit(2, 9, mark(7)));

    assertThat(counter(EXPLICIT).accepted()).isEqualTo(NONE);
  }

  @Test
  void anOwnStreamTrustsNoPredecessorThatItDidNotSee() {
    take(message(1, OWN, 9, mark(7)));

    assertThat(counter(OWN).accepted()).isEqualTo(NONE);
  }

  @Test
  void aNumberThatEveryRegionRefusedIsPassedOver() {
    take(message(1, OWN, 1, NONE));
    take(message(2, OWN, 2, mark(1)));
    accepted(1, EAST);
    refused(2, EAST);
    assertThat(replay.result().unsettled()).hasSize(1);
    refused(2, WEST);

    RecoveredJournal found = replay.result();

    assertThat(found.unsettled()).isEmpty();
    assertThat(found.passedOver()).containsOnly(entry(OWN, 2, mark(1)));
    assertThat(counter(OWN).failed()).isEmpty();
    assertThat(counter(OWN).accepted()).isEqualTo(mark(1));
    assertThat(found.copies().owedTo(0)).isZero();
  }

  @Test
  void whatASegmentsStartPassesOverStaysPassedOver() {
    take(new JournalRecord.PassedOver(SESSION, OWN, 4, mark(3)));

    assertThat(replay.result().passedOver()).containsOnly(entry(OWN, 4, mark(3)));
  }

  @Test
  void anExplicitNumberThatEveryRegionRefusedHoldsItsStreamBack() {
    take(explicit(1, 5, NONE));
    refused(1, EAST);
    refused(1, WEST);

    assertThat(counter(EXPLICIT).failed())
        .containsExactly(new JournalRecord.Failed(5, explicit(1, 5, NONE).message().id()));
    assertThat(replay.result().recent()).isEmpty();
  }

  @Test
  void aNumberThatWasAbandonedHoldsNothingBack() {
    take(explicit(1, 5, NONE));
    refused(1, EAST);
    refused(1, WEST);

    take(new JournalRecord.NumberAbandoned(SESSION, EXPLICIT, 5));

    assertThat(counter(EXPLICIT).failed()).isEmpty();
  }

  @Test
  void aNumberThatIsSentAgainHoldsNothingBack() {
    take(explicit(1, 5, NONE));
    refused(1, EAST);
    refused(1, WEST);

    take(explicit(2, 5, NONE));

    assertThat(counter(EXPLICIT).failed()).isEmpty();
  }

  @Test
  void acceptedExplicitNumbersAreRememberedWithoutTheirBodies() {
    take(message(1, OWN, 1, NONE));
    take(explicit(2, 9, mark(7)));
    accepted(1, EAST);
    accepted(2, EAST);

    assertThat(replay.result().recent())
        .singleElement()
        .satisfies(
            recent -> {
              assertThat(recent.index()).isEqualTo(2);
              assertThat(recent.message().session()).isEqualTo(SESSION);
              assertThat(recent.message().id()).isEqualTo(explicit(2, 9, mark(7)).message().id());
              assertThat(recent.message().sequence()).isPresent();
              assertThat(recent.message().body().size()).isZero();
              assertThat(recent.stream()).isEqualTo(EXPLICIT);
              assertThat(recent.seq()).isEqualTo(9);
              assertThat(recent.previous()).isEqualTo(mark(7));
              assertThat(recent.sentAt()).isEqualTo(sentAt(2));
            });
  }

  @Test
  void theOldestOfManyAcceptedNumbersAreForgotten() {
    for (long index = 1; index <= RECENT; index++) {
      take(explicit(index, index, NONE));
      accepted(index, EAST);
    }
    assertThat(replay.result().recent()).hasSize(RECENT);

    take(explicit(RECENT + 1, RECENT + 1, NONE));
    accepted(RECENT + 1, EAST);

    List<JournalRecord.Message> recent = replay.result().recent();
    assertThat(recent).hasSize(RECENT);
    assertThat(recent.get(0).index()).isEqualTo(2);
    assertThat(recent.get(RECENT - 1).index()).isEqualTo(RECENT + 1);
  }

  @Test
  void theEndOfACopyInARegionThatIsNoMoreConfiguredChangesNothing() {
    take(message(1, OWN, 1, NONE));

    accepted(1, new RegionName("south"));

    assertThat(replay.result().unsettled()).hasSize(1);
    assertThat(replay.result().copies().owedTo(0)).isEqualTo(1);
    assertThat(replay.result().copies().owedTo(1)).isEqualTo(1);
  }

  private void take(JournalRecord record) {
    replay.on(record, 1);
  }

  private void accepted(long index, RegionName region) {
    take(new JournalRecord.CopyEnded(index, region, true));
  }

  private void refused(long index, RegionName region) {
    take(new JournalRecord.CopyEnded(index, region, false));
  }

  private Counter counter(StreamId stream) {
    return replay.result().counters().stream()
        .filter(each -> each.stream().equals(stream))
        .findFirst()
        .orElseThrow();
  }

  private static Map.Entry<StreamNumber, Mark> entry(StreamId stream, long seq, Mark before) {
    return Map.entry(new StreamNumber(SESSION, stream, seq), before);
  }

  private static JournalRecord.Message message(
      long index, StreamId stream, long seq, Mark previous) {
    OutboundMessage message = OutboundMessage.of("s", "m" + index).body("body").build();
    return new JournalRecord.Message(index, message, stream, seq, previous, sentAt(index));
  }

  private static JournalRecord.Message explicit(long index, long seq, Mark previous) {
    OutboundMessage message =
        OutboundMessage.of("s", "m" + index)
            .sequence(new ExplicitSequence(EXPLICIT, seq, previous.seq(), previous.sentAt()))
            .body("body")
            .build();
    return new JournalRecord.Message(index, message, EXPLICIT, seq, previous, sentAt(index));
  }

  private static Mark mark(long index) {
    return new Mark(index, sentAt(index));
  }

  private static Instant sentAt(long index) {
    return START.plusSeconds(index);
  }
}
