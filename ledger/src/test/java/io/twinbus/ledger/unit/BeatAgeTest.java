package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From when a beat counts that a read showed some time after it was written. Times are in ms. */
class BeatAgeTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final InstanceId OTHER = new InstanceId("other");
  private static final int BEAT = 2_000;
  private static final int LEASE = 10_000;

  private FailureDetector detector = new FailureDetector(LeaseTimes.ofDefaults());
  private long beat;
  private long seen;

  @ParameterizedTest
  @CsvSource({
    "a beat as quick as the quickest, 100, 0",
    "one that took 0.7 s longer was older, 800, 700",
    "at most half of the margin counts, 1100, 1000",
    "however late it was seen, 1600, 1000",
    "one that was quicker is not younger than it can be, 50, 0"
  })
  void aBeatCountsFromBeforeTheReadThatShowedIt(String why, long delay, long age) {
    shown(0, 100);
    shown(BEAT, 400);

    shown(2 * BEAT, delay);

    assertThat(age()).as(why).isEqualTo(age);
  }

  @Test
  void theFirstBeatCountsFromItsRead() {
    shown(0, 900);

    assertThat(age()).isZero();
  }

  @Test
  void anObserverThatIsToldNoMarginCountsFromItsReads() {
    detector = new FailureDetector(Duration.ofMillis(LEASE));
    shown(0, 100);

    shown(BEAT, 900);

    assertThat(age()).isZero();
  }

  @Test
  void aWallClockThatWasSetBackCostsHalfOfTheMargin() {
    shown(0, 100);

    shown(BEAT, 100, -30_000);

    assertThat(age()).isEqualTo(1_000);
  }

  @Test
  void aWallClockThatWasSetForwardCostsNothing() {
    shown(0, 100);

    shown(BEAT, 900, 30_000);

    assertThat(age()).isZero();
  }

  @Test
  void theQuickestBeatIsForgottenAfterTwoWindows() {
    int last = 0;
    for (; last < 16; last++) {
      shown(last * BEAT, last == 15 ? 100 : 500);
    }
    for (; last < 32; last++) {
      shown(last * BEAT, 500);
      assertThat(age()).as("beat %d", last).isEqualTo(400);
    }

    shown(last * BEAT, 500);

    assertThat(age()).isZero();
  }

  @Test
  void theQuickestOfTheOlderWindowCountsAndSoDoesThatOfTheNewer() {
    for (int i = 0; i < 16; i++) {
      shown(i * BEAT, 500);
    }
    shown(16 * BEAT, 300);
    shown(17 * BEAT, 600);
    assertThat(age()).isEqualTo(300);
    for (int i = 18; i < 32; i++) {
      shown(i * BEAT, 600);
    }
    shown(32 * BEAT, 700);

    assertThat(age()).as("the 300 of the window before").isEqualTo(400);
  }

  @Test
  void anOldBeatIsSilentSooner() {
    shown(0, 100);
    shown(BEAT, 900);

    readAgain(seen + 4_199);
    assertThat(detector.silent(9)).isEmpty();

    readAgain(seen + 4_200);
    assertThat(detector.silent(9)).containsExactly(OTHER);
  }

  @Test
  void theAgeStaysWhenALaterReadFails() {
    shown(0, 100);
    shown(BEAT, 900);

    fail(seen + 1_000);
    readAgain(seen + 2_000);

    readAgain(seen + 2_000 + LEASE - 801);
    assertThat(detector.isDead(OTHER)).isFalse();
    readAgain(seen + 2_000 + LEASE - 800);
    assertThat(detector.isDead(OTHER)).isTrue();
  }

  @Test
  void afterAFailedReadNoAgeCountsUntilBeatsHaveBeenSeen() {
    shown(0, 100);
    fail(BEAT);

    shown(BEAT, 900);
    assertThat(age()).isZero();

    shown(2 * BEAT, 1_200);
    assertThat(age()).isEqualTo(300);
  }

  @Test
  void noInstanceIsJudgedBeforeALeaseAfterItsLastBeatWasIssued() {
    Random random = new Random(27);
    for (int history = 0; history < 2_000; history++) {
      assertThat(judgedAfterLastIssue(random, 0)).isGreaterThanOrEqualTo(LEASE);
    }
  }

  @Test
  void aWallClockThatJumpsLeavesHalfOfTheMargin() {
    Random random = new Random(28);
    for (int history = 0; history < 2_000; history++) {
      assertThat(judgedAfterLastIssue(random, 5_000)).isGreaterThanOrEqualTo(LEASE - 1_000);
    }
  }

  /** An instance beats up to 40 times and dies; an observer reads at random times. */
  private long judgedAfterLastIssue(Random random, int mostJump) {
    detector = new FailureDetector(LeaseTimes.ofDefaults());
    int beats = 1 + random.nextInt(40);
    long[] issued = new long[beats];
    long[] landed = new long[beats];
    long[] wall = new long[beats];
    long now = 0;
    long wrongBy = random.nextInt(60_000) - 30_000;
    for (int i = 0; i < beats; i++) {
      now += BEAT + random.nextInt(2_000);
      issued[i] = now;
      landed[i] = now + random.nextInt(1_900);
      wrongBy += mostJump == 0 ? 0 : random.nextInt(2 * mostJump) - mostJump;
      wall[i] = now + wrongBy;
    }
    long begun = 0;
    long ended = 0;
    while (!detector.isDead(OTHER)) {
      begun = ended + 100 + random.nextInt(2_500);
      int latest = -1;
      for (int i = 0; i < beats; i++) {
        latest = landed[i] <= begun ? i : latest;
      }
      BeatsOutcome found =
          new BeatsOutcome.Found(
              latest < 0
                  ? List.of()
                  : List.of(
                      new BeatsOutcome.Beat(OTHER, latest + 1, NOON.plusMillis(wall[latest]))));
      ended = begun + random.nextInt(500);
      if (random.nextInt(20) == 0) {
        fail(ended);
        continue;
      }
      detector.onRead(found, at(begun), at(ended));
      if (latest < 0) {
        detector = new FailureDetector(LeaseTimes.ofDefaults());
      }
    }
    return begun - issued[beats - 1];
  }

  private void shown(long written, long delay) {
    shown(written, delay, 0);
  }

  private void shown(long written, long delay, long wrongBy) {
    beat++;
    BeatsOutcome.Beat shown =
        new BeatsOutcome.Beat(OTHER, beat, NOON.plusMillis(written + wrongBy));
    seen = written + delay;
    MonotonicTime ended = at(seen);
    detector.onRead(new BeatsOutcome.Found(List.of(shown)), ended, ended);
  }

  private void fail(long time) {
    detector.onRead(new BeatsOutcome.Unknown("503"), at(time), at(time));
  }

  private void readAgain(long time) {
    BeatsOutcome.Beat same = new BeatsOutcome.Beat(OTHER, beat, NOON);
    detector.onRead(new BeatsOutcome.Found(List.of(same)), at(time), at(time));
  }

  /** How old the latest beat counts at the read that showed it first. */
  private long age() {
    for (long age = 2_000; age > 0; age -= 50) {
      readAgain(seen + LEASE - age);
      if (detector.isDead(OTHER)) {
        return age;
      }
    }
    return 0;
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(Duration.ofMillis(millis).toNanos());
  }
}
