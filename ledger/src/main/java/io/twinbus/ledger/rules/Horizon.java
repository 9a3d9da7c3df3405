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
import java.util.Optional;
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
 * @param explicit how long the cursor of a stream that the application numbers is remembered;
 *     empty: for ever
 */
public record Horizon(Duration retention, Optional<Duration> explicit) {

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
    if (explicit.filter(time -> time.compareTo(retention) < 0).isPresent()) {
      throw new IllegalArgumentException(
          "Explicit streams cannot be forgotten after %s, before all others (%s)."
              .formatted(explicit.get(), retention));
    }
  }

  /** With explicit streams that are remembered for ever. */
  public Horizon(Duration retention) {
    this(retention, Optional.empty());
  }

  /** With the default retention. */
  public static Horizon ofDefaults() {
    return new Horizon(DEFAULT_RETENTION);
  }

  /**
   * The settings {@code twinbus.ledger.retention} (default 14 days, 2 to 3,650) and {@code
   * twinbus.ledger.explicit-retention}.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when it is out of bounds
   */
  public static Horizon from(FlatSettings flat) {
    Duration retention = flat.get(LedgerKeys.RETENTION);
    Optional<Duration> explicit = flat.find(LedgerKeys.EXPLICIT_RETENTION);
    if (explicit.filter(time -> time.compareTo(retention) < 0).isPresent()) {
      if (!flat.isRefused(LedgerKeys.RETENTION.name())) {
        flat.refuse(
            LedgerKeys.EXPLICIT_RETENTION,
            "%s is shorter than %s: give at least as much, or leave it out."
                .formatted(LedgerKeys.EXPLICIT_RETENTION, LedgerKeys.RETENTION));
      }
      return new Horizon(retention);
    }
    return new Horizon(retention, explicit);
  }

  /** Whether what happened at {@code sentAt} may have been forgotten at {@code now}. */
  public boolean isBeyond(Instant sentAt, Instant now) {
    return sentAt.plus(retention).minus(MARGIN).isBefore(now);
  }

  /** Whether nothing has ended behind {@code cursor} for as long as it is remembered. */
  public boolean isForgotten(Cursor cursor, Instant now) {
    return cursor.explicit()
        ? explicit.filter(time -> cursor.at().plus(time).isBefore(now)).isPresent()
        : cursor.at().plus(retention).isBefore(now);
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
            .filter(entry -> isForgotten(entry.getValue(), now))
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
