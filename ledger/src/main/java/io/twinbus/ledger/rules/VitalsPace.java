package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceStats;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When an instance writes its vitals: at its start, every ten seconds, when its state differs from
 * the one that it wrote last, and when it waits for other sessions of others than it said last.
 * Asked twice a second, it shows a change within that time, and two seconds after the last one.
 *
 * <p>Not thread-safe.
 */
public final class VitalsPace {

  /** How often to ask whether a write is due. */
  public static final Duration ASKED_EVERY = Duration.ofMillis(500);

  /** A change of what it waits for is not told sooner after the last write. */
  private static final Duration CHANGES_APART = Duration.ofSeconds(2);

  private static final Duration APART = Duration.ofSeconds(10);

  private @Nullable InstanceStats told;
  private @Nullable MonotonicTime toldAt;

  /** Whether an instance that stands so writes its vitals now. */
  public boolean isDue(InstanceStats stats, MonotonicTime now) {
    MonotonicTime last = toldAt;
    InstanceStats before = told;
    if (last == null || before == null || before.state() != stats.state()) {
      return true;
    }
    boolean isSaid = before.wanted().equals(stats.wanted());
    return now.isAtOrAfter(last.plus(isSaid ? APART : CHANGES_APART));
  }

  /** A write of {@code stats} that was issued at {@code issued} has landed. */
  public void written(InstanceStats stats, MonotonicTime issued) {
    told = stats;
    toldAt = issued;
  }
}
