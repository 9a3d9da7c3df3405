package io.twinbus.ledger.rules;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.LedgerKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How far back the ledger remembers. A record stays for the retention after its last write, and so
 * does a stream's cursor within it; a message sent longer ago than that, less a margin of a day for
 * clocks and slow deletion, is beyond the horizon: whether it has ended may have been forgotten.
 *
 * <p>Immutable and thread-safe.
 *
 * @param retention how long a session without writes is remembered (default 14 days, at least 2):
 *     the same for the ledger's documents and for every receiver
 */
public record Horizon(Duration retention) {

  /** Default of {@link #retention()}. */
  public static final Duration DEFAULT_RETENTION = Duration.ofDays(14);

  /** The shortest retention. */
  public static final Duration SHORTEST = Duration.ofDays(2);

  /** How many streams a session may have whose cursors are remembered. */
  public static final int MAX_STREAMS = 256;

  private static final Duration MARGIN = Duration.ofDays(1);

  /**
   * @throws IllegalArgumentException when {@code retention} is shorter than {@link #SHORTEST}
   */
  public Horizon {
    if (retention.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "A retention of %s is too short: give at least %s.".formatted(retention, SHORTEST));
    }
  }

  /** With the default retention. */
  public static Horizon ofDefaults() {
    return new Horizon(DEFAULT_RETENTION);
  }

  /**
   * The setting {@code twinbus.ledger.retention} (default 14 days, 2 to 3,650).
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when it is out of bounds
   */
  public static Horizon from(FlatSettings flat) {
    return new Horizon(flat.get(LedgerKeys.RETENTION));
  }

  /** Whether what happened at {@code sentAt} may have been forgotten at {@code now}. */
  public boolean isBeyond(Instant sentAt, Instant now) {
    return sentAt.plus(retention).minus(MARGIN).isBefore(now);
  }

  /** Whether there is no room for the cursor of {@code stream}. */
  public static boolean isFull(Progress progress, StreamId stream) {
    return progress.cursors().size() >= MAX_STREAMS && !progress.cursors().containsKey(stream);
  }

  /**
   * The same without the streams that nothing has ended in for the whole retention. One of {@code
   * inHand}, one that waits at a gap, or one whose message has failed is not idle.
   */
  public Progress pruned(Progress progress, Set<StreamId> inHand, Instant now) {
    Set<StreamId> idle =
        progress.cursors().entrySet().stream()
            .filter(entry -> entry.getValue().at().plus(retention).isBefore(now))
            .map(Map.Entry::getKey)
            .filter(stream -> !inHand.contains(stream))
            .filter(stream -> !progress.waiting().containsKey(stream))
            .filter(stream -> !progress.suspects().containsKey(stream))
            .collect(Collectors.toSet());
    if (idle.isEmpty()) {
      return progress;
    }
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>(progress.cursors());
    cursors.keySet().removeAll(idle);
    TreeMap<StreamId, Overflow> overflow = new TreeMap<>(progress.annex().overflow());
    overflow.keySet().removeAll(idle);
    return new Progress(
        cursors,
        progress.ended().stream().filter(range -> !idle.contains(range.stream())).toList(),
        progress.suspects(),
        progress.waiting(),
        progress.annex().withOverflow(overflow));
  }
}
