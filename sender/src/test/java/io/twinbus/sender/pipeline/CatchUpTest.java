package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.LogPosition;
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

  private void take(long index, int bytes) {
    catchUp.beginReading();
    catchUp.recalled(index, bytes);
    catchUp.read(START, index, 1, RATE, NOW);
  }
}
