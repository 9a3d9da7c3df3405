package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.AttemptLimit;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.FailureCounts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FailureCountsTest {

  private static final Instant FIRST = Instant.EPOCH;
  private static final AttemptLimit LIMIT = new AttemptLimit(3, Duration.ofMinutes(15));

  @Test
  void failuresWithEvidenceEndAMessageAtOnce() {
    FailureCounts three = failed(CountedAs.WITH_EVIDENCE, 3);

    assertThat(failed(CountedAs.WITH_EVIDENCE, 2).isUsedUp(LIMIT, 0, FIRST)).isFalse();
    assertThat(three.isUsedUp(LIMIT, 0, FIRST)).isTrue();
  }

  @Test
  void failuresWithoutEvidenceEndAMessageWhenItWasTriedForLongEnough() {
    FailureCounts many = failed(CountedAs.WITHOUT_EVIDENCE, 30);

    assertThat(many.isUsedUp(LIMIT, 0, FIRST.plusSeconds(899))).isFalse();
    assertThat(many.isUsedUp(LIMIT, 0, FIRST.plusSeconds(900))).isTrue();
  }

  @Test
  void triesThatDoNotCountNeverEndAMessage() {
    FailureCounts many = failed(CountedAs.NOT, 1_000);

    assertThat(many.isUsedUp(LIMIT, 2, FIRST.plus(Duration.ofDays(1)))).isFalse();
    assertThat(many.all()).isEqualTo(1_000);
  }

  @Test
  void takeoversCountWithEvidence() {
    assertThat(failed(CountedAs.WITH_EVIDENCE, 1).isUsedUp(LIMIT, 2, FIRST)).isTrue();
    assertThat(FailureCounts.NONE.isUsedUp(LIMIT, 3, FIRST)).isTrue();
  }

  @Test
  void aNewClaimForgetsTheTriesAlone() {
    FailureCounts both =
        failed(CountedAs.WITHOUT_EVIDENCE, 2).failedOnceMore(CountedAs.NOT, FIRST.plusSeconds(1));

    assertThat(both.newlyClaimed()).isEqualTo(new FailureCounts(0, 2, 0, 0, FIRST));
  }

  @Test
  void aCallThatIsLostWithItsLinkCountsFromTheThirdInARowOn() {
    FailureCounts two = lost(FailureCounts.NONE, 2);
    FailureCounts three = lost(two, 1);
    FailureCounts five = lost(two, 3);

    assertThat(two).isEqualTo(new FailureCounts(0, 0, 0, 2, null));
    assertThat(three).isEqualTo(new FailureCounts(0, 1, 0, 3, FIRST));
    assertThat(five.isUsedUp(LIMIT, 0, FIRST.plusSeconds(899))).isFalse();
    assertThat(five.isUsedUp(LIMIT, 0, FIRST.plusSeconds(900))).isTrue();
  }

  @Test
  void aCallThatReturnsEndsTheRowAndANewClaimDoesNot() {
    FailureCounts two = lost(FailureCounts.NONE, 2);
    FailureCounts returned = lost(two.failedOnceMore(CountedAs.NOT, FIRST), 2);

    assertThat(lost(two.newlyClaimed(), 1).losesItsLinks()).isTrue();
    assertThat(returned.losesItsLinks()).isFalse();
    assertThat(returned.unproven()).isZero();
  }

  private static FailureCounts lost(FailureCounts before, int times) {
    FailureCounts counts = before;
    for (int i = 0; i < times; i++) {
      counts = counts.lostItsLink(FIRST);
    }
    return counts;
  }

  private static FailureCounts failed(CountedAs how, int times) {
    FailureCounts counts = FailureCounts.NONE;
    for (int i = 0; i < times; i++) {
      counts = counts.failedOnceMore(how, FIRST.plusSeconds(i));
    }
    return counts;
  }
}
