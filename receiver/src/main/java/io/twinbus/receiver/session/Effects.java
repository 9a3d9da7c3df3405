package io.twinbus.receiver.session;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effects that a worker asks for in the present step, in order; the earliest wake-up that it
 * needs; and how many of its settlements the broker has not answered yet.
 */
final class Effects {

  private List<WorkerEffect> out = new ArrayList<>();
  private @Nullable MonotonicTime wake;
  private @Nullable MonotonicTime armed;
  private int settling;

  void add(WorkerEffect effect) {
    out.add(effect);
  }

  void report(WorkerFact fact) {
    out.add(new WorkerEffect.Report(fact));
  }

  void settle(Delivery delivery, Settlement settlement) {
    settling++;
    out.add(new WorkerEffect.Settle(delivery, settlement));
  }

  /** The broker has answered a settlement. */
  void settled() {
    settling--;
  }

  /** How many settlements the broker has not answered. */
  int settling() {
    return settling;
  }

  /** The worker needs a step at {@code time}, or earlier. */
  void wakeAt(MonotonicTime time) {
    wake = wake == null ? time : MonotonicTime.earlier(wake, time);
  }

  /** The armed wake-up has come. */
  void woken() {
    armed = null;
  }

  /** The list itself, for a writer that adds to it. */
  List<WorkerEffect> list() {
    return out;
  }

  /**
   * Ends the step: its effects, and, unless it {@code isLast}, a wake-up when one is needed earlier
   * than the armed one. A tick too many does no harm.
   */
  List<WorkerEffect> take(boolean isLast) {
    if (wake != null && !isLast && (armed == null || !wake.isAtOrAfter(armed))) {
      armed = wake;
      out.add(new WorkerEffect.WakeAt(wake));
    }
    wake = null;
    List<WorkerEffect> taken = out;
    out = new ArrayList<>();
    return taken;
  }
}
