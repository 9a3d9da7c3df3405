package io.twinbus.receiver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AcceptPaceTest {

  private static final MonotonicTime START = new MonotonicTime(0);

  private final AcceptPace pace = new AcceptPace(2, 4);

  private static MonotonicTime at(long millis) {
    return START.plus(Duration.ofMillis(millis));
  }

  @Test
  void asManyAreWantedAsWereFoundInARowWithinBothBounds() {
    assertThat(pace.wanted()).isEqualTo(2);
    pace.found();
    pace.found();
    assertThat(pace.wanted()).isEqualTo(2);
    pace.found();
    assertThat(pace.wanted()).isEqualTo(3);
    pace.found();
    pace.found();
    assertThat(pace.wanted()).isEqualTo(4);

    pace.none(at(0));
    assertThat(pace.wanted()).isEqualTo(2);
    pace.found();
    assertThat(pace.wanted()).isEqualTo(2);
  }

  @Test
  void aFailureEndsTheRow() {
    for (int i = 0; i < 4; i++) {
      pace.found();
    }
    pace.failed("refused", at(0));

    assertThat(pace.wanted()).isEqualTo(2);
  }

  @Test
  void aRegionThatWasNotAskedIsNotReachedAndNotWaitedFor() {
    assertThat(pace.unreachable()).isEqualTo("not asked yet");
    assertThat(pace.isBackingOff()).isFalse();
    assertThat(pace.mayAsk(at(0))).isTrue();
  }

  @Test
  void thereIsAMomentBetweenTwoAcceptsThatFindNone() {
    assertThat(pace.none(at(0))).isEqualTo(Duration.ofMillis(50));

    assertThat(pace.unreachable()).isNull();
    assertThat(pace.isBackingOff()).isFalse();
    assertThat(pace.mayAsk(at(49))).isFalse();
    assertThat(pace.mayAsk(at(50))).isTrue();
  }

  @Test
  void theBackOffDoublesUpToFiveSeconds() {
    long now = 0;
    for (long wait : new long[] {200, 400, 800, 1_600, 3_200, 5_000, 5_000}) {
      assertThat(pace.failed("refused", at(now))).isEqualTo(Duration.ofMillis(wait));
      assertThat(pace.isBackingOff()).isTrue();
      assertThat(pace.mayAsk(at(now + wait - 1))).isFalse();
      now += wait;
      assertThat(pace.mayAsk(at(now))).isTrue();
    }
  }

  @Test
  void whatFailsBesideTheFirstOneCountsOnceAndItsReasonIsTheLatest() {
    pace.failed("refused", at(0));

    assertThat(pace.failed("no answer", at(199))).isZero();
    assertThat(pace.unreachable()).isEqualTo("no answer");
    assertThat(pace.mayAsk(at(200))).isTrue();
    assertThat(pace.failed("no answer", at(200))).isEqualTo(Duration.ofMillis(400));
  }

  @Test
  void anAnswerEndsTheBackOff() {
    pace.failed("refused", at(0));
    pace.failed("refused", at(200));
    pace.found();

    assertThat(pace.unreachable()).isNull();
    assertThat(pace.isBackingOff()).isFalse();
    assertThat(pace.failed("refused", at(700))).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void aFailureSoonAfterAnAnswerOfNoneBeginsTheBackOff() {
    pace.none(at(0));

    assertThat(pace.failed("refused", at(10))).isEqualTo(Duration.ofMillis(200));
    assertThat(pace.mayAsk(at(209))).isFalse();
  }
}
