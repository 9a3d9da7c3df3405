package io.twinbus.receiver.session.worker;

import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import java.util.Optional;

/**
 * How many copies a worker asks its broker for. It holds {@code ahead} at most, and more, doubling
 * up to {@code most}, while all that it holds stands behind a gap; and up to {@code reach} when the
 * missing copy is known to stand behind them.
 */
final class PrefetchWindow {

  private final FlowSettings.Window window;
  private int width;
  private int outstanding;
  private boolean isHeldBack;

  PrefetchWindow(FlowSettings.Window window) {
    this.window = window;
    this.width = window.ahead();
  }

  void delivered() {
    outstanding--;
  }

  /** The process holds as many bytes as it may: what is asked for does not come for now. */
  void heldBack(boolean is) {
    isHeldBack = is;
  }

  /** Whether nothing more comes until copies in hand are settled. */
  boolean isFull(int inHand) {
    return isHeldBack || inHand >= window.most();
  }

  /**
   * Widens the window to the copy at {@code place}, from 1, behind the {@code inHand} ones; whether
   * that is in reach. Copies in hand that the broker has lost do not count in its place.
   */
  boolean reach(int place, int inHand) {
    int needed = Math.max(place, inHand + 1);
    if (isHeldBack || needed > window.reach()) {
      return false;
    }
    width = Math.max(width, needed);
    return true;
  }

  /**
   * What to ask for now, given what is in hand. Room for less than half a window is left alone
   * while copies are still to come, and while the worker can wait.
   *
   * <p>Otherwise any room counts: a worker that waits at a gap with a window more than half full
   * would never see the copy that ends it.
   *
   * @param canWait whether it asks again soon in any case, and no copy that it has waits at a gap
   */
  Optional<WorkerEffect.Receive> ask(int inHand, boolean waitsAtGap, boolean canWait) {
    if (waitsAtGap && inHand >= width) {
      width = Math.max(width, Math.min(width * 2, window.most()));
    } else if (!waitsAtGap && inHand < window.ahead()) {
      width = window.ahead();
    }
    int room = width - inHand - outstanding;
    if (room <= 0 || ((outstanding > 0 || canWait) && room < window.ahead() / 2)) {
      return Optional.empty();
    }
    outstanding += room;
    return Optional.of(new WorkerEffect.Receive(room));
  }
}
