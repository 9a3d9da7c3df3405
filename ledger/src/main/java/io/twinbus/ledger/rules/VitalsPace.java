package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceStats;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When an instance writes its vitals: at its start, every ten seconds, and when its state differs
 * from the one that it wrote last. Asked every two seconds, it shows a change within that time.
 *
 * <p>Not thread-safe.
 */
public final class VitalsPace {

  /** How often to ask whether a write is due. */
  public static final Duration ASKED_EVERY = Duration.ofSeconds(2);

  private static final Duration APART = Duration.ofSeconds(10);

  private InstanceStats.@Nullable State told;
  private @Nullable MonotonicTime toldAt;

  /** Whether an instance in {@code state} writes its vitals now. */
  public boolean isDue(InstanceStats.State state, MonotonicTime now) {
    MonotonicTime last = toldAt;
    return last == null || state != told || now.isAtOrAfter(last.plus(APART));
  }

  /** A write of {@code state} that was issued at {@code issued} has landed. */
  public void written(InstanceStats.State state, MonotonicTime issued) {
    told = state;
    toldAt = issued;
  }
}
