package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.rules.Verdict;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryRuleTest {

  private static final DeliveryRule RULE = new DeliveryRule(Horizon.ofDefaults());
  private static final StreamId STREAM = new StreamId("s");
  private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

  @ParameterizedTest(name = "cursor {0}, seq {1}, prev {2}: {3}")
  @CsvSource({
    "0, 1, 0, NEXT",
    "1, 1, 0, COVERED",
    "5, 1, 0, COVERED",
    "1, 2, 1, NEXT",
    "0, 2, 1, GAP",
    "1, 4, 1, OVER_HOLE",
    "2, 4, 1, OVER_HOLE",
    "3, 4, 1, NEXT",
    "1, 4, 2, GAP",
    "0, 3, 0, OVER_HOLE",
  })
  void theTable(long cursor, long seq, long prev, Verdict verdict) {
    assertThat(judge(cursor, seq, prev, NOW, null)).isEqualTo(verdict);
  }

  @Test
  void theNextMessageExpiresButNotOneBehindAGapNorACoveredOne() {
    Instant expired = NOW.minusSeconds(1);

    assertThat(judge(0, 1, 0, NOW, expired)).isEqualTo(Verdict.EXPIRED);
    assertThat(judge(0, 1, 0, NOW, NOW.plusSeconds(1))).isEqualTo(Verdict.NEXT);
    assertThat(judge(0, 2, 1, NOW, expired)).isEqualTo(Verdict.GAP);
    assertThat(judge(2, 1, 0, NOW, expired)).isEqualTo(Verdict.COVERED);
  }

  @Test
  void aMessageOlderThanTheLedgerRemembersIsNeverRun() {
    assertThat(judge(0, 1, 0, NOW.minus(Duration.ofDays(14)), null)).isEqualTo(Verdict.TOO_OLD);
    assertThat(judge(0, 1, 0, NOW.minus(Duration.ofDays(12)), null)).isEqualTo(Verdict.NEXT);
  }

  @Test
  void ofAnOldMessageThatHasExpiredTooItIsSaidThatItIsOld() {
    Instant longAgo = NOW.minus(Duration.ofDays(14));

    assertThat(judge(0, 1, 0, longAgo, NOW.minusSeconds(1))).isEqualTo(Verdict.TOO_OLD);
  }

  @Test
  void anOldMessageBehindAGapWaitsForItsPredecessorWhichMayStillEnd() {
    Instant longAgo = NOW.minus(Duration.ofDays(14));

    assertThat(judge(0, 2, 1, longAgo, null)).isEqualTo(Verdict.GAP);
    assertThat(judge(1, 1, 0, longAgo, null)).isEqualTo(Verdict.COVERED);
  }

  @Test
  void onlyAStreamWithoutCursorTakesAnOldPredecessorAsEnded() {
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(STREAM, 57, 56),
            NOW.minus(Duration.ofDays(14)),
            new RegionName("east"),
            NOW,
            null);
    Progress known =
        ProgressRule.ended(
            Progress.NONE, new Position(STREAM, 50, 49), EndState.DONE, "", Instant.EPOCH);

    assertThat(RULE.judge(headers, Progress.NONE, NOW)).isEqualTo(Verdict.NEXT);
    assertThat(RULE.judge(headers, known, NOW)).isEqualTo(Verdict.GAP);
  }

  @ParameterizedTest(name = "ended as {0}, sent {1} days ago: dead letter {2}")
  @CsvSource({
    "DONE, 14, true",
    "DONE, 1, false",
    "SKIPPED, 14, false",
  })
  void aCoveredCopyThatIsOlderThanTheLedgerRemembersIsNotDroppedAsDone(
      EndState end, int days, boolean isDeadLetter) {
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(STREAM, 1, 0),
            null,
            new RegionName("east"),
            NOW.minus(Duration.ofDays(days)),
            null);

    Settlement settlement =
        RULE.settlementFor(headers, new EndedRange(STREAM, 1, 1, end, "an operator"), NOW);

    assertThat(settlement instanceof Settlement.DeadLetter).isEqualTo(isDeadLetter);
  }

  private static Verdict judge(
      long cursor, long seq, long prev, Instant sentAt, @Nullable Instant expiresAt) {
    Progress progress =
        cursor == 0
            ? Progress.NONE
            : ProgressRule.ended(
                Progress.NONE,
                new Position(STREAM, cursor, cursor - 1),
                EndState.DONE,
                "",
                Instant.EPOCH);
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(STREAM, seq, prev), null, new RegionName("east"), sentAt, expiresAt);
    return RULE.judge(headers, progress, NOW);
  }
}
