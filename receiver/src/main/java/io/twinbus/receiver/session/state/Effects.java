package io.twinbus.receiver.session.state;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effects that a worker asks for in the present step, in order; the earliest wake-up that it
 * needs; and how many of its settlements the broker has not answered yet.
 */
public final class Effects {

  private List<WorkerEffect> out = new ArrayList<>();
  private @Nullable MonotonicTime wake;
  private @Nullable MonotonicTime armed;
  private int settling;

  public void add(WorkerEffect effect) {
    out.add(effect);
  }

  public void report(WorkerFact fact) {
    out.add(new WorkerEffect.Report(fact));
  }

  public void settle(Delivery delivery, Settlement settlement) {
    settling++;
    out.add(new WorkerEffect.Settle(delivery, settlement));
  }

  /** The broker has answered a settlement. */
  public void settled() {
    settling--;
  }

  /** How many settlements the broker has not answered. */
  public int settling() {
    return settling;
  }

  /** The worker needs a step at {@code time}, or earlier. */
  public void wakeAt(MonotonicTime time) {
    wake = wake == null ? time : MonotonicTime.earlier(wake, time);
  }

  /** The armed wake-up has come. */
  public void woken() {
    armed = null;
  }

  /**
   * Ends the step: its effects, and, unless it {@code isLast}, a wake-up when one is needed earlier
   * than the armed one. A tick too many does no harm.
   */
  public List<WorkerEffect> take(boolean isLast) {
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
