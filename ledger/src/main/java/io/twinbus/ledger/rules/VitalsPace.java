package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceStats;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When an instance writes its vitals: at its start, every ten seconds, when its state differs from
 * the one that it wrote last, and when the sessions of others that it waits for have changed. It
 * names another session two seconds after it last named one; what it waits for no longer it takes
 * back four seconds after its last write, so that this holds up no name. It is to be asked twice a
 * second.
 *
 * <p>Not thread-safe.
 */
public final class VitalsPace {

  /** How often to ask whether a write is due. */
  public static final Duration ASKED_EVERY = Duration.ofMillis(500);

  private static final Duration NAMES_APART = Duration.ofSeconds(2);
  private static final Duration TAKEN_BACK_AFTER = Duration.ofSeconds(4);
  private static final Duration APART = Duration.ofSeconds(10);

  private @Nullable InstanceStats told;
  private @Nullable MonotonicTime toldAt;
  private @Nullable MonotonicTime namedAt;

  /** Whether an instance that stands so writes its vitals now. */
  public boolean isDue(InstanceStats stats, MonotonicTime now) {
    MonotonicTime last = toldAt;
    InstanceStats before = told;
    if (last == null || before == null || before.state() != stats.state()) {
      return true;
    }
    if (namesMore(stats, before)) {
      MonotonicTime named = namedAt;
      return named == null || now.isAtOrAfter(named.plus(NAMES_APART));
    }
    boolean namesFewer = stats.wanted().size() < before.wanted().size();
    return now.isAtOrAfter(last.plus(namesFewer ? TAKEN_BACK_AFTER : APART));
  }

  private static boolean namesMore(InstanceStats stats, @Nullable InstanceStats before) {
    return !(before == null ? List.of() : before.wanted()).containsAll(stats.wanted());
  }

  /** A write of {@code stats} that was issued at {@code issued} has landed. */
  public void written(InstanceStats stats, MonotonicTime issued) {
    if (namesMore(stats, told)) {
      namedAt = issued;
    }
    told = stats;
    toldAt = issued;
  }
}
