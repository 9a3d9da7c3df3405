package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Streams with the application's numbers over a restart with a journal, and over a new segment. */
class ExplicitRestartTest {

  private static final StreamId VERSIONS = new StreamId("versions");

  private LaneHarness lanes = LaneHarness.withJournal(settings(), List.of());
  private List<JournalRecord> written = List.of();

  @Test
  void aNumberThatIsSentAgainIsAnsweredFromTheJournal() {
    offer(1);
    lanes.accept(WEST);
    restart();

    long again = lanes.offer(dense(1));

    assertThat(lanes.acknowledged(again).orElseThrow().regions())
        .containsEntry(WEST, CopyStatus.ACCEPTED)
        .containsEntry(EAST, CopyStatus.KEPT);
    assertThat(lanes.acknowledged(again).orElseThrow().position())
        .isEqualTo(new Position(VERSIONS, 1, 0));
    assertThat(lanes.all(Effect.Settled.class))
        .extracting(Effect.Settled::ticket)
        .containsExactly(again);
    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
  }

  @Test
  void aNumberOnItsWayIsOnItsWayAgainAndJoinedByOneSentAgain() {
    offer(1);
    restart();

    long again = lanes.offer(dense(1));
    lanes.accept(WEST);
    long third = lanes.offer(dense(1));

    assertThat(lanes.acknowledged(again)).isPresent();
    assertThat(lanes.acknowledged(third)).isPresent();
    assertThat(lanes.all(Effect.Settled.class))
        .extracting(Effect.Settled::ticket)
        .contains(again, third);
  }

  @Test
  void itIsAcknowledgedByARegionNotByTheJournal() {
    long ticket = offer(1);
    assertThat(lanes.acknowledged(ticket)).isEmpty();
    restart();
    assertThat(lanes.all(Effect.Acknowledged.class)).isEmpty();

    lanes.accept(WEST);

    assertThat(lanes.all(Effect.Acknowledged.class)).hasSize(1);
  }

  @Test
  void aNumberOnItsWayThatIsSentAgainLeavesTheWindowLater() {
    offer(1);

    long again = lanes.offer(dense(1));

    assertThat(lanes.all(Effect.Settled.class)).isEmpty();
    lanes.accept(EAST);
    assertThat(lanes.all(Effect.Settled.class))
        .extracting(Effect.Settled::ticket)
        .containsExactly(1L, again);
  }

  @Test
  void theStreamGoesOnBehindItsLastNumber() {
    offer(1);
    lanes.accept(WEST);
    lanes.accept(EAST);
    restart();

    long old = lanes.offer(at(ExplicitSequence.dense("versions", 1), "another"));
    offer(2);

    assertThat(rejection(old).kind()).isEqualTo(SendFailedException.Kind.WRONG_SEQUENCE);
    assertThat(lanes.wire(EAST, "v2").headers().position()).isEqualTo(new Position(VERSIONS, 2, 1));
    assertThat(lanes.wire(EAST, "v2").headers().previousSentAt()).isEqualTo(LaneHarness.START);
  }

  @Test
  void aFailedNumberHoldsTheStreamBackUntilItIsAbandoned() {
    offer(1);
    refuseEverywhere();
    restart();

    long second = lanes.offer(dense(2));
    assertThat(rejection(second).kind()).isEqualTo(SendFailedException.Kind.PREDECESSOR_FAILED);
    assertThat(abandon(1)).isEmpty();
    restart();

    offer(2);
    assertThat(lanes.wire(EAST, "v2").headers().position()).isEqualTo(new Position(VERSIONS, 2, 0));
  }

  @Test
  void aNewSegmentKnowsTheStreamsAsTheyAre() {
    offer(1);
    lanes.accept(WEST);
    lanes.accept(EAST);
    offer(2);
    refuseEverywhere();
    lanes.offer("own", "1");
    lanes.write();
    lanes.offer("own", "2");
    lanes.write();

    lanes.on(List.of(new Event.SegmentFull(1)));

    assertThat(counters())
        .containsExactlyInAnyOrder(
            new JournalRecord.Counter(
                new SessionId("s"),
                VERSIONS,
                JournalRecord.Kind.EXPLICIT,
                2,
                new JournalRecord.Mark(1, LaneHarness.START),
                List.of(new JournalRecord.Failed(2, dense(2).id()))),
            new JournalRecord.Counter(
                new SessionId("own"),
                new StreamId("stream-1"),
                JournalRecord.Kind.OWN,
                2,
                new JournalRecord.Mark(0, null),
                List.of()));
  }

  @Test
  void aNewSegmentNamesTheLastAcceptedNumberWhereNoneWaits() {
    for (String id : List.of("1", "2")) {
      lanes.offer("own", id);
      lanes.write();
      lanes.accept(WEST);
      lanes.accept(EAST);
    }

    lanes.on(List.of(new Event.SegmentFull(1)));

    assertThat(counters())
        .containsExactly(
            new JournalRecord.Counter(
                new SessionId("own"),
                new StreamId("stream-1"),
                JournalRecord.Kind.OWN,
                2,
                new JournalRecord.Mark(2, LaneHarness.START),
                List.of()));
  }

  @Test
  void aNewSegmentKnowsAFormerStreamWhileItHasMessagesOnTheirWay() {
    offerOwn("1");
    LaneHarness next = LaneHarness.withLostEnd(settings(), lanes.appended());
    lanes = next;
    offerOwn("2");
    lanes.on(List.of(new Event.SegmentFull(1)));

    assertThat(counters())
        .extracting(JournalRecord.Counter::kind)
        .containsExactlyInAnyOrder(JournalRecord.Kind.FORMER, JournalRecord.Kind.OWN);

    while (!lanes.allOnTheWay(EAST).isEmpty()) {
      lanes.accept(EAST);
      lanes.accept(WEST);
    }
    lanes.on(List.of(new Event.SegmentFull(2)));
    assertThat(counters())
        .extracting(JournalRecord.Counter::kind)
        .containsExactly(JournalRecord.Kind.OWN);
  }

  @Test
  void theEndOfTheJournalIsLost_sessionsBeginFreshStreamsAndWhatWaitsKeepsItsOwn() {
    offerOwn("1");
    offer(1);
    lanes = LaneHarness.withLostEnd(settings(), lanes.appended());
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1", "v1");
    assertThat(lanes.wire(EAST, "1").headers().position())
        .isEqualTo(new Position(new StreamId("stream-1"), 1, 0));
    lanes.accept(EAST);

    offerOwn("2");
    offer(2);

    assertThat(lanes.wire(EAST, "2").headers().position().stream())
        .isEqualTo(new StreamId("fresh-1"));
    assertThat(lanes.wire(EAST, "2").headers().position().seq()).isEqualTo(1);
    lanes.accept(EAST);
    assertThat(lanes.wire(EAST, "v2").headers().position()).isEqualTo(new Position(VERSIONS, 2, 1));
  }

  private List<JournalRecord.Counter> counters() {
    List<Effect.RollSegment> rolls = lanes.all(Effect.RollSegment.class);
    return rolls.get(rolls.size() - 1).start().stream()
        .filter(JournalRecord.Counter.class::isInstance)
        .map(JournalRecord.Counter.class::cast)
        .toList();
  }

  private void offerOwn(String id) {
    lanes.offer("own", id);
    lanes.write();
  }

  private long offer(long seq) {
    long ticket = lanes.offer(dense(seq));
    lanes.write();
    return ticket;
  }

  private void refuseEverywhere() {
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();
  }

  private void restart() {
    written = Stream.concat(written.stream(), lanes.appended().stream()).toList();
    lanes = LaneHarness.withJournal(settings(), written);
  }

  private Optional<String> abandon(long seq) {
    lanes.on(List.of(new Event.NumberAbandoned(99, new SessionId("s"), VERSIONS, seq)));
    return lanes.all(Effect.AbandonAnswered.class).get(0).refusal();
  }

  private Effect.Rejected rejection(long ticket) {
    return lanes.all(Effect.Rejected.class).stream()
        .filter(effect -> effect.ticket() == ticket)
        .findFirst()
        .orElseThrow();
  }

  private static OutboundMessage dense(long seq) {
    return at(ExplicitSequence.dense("versions", seq), "v" + seq);
  }

  private static OutboundMessage at(ExplicitSequence place, String id) {
    return OutboundMessage.of("s", id).body("body").sequence(place).build();
  }

  private static SenderSettings settings() {
    return LaneHarness.journaled(Acknowledge.JOURNAL).build();
  }
}
