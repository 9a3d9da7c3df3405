package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.LogPosition;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CatchUpTest {

  private static final LogPosition START = new LogPosition(1, 0);
  private static final MonotonicTime NOW = new MonotonicTime(0);
  private static final MonotonicTime LATER = new MonotonicTime(3_600_000_000_000L);
  private static final int RATE = 1_000;

  private final CatchUp catchUp = new CatchUp(4_000);

  @BeforeEach
  void fallBehind() {
    catchUp.fallBehind(START);
  }

  @Test
  void readsAQuarterOfItsBytesAtATime() {
    assertThat(catchUp.portionBytes()).isEqualTo(1_000);
  }

  @Test
  void readsNoMoreThanIsLeftOfItsBytes() {
    take(1, 3_400);

    assertThat(catchUp.portionBytes()).isEqualTo(600);
  }

  @Test
  void doesNotReadWhileItsBytesAreInMemoryAndGoesOnWhenSomeHaveLeft() {
    take(1, 2_000);
    assertThat(catchUp.mayRead(LATER)).isTrue();
    take(2, 2_000);
    assertThat(catchUp.mayRead(LATER)).isFalse();
    assertThat(catchUp.wakeAt()).isNull();

    catchUp.recalledLeft(1);

    assertThat(catchUp.mayRead(LATER)).isTrue();
    assertThat(catchUp.wakeAt()).isNotNull();
  }

  @Test
  void takesAMessageAloneThatIsLargerThanItsBytes() {
    assertThat(catchUp.mayRead(LATER)).isTrue();
    take(1, 1_000_000);
    assertThat(catchUp.mayRead(LATER)).isFalse();

    catchUp.recalledLeft(1);

    assertThat(catchUp.mayRead(LATER)).isTrue();
    assertThat(catchUp.portionBytes()).isEqualTo(1_000);
  }

  @Test
  void countsACopyOnceThatLeavesTwice() {
    take(1, 3_000);
    take(2, 1_000);

    catchUp.recalledLeft(1);
    catchUp.recalledLeft(1);

    assertThat(catchUp.portionBytes()).isEqualTo(1_000);
    take(3, 3_000);
    assertThat(catchUp.mayRead(LATER)).isFalse();
  }

  @Test
  void isBehindUntilItRejoins() {
    assertThat(new CatchUp(4_000).isBehind()).isFalse();
    assertThat(catchUp.isBehind()).isTrue();

    catchUp.rejoin();

    assertThat(catchUp.isBehind()).isFalse();
    assertThat(catchUp.mayRead(LATER)).isFalse();
  }

  @Test
  void readsOnWhereTheLastPortionEnded() {
    LogPosition next = new LogPosition(1, 700);
    assertThat(catchUp.beginReading()).isEqualTo(START);
    assertThat(catchUp.mayRead(LATER)).as("one portion at a time").isFalse();

    catchUp.read(next, 1, 1, RATE, NOW);

    assertThat(catchUp.mayRead(LATER)).isTrue();
    assertThat(catchUp.beginReading()).isEqualTo(next);
  }

  @Test
  void waitsForAsLongAsItsRateDemands() {
    catchUp.beginReading();

    catchUp.read(START, 1, 500, RATE, NOW);

    MonotonicTime due = NOW.plus(Duration.ofMillis(500));
    assertThat(catchUp.wakeAt()).isEqualTo(due);
    assertThat(catchUp.mayRead(due)).isTrue();
    assertThat(catchUp.mayRead(new MonotonicTime(due.nanos() - 1))).isFalse();
  }

  @Test
  void waitsALittleAfterAPortionInWhichNothingWas() {
    catchUp.beginReading();

    catchUp.read(START, 0, 0, RATE, NOW);

    assertThat(catchUp.wakeAt()).isEqualTo(NOW.plus(Duration.ofMillis(50)));
  }

  @Test
  void doesNotReadWhileAsManyCopiesAsItMayHoldAreInMemory() {
    for (int i = 1; i < 2_048; i++) {
      take(i, 0);
    }
    assertThat(catchUp.mayRead(LATER)).isTrue();

    take(2_048, 0);

    assertThat(catchUp.mayRead(LATER)).isFalse();
  }

  @Test
  void countsTheBytesOfACopyOnceThatIsReadTwice() {
    take(1, 3_000);
    take(1, 3_000);

    assertThat(catchUp.portionBytes()).isEqualTo(1_000);
  }

  @Test
  void knowsWhichCopiesItHasReadBackAndHolds() {
    take(1, 10);
    assertThat(catchUp.hasRecalled(1)).isTrue();
    assertThat(catchUp.hasRecalled(2)).isFalse();

    catchUp.recalledLeft(1);

    assertThat(catchUp.hasRecalled(1)).isFalse();
  }

  @Test
  void knowsHowFarItHasReadUntilItFallsBehindAgain() {
    take(7, 10);
    take(3, 10);

    assertThat(catchUp.hasScanned(7)).isTrue();
    assertThat(catchUp.hasScanned(8)).isFalse();
    catchUp.fallBehind(START);
    assertThat(catchUp.hasScanned(1)).isFalse();
  }

  @Test
  void dropsThePortionThatWasRequestedBeforeItFellBehindAgain() {
    catchUp.beginReading();
    assertThat(catchUp.takeStale()).isFalse();
    assertThat(catchUp.mayRead(LATER)).as("that portion is awaited still").isFalse();
    catchUp.rejoin();

    catchUp.fallBehind(START);

    assertThat(catchUp.takeStale()).isTrue();
    assertThat(catchUp.mayRead(LATER)).isTrue();
    assertThat(catchUp.takeStale()).isFalse();
  }

  @Test
  void countsTheCopiesInMemory() {
    catchUp.held();
    catchUp.held();
    catchUp.held();
    catchUp.released();

    assertThat(catchUp.heldCopies()).isEqualTo(2);
  }

  private void take(long index, int bytes) {
    catchUp.beginReading();
    catchUp.recalled(index, bytes);
    catchUp.read(START, index, 1, RATE, NOW);
  }
}
