package io.twinbus.receiver.session.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import org.junit.jupiter.api.Test;

/** A window of four copies, of eight at a gap, and of twenty when the missing one is known. */
class PrefetchWindowTest {

  private final PrefetchWindow window = new PrefetchWindow(new FlowSettings.Window(4, 8, 20));

  @Test
  void itIsFullWithAsManyAsItMayHoldOrWhenTheProcessHoldsEnough() {
    assertThat(window.isFull(7)).isFalse();
    assertThat(window.isFull(8)).isTrue();
    window.heldBack(true);
    assertThat(window.isFull(0)).isTrue();
    assertThat(window.reach(1, 0)).isFalse();
  }

  @Test
  void theLastPlaceInReachIsInReach() {
    assertThat(window.reach(21, 8)).isFalse();
    assertThat(window.reach(20, 8)).isTrue();
    assertThat(asked(8, true, false)).isEqualTo(12);
  }

  @Test
  void itIsWidenedByOneWhereCopiesInHandAreLostAtTheBroker() {
    assertThat(window.reach(1, 5)).isTrue();

    assertThat(asked(5, true, false)).isEqualTo(1);
  }

  @Test
  void atAGapItDoublesOnlyWhenItIsFull() {
    assertThat(asked(3, true, false)).isEqualTo(1);
    window.delivered();

    assertThat(asked(4, true, false)).isEqualTo(4);
  }

  @Test
  void withoutAGapAFullOneAsksForNothing() {
    assertThat(window.ask(4, false, false)).isEmpty();
    assertThat(asked(3, false, false)).isEqualTo(1);
  }

  @Test
  void itStaysWideUntilTheGapIsOver() {
    window.reach(16, 8);

    assertThat(asked(2, true, false)).isEqualTo(14);
  }

  @Test
  void itStaysWideWhileManyAreInHand() {
    window.reach(16, 8);

    assertThat(asked(4, false, false)).isEqualTo(12);
  }

  @Test
  void withFewInHandAndNoGapItIsNarrowAgain() {
    window.reach(16, 8);

    assertThat(asked(3, false, false)).isEqualTo(1);
  }

  @Test
  void roomForLessThanHalfIsLeftAloneWhileTheWorkerCanWait() {
    assertThat(asked(3, false, true)).isZero();
    assertThat(asked(2, false, true)).isEqualTo(2);
  }

  @Test
  void roomForLessThanHalfIsLeftAloneWhileCopiesAreStillToCome() {
    assertThat(asked(0, false, false)).isEqualTo(4);
    window.delivered();
    window.delivered();
    window.delivered();

    assertThat(asked(2, false, false)).isZero();
    assertThat(asked(1, false, false)).isEqualTo(2);
  }

  /** How many it asks for; 0: it asks for none. */
  private int asked(int inHand, boolean waitsAtGap, boolean canWait) {
    return window.ask(inHand, waitsAtGap, canWait).map(WorkerEffect.Receive::count).orElse(0);
  }
}
