package io.twinbus.receiver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlaceShortageTest {

  private static final MonotonicTime START = new MonotonicTime(0);
  private static final MonotonicTime JUST_BEFORE =
      START.plus(PlaceShortage.PATIENCE).plus(Duration.ofNanos(-1));
  private static final MonotonicTime OVER = START.plus(PlaceShortage.PATIENCE);

  private final PlaceShortage shortage = new PlaceShortage();

  @Test
  void aQueueWithAllThatItIsGuaranteedIsShortAtOnce() {
    assertThat(shortage.lasts(true, false, START)).isTrue();
    assertThat(shortage.lasts(false, false, START)).isFalse();
  }

  @Test
  void aQueueThatIsOwedPlacesWaitsForThemFirst() {
    assertThat(shortage.lasts(true, true, START)).isFalse();
    assertThat(shortage.lasts(true, true, JUST_BEFORE)).isFalse();
    assertThat(shortage.lasts(true, true, OVER)).isTrue();
  }

  @Test
  void aPlaceThatCameMeanwhileBeginsTheWaitAnew() {
    assertThat(shortage.lasts(true, true, START)).isFalse();
    assertThat(shortage.lasts(false, true, JUST_BEFORE)).isFalse();
    assertThat(shortage.lasts(true, true, OVER)).isFalse();
    assertThat(shortage.lasts(true, true, OVER.plus(PlaceShortage.PATIENCE))).isTrue();
  }

  @Test
  void aQueueThatHadItsGuaranteeMeanwhileBeginsTheWaitAnew() {
    assertThat(shortage.lasts(true, true, START)).isFalse();
    assertThat(shortage.lasts(true, false, JUST_BEFORE)).isTrue();
    assertThat(shortage.lasts(true, true, OVER)).isFalse();
  }
}
