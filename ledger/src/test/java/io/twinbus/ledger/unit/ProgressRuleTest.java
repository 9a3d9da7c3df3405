package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressRuleTest {

  private static final StreamId STREAM = new StreamId("s");
  private static final RegionName EAST = new RegionName("east");
  private static final Instant AT = Instant.ofEpochSecond(10);

  @Test
  void anEndMovesTheCursorOfItsStreamOnly() {
    Progress progress = ProgressRule.ended(Progress.NONE, position(1, 0), EndState.DONE, "", AT);

    assertThat(progress.cursor(STREAM)).isEqualTo(1);
    assertThat(progress.cursor(new StreamId("other"))).isZero();
    assertThat(progress.endOf(STREAM, 1).orElseThrow().state()).isEqualTo(EndState.DONE);
    assertThat(progress.endOf(STREAM, 2)).isEmpty();
  }

  @Test
  void aDeadMessageIsRememberedWithItsReason() {
    Progress progress =
        ProgressRule.ended(Progress.NONE, position(1, 0), EndState.DEAD, "Poison", AT);

    assertThat(progress.endOf(STREAM, 1).orElseThrow().reason()).isEqualTo("Poison");
  }

  @Test
  void aHoleReachesFromThePredecessorToTheMessageThatPassesOverIt() {
    Progress one = ProgressRule.ended(Progress.NONE, position(1, 0), EndState.DONE, "", AT);

    Progress closed = ProgressRule.holeClosed(one, position(4, 1), AT);

    assertThat(closed.cursor(STREAM)).isEqualTo(3);
    assertThat(closed.endOf(STREAM, 1).orElseThrow().state()).isEqualTo(EndState.DONE);
    assertThat(closed.endOf(STREAM, 2).orElseThrow().state()).isEqualTo(EndState.HOLE);
    assertThat(closed.endOf(STREAM, 3).orElseThrow().state()).isEqualTo(EndState.HOLE);
    assertThat(closed.endOf(STREAM, 4)).isEmpty();
  }

  @Test
  void aHoleDoesNotCoverWhatHasEndedInside() {
    Progress two = ProgressRule.ended(Progress.NONE, position(2, 0), EndState.DONE, "", AT);

    Progress closed = ProgressRule.holeClosed(two, position(4, 1), AT);

    assertThat(closed.endOf(STREAM, 2).orElseThrow().state()).isEqualTo(EndState.DONE);
    assertThat(closed.endOf(STREAM, 3).orElseThrow().state()).isEqualTo(EndState.HOLE);
  }

  @Test
  void failuresBelongToAMessageAndEndWithIt() {
    Progress failed =
        SuspectRule.failed(
            SuspectRule.failed(Progress.NONE, position(1, 0), CountedAs.NOT, AT),
            position(1, 0),
            CountedAs.WITH_EVIDENCE,
            AT);
    assertThat(failed.failures(STREAM, 1)).isEqualTo(2);
    assertThat(failed.failures(STREAM, 2)).isZero();

    Progress ended = ProgressRule.ended(failed, position(1, 0), EndState.DONE, "", AT);

    assertThat(ended.suspects()).isEmpty();
  }

  @Test
  void aGapIsIdentifiedByStreamAndCursor() {
    Progress reported = GapRule.reported(Progress.NONE, STREAM, EAST, 3, AT);
    assertThat(reported.gap(STREAM).orElseThrow().reports().get(EAST))
        .isEqualTo(new Gap.Report(3, AT));

    Progress moved = ProgressRule.ended(reported, position(1, 0), EndState.DONE, "", AT);

    assertThat(moved.gap(STREAM)).as("whoever moves a cursor clears its reports").isEmpty();
  }

  @Test
  void aRepeatedReportKeepsItsFirstTime() {
    Progress first = GapRule.reported(Progress.NONE, STREAM, EAST, 3, AT);

    Progress second = GapRule.reported(first, STREAM, EAST, 2, AT.plusSeconds(60));

    assertThat(second.gap(STREAM).orElseThrow().reports().get(EAST))
        .isEqualTo(new Gap.Report(2, AT));
  }

  @Test
  void neighbouringEndsOfOneKindAreOneRange() {
    Progress progress = Progress.NONE;
    for (int seq = 1; seq <= 1_000; seq++) {
      progress = ProgressRule.ended(progress, position(seq, seq - 1), EndState.DEAD, "X", AT);
    }
    assertThat(progress.ended()).hasSize(1);
  }

  @Test
  void anEndBehindAHoleKeepsTheHoleAndWhatEndedBefore() {
    Progress one = ProgressRule.ended(Progress.NONE, position(1, 0), EndState.DEAD, "Poison", AT);

    Progress four = ProgressRule.ended(one, position(4, 1), EndState.DONE, "", AT);

    assertThat(four.endOf(STREAM, 1).orElseThrow().state()).isEqualTo(EndState.DEAD);
    assertThat(four.endOf(STREAM, 2).orElseThrow().state()).isEqualTo(EndState.HOLE);
    assertThat(four.endOf(STREAM, 3).orElseThrow().state()).isEqualTo(EndState.HOLE);
    assertThat(four.endOf(STREAM, 4).orElseThrow().state()).isEqualTo(EndState.DONE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStreamStaysExplicitOrNotWhenItsCursorMoves(boolean explicit) {
    Progress one = ProgressRule.ended(Progress.NONE, position(1, 0), EndState.DONE, "", AT);
    Progress known = explicit ? one.withExplicit(STREAM) : one;

    Progress two = ProgressRule.ended(known, position(2, 1), EndState.DONE, "", AT);

    Cursor moved = new Cursor(2, AT);
    assertThat(two.cursors()).containsEntry(STREAM, explicit ? moved.ofExplicit() : moved);
  }

  private static Position position(long seq, long prev) {
    return new Position(STREAM, seq, prev);
  }
}
