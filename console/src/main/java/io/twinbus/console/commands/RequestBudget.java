package io.twinbus.console.commands;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many request units all looks and questions of the console may cost: so many a second on
 * average, with a reserve for a page that is opened now. Above that, pages show what they have, and
 * its age. Thread-safe.
 *
 * <p>The count of all sessions is not in it: it comes in one piece of thousands now and then, and
 * has a pace of its own, 4 a second. Both together stay below the 20 that the console promises.
 */
public final class RequestBudget {

  /** Request units a second, over all viewers. */
  public static final double PER_SECOND = 14;

  /** The reserve: half a minute's worth. */
  public static final double RESERVE = 30 * PER_SECOND;

  private static final double MILLIS = 1_000;

  private double counted;
  private double level;
  private @Nullable MonotonicTime last;

  /**
   * Takes in that the ledger has cost {@code total} units until {@code now}. Less than before: a
   * cost was counted that does not belong to the budget, and is given back.
   */
  public synchronized void on(double total, MonotonicTime now) {
    MonotonicTime before = last;
    if (before != null) {
      Duration passed = now.since(before);
      level = Math.max(0, level - PER_SECOND * passed.toMillis() / MILLIS);
    }
    level = Math.max(0, level + total - counted);
    counted = total;
    last = now;
  }

  /** Whether a question that can wait may be asked now. */
  public synchronized boolean hasRoom() {
    return level < RESERVE;
  }
}
