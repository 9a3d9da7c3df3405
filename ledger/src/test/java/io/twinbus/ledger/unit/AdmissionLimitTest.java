package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.admission.AdmissionLimit;
import io.twinbus.ledger.admission.WriteSource;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionLimitTest {

  private static final Duration FAST = Duration.ofMillis(5);
  private static final Duration RETRY = Duration.ofMillis(40);

  private static final WriteSource ONE = source("orders", "one");
  private static final WriteSource OTHER = source("orders", "other");

  private final AdmissionLimit limit = new AdmissionLimit(at(0));

  @Test
  void nothingIsHeldBackBeforeTheFirstThrottledWrite() {
    for (int i = 0; i < 500; i++) {
      limit.answered(ONE, FAST, 200, at(i));
    }

    assertThat(limit.admits(AdmissionLimit.MOST - 1, at(500))).isTrue();
    assertThat(limit.saturatedSince(at(500))).isNull();
  }

  @Test
  void aSaturatedLedgerIsLeftAloneForAsLongAsItSaysAndTheLimitHalves() {
    limit.throttled(ONE, RETRY, 100, at(10));

    assertThat(limit.admits(0, at(49))).isFalse();
    assertThat(limit.admits(0, at(50))).isTrue();
    assertThat(limit.value()).isEqualTo(50);
    assertThat(limit.saturatedSince(at(10))).isEqualTo(at(10));
  }

  @Test
  void theLimitHalvesOnceASecondHoweverManyAreThrottled() {
    for (int i = 0; i < 50; i++) {
      limit.throttled(ONE, RETRY, 100, at(i));
    }
    assertThat(limit.value()).isEqualTo(50);

    limit.throttled(ONE, RETRY, 50, at(1_000));

    assertThat(limit.value()).isEqualTo(25);
  }

  @Test
  void oneHotPartitionHoldsNoOtherBack() {
    for (int i = 0; i < 100; i++) {
      limit.answered(ONE, FAST, 50, at(i));
    }

    MonotonicTime again = limit.throttled(ONE, RETRY, 50, at(100));

    assertThat(again).isEqualTo(at(140));
    assertThat(limit.admits(50, at(101))).isTrue();
    assertThat(limit.value()).isEqualTo(AdmissionLimit.MOST);
  }

  @Test
  void oneSessionThatIsThrottledAgainAndAgainHoldsNoOtherBack() {
    for (int i = 0; i < 20; i++) {
      limit.answered(OTHER, FAST, 50, at(10L * i));
      limit.throttled(ONE, RETRY, 50, at(10 * i + 5));
    }

    assertThat(limit.admits(50, at(201))).isTrue();
    assertThat(limit.saturatedSince(at(201))).isNull();
  }

  @Test
  void twoSessionsThatAreThrottledAreASaturatedLedger() {
    limit.answered(OTHER, FAST, 50, at(0));
    limit.throttled(ONE, RETRY, 50, at(5));
    limit.throttled(OTHER, RETRY, 50, at(6));

    assertThat(limit.saturatedSince(at(7))).isEqualTo(at(6));
    assertThat(limit.admits(0, at(7))).isFalse();
  }

  @Test
  void sessionsOfTwoQueuesAreTwoThoughTheyHaveOneId() {
    limit.answered(OTHER, FAST, 50, at(0));
    limit.throttled(ONE, RETRY, 50, at(5));
    limit.throttled(source("payments", "one"), RETRY, 50, at(6));

    assertThat(limit.saturatedSince(at(7))).isEqualTo(at(6));
  }

  @Test
  void aSaturationIsOverWhenNothingIsAskedForTwoSeconds() {
    limit.throttled(ONE, Duration.ofSeconds(4), 50, at(0));

    assertThat(limit.saturatedSince(at(5_900))).as("all wait for four of them").isNotNull();
    assertThat(limit.saturatedSince(at(6_000))).isNull();
  }

  @Test
  void itSaysHowMuchMoreWouldServeWhatWaits() {
    for (int i = 0; i < 1_000; i++) {
      limit.answered(OTHER, FAST, 50, at(10L * i)); // a hundred a second
    }

    assertThat(limit.neededPercent(0, at(10_000))).isEqualTo(100);
    assertThat(limit.neededPercent(300, at(10_000))).isBetween(395, 405);
    assertThat(limit.neededPercent(1, at(200_000))).as("nothing served for minutes").isEqualTo(200);
  }

  @Test
  void theLimitIsNeverBelowOneAndNoPauseLongerThanFiveSeconds() {
    for (int second = 0; second < 30; second++) {
      limit.throttled(ONE, Duration.ofMinutes(5), 1, at(second * 1_000L));
    }

    assertThat(limit.value()).isEqualTo(1);
    assertThat(limit.admits(0, at(29_000 + 5_000))).isTrue();
  }

  @Test
  void fullSpeedIsBackWithinTenSecondsAfterTheLedgersReturn() {
    for (int second = 0; second < 20; second++) {
      limit.throttled(ONE, RETRY, Math.min(200, limit.value()), at(second * 1_000L));
    }
    assertThat(limit.value()).isLessThan(5);

    long back = 20_000;
    long now = back;
    while (limit.value() < 200 && now < back + 60_000) {
      now += 20;
      limit.answered(ONE, FAST, limit.value(), at(now));
    }

    assertThat(now - back).isLessThan(10_000);
    assertThat(limit.saturatedSince(at(now))).isNull();
  }

  @Test
  void itDoesNotGrowWhileAnswersTakeMuchLongerThanTheyDid() {
    limit.answered(ONE, FAST, 100, at(0));
    limit.throttled(ONE, RETRY, 100, at(10));
    for (long now = 2_100; now < 20_000; now += 20) {
      limit.answered(ONE, Duration.ofSeconds(1), limit.value(), at(now));
    }

    assertThat(limit.value()).isEqualTo(50);
  }

  @Test
  void aLimitThatIsNotUsedUpDoesNotGrow() {
    limit.throttled(ONE, RETRY, 100, at(10));
    for (long now = 2_100; now < 20_000; now += 20) {
      limit.answered(ONE, FAST, 10, at(now));
    }

    assertThat(limit.value()).isEqualTo(50);
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(Duration.ofMillis(millis).toNanos());
  }

  private static WriteSource source(String queue, String session) {
    return new WriteSource(EntityKey.ofQueue(queue), new SessionId(session));
  }
}
