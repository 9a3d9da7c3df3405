package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.admission.AdmissionLimit;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionLimitTest {

  private static final Duration FAST = Duration.ofMillis(5);
  private static final Duration RETRY = Duration.ofMillis(40);

  private final AdmissionLimit limit = new AdmissionLimit(at(0));

  @Test
  void nothingIsHeldBackBeforeTheFirstThrottledWrite() {
    for (int i = 0; i < 500; i++) {
      limit.answered(FAST, 200, at(i));
    }

    assertThat(limit.admits(AdmissionLimit.MOST - 1, at(500))).isTrue();
    assertThat(limit.saturatedSince()).isNull();
  }

  @Test
  void aSaturatedLedgerIsLeftAloneForAsLongAsItSaysAndTheLimitHalves() {
    limit.throttled(RETRY, 100, at(10));

    assertThat(limit.admits(0, at(49))).isFalse();
    assertThat(limit.admits(0, at(50))).isTrue();
    assertThat(limit.value()).isEqualTo(50);
    assertThat(limit.saturatedSince()).isEqualTo(at(10));
  }

  @Test
  void theLimitHalvesOnceASecondHoweverManyAreThrottled() {
    for (int i = 0; i < 50; i++) {
      limit.throttled(RETRY, 100, at(i));
    }
    assertThat(limit.value()).isEqualTo(50);

    limit.throttled(RETRY, 50, at(1_000));

    assertThat(limit.value()).isEqualTo(25);
  }

  @Test
  void oneHotPartitionHoldsNoOtherBack() {
    for (int i = 0; i < 100; i++) {
      limit.answered(FAST, 50, at(i));
    }

    MonotonicTime again = limit.throttled(RETRY, 50, at(100));

    assertThat(again).isEqualTo(at(140));
    assertThat(limit.admits(50, at(101))).isTrue();
    assertThat(limit.value()).isEqualTo(AdmissionLimit.MOST);
  }

  @Test
  void theLimitIsNeverBelowOneAndNoPauseLongerThanFiveSeconds() {
    for (int second = 0; second < 30; second++) {
      limit.throttled(Duration.ofMinutes(5), 1, at(second * 1_000L));
    }

    assertThat(limit.value()).isEqualTo(1);
    assertThat(limit.admits(0, at(29_000 + 5_000))).isTrue();
  }

  @Test
  void fullSpeedIsBackWithinTenSecondsAfterTheLedgersReturn() {
    for (int second = 0; second < 20; second++) {
      limit.throttled(RETRY, Math.min(200, limit.value()), at(second * 1_000L));
    }
    assertThat(limit.value()).isLessThan(5);

    long back = 20_000;
    long now = back;
    while (limit.value() < 200 && now < back + 60_000) {
      now += 20;
      limit.answered(FAST, limit.value(), at(now));
    }

    assertThat(now - back).isLessThan(10_000);
    assertThat(limit.saturatedSince()).isNull();
  }

  @Test
  void itDoesNotGrowWhileAnswersTakeMuchLongerThanTheyDid() {
    limit.answered(FAST, 100, at(0));
    limit.throttled(RETRY, 100, at(10));
    for (long now = 2_100; now < 20_000; now += 20) {
      limit.answered(Duration.ofSeconds(1), limit.value(), at(now));
    }

    assertThat(limit.value()).isEqualTo(50);
  }

  @Test
  void aLimitThatIsNotUsedUpDoesNotGrow() {
    limit.throttled(RETRY, 100, at(10));
    for (long now = 2_100; now < 20_000; now += 20) {
      limit.answered(FAST, 10, at(now));
    }

    assertThat(limit.value()).isEqualTo(50);
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(Duration.ofMillis(millis).toNanos());
  }
}
