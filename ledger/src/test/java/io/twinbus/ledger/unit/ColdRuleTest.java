package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ColdRuleTest {

  private static final Instant AT = Instant.EPOCH;
  private static final int MOST = 8;

  @Test
  void thereIsNothingToDoWhileTheRecordHasRoom() {
    assertThat(ColdRule.due(streams(7), Set.of(), MOST)).isEmpty();
    assertThat(ColdRule.due(streams(8), Set.of(), MOST)).isNotEmpty();
  }

  @Test
  void theStreamsThatWereIdleLongestLeaveAndAQuarterStays() {
    Progress progress = streams(8);

    List<MessageContent.Cold> due = ColdRule.due(progress, Set.of(stream(0)), MOST);
    Progress left = ColdRule.left(progress, due);

    assertThat(left.cursors()).containsOnlyKeys(stream(0), stream(7));
    assertThat(left.annex().cold()).isEqualTo(6);
    assertThat(ColdRule.mayBeCold(left, stream(3))).isTrue();
    assertThat(ColdRule.mayBeCold(progress, new StreamId("new"))).isFalse();
  }

  @Test
  void aStreamThatWaitsOrIsSuspectStays() {
    Progress progress =
        streams(8)
            .withWaiting(new TreeMap<>(Map.of(stream(1), new Gap(2, new TreeMap<>()))))
            .withSuspects(new TreeMap<>(Map.of(stream(2), Suspect.first(4))));

    assertThat(ColdRule.due(progress, Set.of(), MOST))
        .extracting(MessageContent.Cold::stream)
        .doesNotContain(stream(1), stream(2));
  }

  @Test
  void theStreamOfAnEndThatIsNotedStays() {
    Replay replay =
        new Replay(Optional.of(new Position(stream(0), 2, 1)), 1, "0".repeat(64), "ann");
    NotedEnd noted = new NotedEnd(new MessageId("m"), EndState.DONE, "", Optional.of(replay));
    Progress progress = streams(8);

    assertThat(due(progress.withAnnex(progress.annex().withNoted(noted))))
        .doesNotContain(stream(0))
        .contains(stream(1));
    assertThat(due(progress)).contains(stream(0));
  }

  private static List<StreamId> due(Progress progress) {
    return ColdRule.due(progress, Set.of(), MOST).stream()
        .map(MessageContent.Cold::stream)
        .toList();
  }

  @Test
  void theLatestExplicitStreamStaysSoThatTheRecordDoes() {
    Progress progress = streams(8).withExplicit(stream(0)).withExplicit(stream(3));

    assertThat(ColdRule.due(progress, Set.of(), MOST))
        .extracting(MessageContent.Cold::stream)
        .contains(stream(0))
        .doesNotContain(stream(3));
  }

  @Test
  void aCursorThatHasMovedSinceItsDocumentWasWrittenStays() {
    Progress progress = streams(8);
    List<MessageContent.Cold> written = ColdRule.due(progress, Set.of(), MOST);
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>(progress.cursors());
    cursors.put(stream(0), new Cursor(9, AT.plusSeconds(100)));
    Progress moved =
        new Progress(cursors, progress.ended(), progress.suspects(), progress.waiting());

    Progress left = ColdRule.left(moved, written);

    assertThat(left.cursor(stream(0))).isEqualTo(9);
    assertThat(left.cursors()).doesNotContainKey(stream(1));
    assertThat(ColdRule.haveLeft(left, written)).isTrue();
    assertThat(ColdRule.haveLeft(moved, written)).isFalse();
  }

  @Test
  void aDocumentThatIsThereIsNeverLowered() {
    MessageContent.Cold there = document(7, dead(3));
    MessageContent.Cold older = document(5, dead(2));

    assertThat(ColdRule.joined(older, there).cursor().seq()).isEqualTo(7);
    assertThat(ColdRule.joined(there, older).cursor().seq()).isEqualTo(7);
    assertThat(ColdRule.joined(there, older).ended()).containsExactly(dead(2), dead(3));
  }

  @Test
  void aCursorReturnsWithWhatEndedOtherwiseThanDone() {
    Progress progress = streams(8).withEnded(List.of(dead(2)));
    List<MessageContent.Cold> written = ColdRule.due(progress, Set.of(), MOST);
    Progress left = ColdRule.left(progress, written);

    Progress back = ColdRule.returned(left, written.get(0));

    assertThat(written.get(0).stream()).isEqualTo(stream(0));
    assertThat(left.ended()).isEmpty();
    assertThat(back.cursors().get(stream(0))).isEqualTo(progress.cursors().get(stream(0)));
    assertThat(back.ended()).containsExactly(dead(2));
    assertThat(ColdRule.returned(progress, document(1, dead(1)))).isEqualTo(progress);
  }

  @Test
  void explicitStreamsAreForgottenOnlyAfterARetentionOfTheirOwn() {
    Instant later = AT.plus(Duration.ofDays(1_000));
    Cursor explicit = new Cursor(1, AT).ofExplicit();

    assertThat(Horizon.ofDefaults().isForgotten(new Cursor(1, AT), later)).isTrue();
    assertThat(Horizon.ofDefaults().isForgotten(explicit, later)).isFalse();
    assertThat(
            new Horizon(Duration.ofDays(14), Optional.of(Duration.ofDays(400)))
                .isForgotten(explicit, later))
        .isTrue();
  }

  @Test
  void streamsInHandLeaveOnlyWhereARecordCanHaveNoMoreStreams() {
    Progress below = streams(Horizon.MAX_STREAMS - 1);
    Progress full = streams(Horizon.MAX_STREAMS);

    assertThat(ColdRule.due(below, below.cursors().keySet(), MOST)).isEmpty();
    assertThat(ColdRule.due(full, full.cursors().keySet(), MOST))
        .hasSize(Horizon.MAX_STREAMS - MOST / 4);
  }

  @Test
  void aDocumentShowsTheEndsOfItsOwnStreamAlone() {
    Progress progress = streams(8).withEnded(List.of(dead(2), dead(stream(1), 3)));

    List<MessageContent.Cold> due = ColdRule.due(progress, Set.of(), MOST);

    assertThat(due.get(0).ended()).containsExactly(dead(2));
    assertThat(due.get(1).ended()).containsExactly(dead(stream(1), 3));
    assertThat(due.get(2).ended()).isEmpty();
  }

  @Test
  void theEndsOfStreamsThatStayStayToo() {
    Progress progress = streams(8).withEnded(List.of(dead(2), dead(stream(7), 3)));

    Progress left = ColdRule.left(progress, ColdRule.due(progress, Set.of(), MOST));

    assertThat(left.ended()).containsExactly(dead(stream(7), 3));
  }

  @Test
  void aStreamStaysWhileItsDocumentLacksOneOfItsEnds() {
    Progress progress = streams(8).withEnded(List.of(dead(1), dead(3)));
    MessageContent.Cold lacking = document(3, dead(1));

    assertThat(ColdRule.left(progress, List.of(lacking))).isEqualTo(progress);
    assertThat(ColdRule.haveLeft(progress, List.of(lacking))).isTrue();
  }

  @Test
  void ofTheDocumentThatIsThereGoesWhatPagesOfTheLaterOneSay() {
    MessageContent.Cold there = withPages(document(5, dead(2), dead(3), dead(4)), 1, 1);
    MessageContent.Cold sameCursor = withPages(document(5, dead(5)), 2, 3);
    MessageContent.Cold older = withPages(document(4), 2, 3);

    MessageContent.Cold joined = ColdRule.joined(sameCursor, there);

    assertThat(joined.ended()).containsExactly(dead(4), dead(5));
    assertThat(joined.overflow()).contains(new Overflow(2, 3));
    assertThat(ColdRule.joined(older, there)).isEqualTo(there);
  }

  @Test
  void anEndThatTheDocumentShowsIsNotAddedAgain() {
    EndedRange wide = new EndedRange(stream(0), 2, 4, EndState.DEAD, "Poison");

    assertThat(ColdRule.joined(document(7, dead(3), dead(5)), document(4, wide)).ended())
        .containsExactly(wide, dead(5));
  }

  @Test
  void ofRangesThatGrewTheWidestStays() {
    EndedRange wide = new EndedRange(stream(0), 2, 4, EndState.DEAD, "Poison");

    assertThat(ColdRule.joined(document(5, wide), document(3, dead(2), dead(3))).ended())
        .containsExactly(wide);
  }

  @Test
  void theOldestEndComesFirstAlsoWhereTheDocumentIsNewer() {
    assertThat(ColdRule.joined(document(5, dead(2)), document(7, dead(7))).ended())
        .containsExactly(dead(2), dead(7));
  }

  @Test
  void aCursorReturnsWithWhatIsKnownOfItsPages() {
    MessageContent.Cold paged = withPages(document(3), 2, 1);

    Progress back = ColdRule.returned(Progress.NONE, paged);

    assertThat(back.annex().overflow()).containsExactly(Map.entry(stream(0), new Overflow(2, 1)));
    assertThat(ColdRule.returned(Progress.NONE, document(3)).annex().overflow()).isEmpty();
  }

  private static StreamId stream(int number) {
    return new StreamId("s" + number);
  }

  private static EndedRange dead(long seq) {
    return dead(stream(0), seq);
  }

  private static EndedRange dead(StreamId stream, long seq) {
    return new EndedRange(stream, seq, seq, EndState.DEAD, "Poison");
  }

  private static MessageContent.Cold document(long seq, EndedRange... ended) {
    return new MessageContent.Cold(
        stream(0), new Cursor(seq, AT), List.of(ended), Optional.empty());
  }

  private static MessageContent.Cold withPages(MessageContent.Cold cold, long pages, long upTo) {
    return new MessageContent.Cold(
        cold.stream(), cold.cursor(), cold.ended(), Optional.of(new Overflow(pages, upTo)));
  }

  /** Of each stream three numbers have ended, of the first one longest ago. */
  private static Progress streams(int count) {
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      cursors.put(stream(i), new Cursor(3, AT.plusSeconds(i)));
    }
    return new Progress(cursors, List.of(), new TreeMap<>(), new TreeMap<>());
  }
}
