package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.OverflowRule;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverflowRuleTest {

  private static final StreamId P = new StreamId("p");
  private static final StreamId Q = new StreamId("q");
  private static final Instant AT = Instant.EPOCH;
  private static final int MOST = 8;

  @Test
  void thereIsNothingToDoWhileOneMoreWriteHasRoom() {
    assertThat(OverflowRule.due(dead(P, 1, 6), MOST)).isEmpty();
    assertThat(OverflowRule.due(dead(P, 1, 7), MOST)).isNotEmpty();
  }

  @Test
  void theOldestHalfGoesToOnePageAStreamAndTheRestStays() {
    Progress progress = dead(dead(dead(Progress.NONE, P, 1, 2), Q, 1, 1), P, 3, 6);

    List<MessageContent.Page> pages = OverflowRule.due(progress, MOST);
    Progress moved = OverflowRule.moved(progress, pages);

    assertThat(pages).extracting(MessageContent.Page::stream).containsExactly(P, Q);
    assertThat(pages.get(0).from()).isEqualTo(1);
    assertThat(pages.get(0).to()).isEqualTo(2);
    assertThat(moved.ended()).hasSize(4).allMatch(range -> range.stream().equals(P));
    assertThat(moved.annex().overflow())
        .containsEntry(P, new Overflow(1, 2))
        .containsEntry(Q, new Overflow(1, 1));
    assertThat(moved.cursors()).isEqualTo(progress.cursors());
  }

  @Test
  void onlyNumbersThatNoRangeCoversAndAPageMaySpeakOfAreOverflown() {
    Progress moved = moved(dead(P, 1, 8));

    assertThat(moved.isOverflown(P, 4)).isTrue();
    assertThat(moved.isOverflown(P, 5)).as("still in the session record").isFalse();
    assertThat(moved.isOverflown(P, 9)).as("above all pages").isFalse();
    assertThat(moved.isOverflown(Q, 1)).as("a stream without pages").isFalse();
  }

  @Test
  void theNextPagesOfAStreamFollowTheOnesBefore() {
    Progress first = moved(dead(P, 1, 8));

    List<MessageContent.Page> pages = OverflowRule.due(dead(first, P, 9, 12), MOST);

    assertThat(pages).singleElement().extracting(MessageContent.Page::number).isEqualTo(1L);
    assertThat(pages.get(0).from()).isEqualTo(5);
  }

  @Test
  void whatSomebodyElseEndedMeanwhileStays() {
    Progress seen = dead(P, 1, 8);
    List<MessageContent.Page> pages = OverflowRule.due(seen, MOST);

    Progress moved = OverflowRule.moved(dead(seen, P, 9, 9), pages);

    assertThat(moved.endOf(P, 9)).map(EndedRange::reason).contains("dead-9");
    assertThat(OverflowRule.standsOn(moved, pages)).isTrue();
    assertThat(OverflowRule.standsOn(seen, pages)).isFalse();
  }

  @Test
  void aPageThatIsThereAlreadyKeepsWhatItSays() {
    EndedRange one = range(1);
    EndedRange two = range(2);
    EndedRange three = range(3);

    MessageContent.Page joined =
        OverflowRule.joined(
            new MessageContent.Page(P, 0, List.of(two, three)),
            new MessageContent.Page(P, 0, List.of(one, two)));

    assertThat(joined.ranges()).containsExactly(one, two, three);
  }

  @Test
  void aPageThatIsThereAlreadyKeepsWhatItSaysOfLaterNumbersToo() {
    MessageContent.Page joined =
        OverflowRule.joined(
            new MessageContent.Page(P, 0, List.of(range(2), range(3))),
            new MessageContent.Page(P, 0, List.of(range(3), range(4))));

    assertThat(joined.ranges()).containsExactly(range(2), range(3), range(4));
  }

  @Test
  void theRecordStandsOnThePagesThatItCountsAndNotOnTheNextOne() {
    Progress first = dead(moved(dead(P, 1, 8)), P, 9, 12);
    List<MessageContent.Page> next = OverflowRule.due(first, MOST);

    assertThat(OverflowRule.standsOn(first, next)).isFalse();
    assertThat(OverflowRule.standsOn(OverflowRule.moved(first, next), next)).isTrue();
  }

  private static Progress moved(Progress progress) {
    return OverflowRule.moved(progress, OverflowRule.due(progress, MOST));
  }

  private static EndedRange range(long seq) {
    return new EndedRange(P, seq, seq, EndState.DEAD, "dead-" + seq);
  }

  private static Progress dead(StreamId stream, long from, long to) {
    return dead(Progress.NONE, stream, from, to);
  }

  /** Each for a reason of its own, so that no two of them are one range. */
  private static Progress dead(Progress progress, StreamId stream, long from, long to) {
    Progress next = progress;
    for (long seq = from; seq <= to; seq++) {
      Position position = new Position(stream, seq, seq - 1);
      next = ProgressRule.ended(next, position, EndState.DEAD, "dead-" + seq, AT);
    }
    return next;
  }
}
