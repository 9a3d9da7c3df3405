package io.twinbus.simulation;

import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The request units a second that the ledger has for session and message records. While they are
 * spent, an operation is refused with the time to wait; so is every operation of a session whose
 * partition is hot. A refused operation costs nothing.
 */
final class LedgerRate {

  /** What a write costs, in request units. */
  static final int WRITE = 10;

  /** What a read costs. */
  static final int READ = 2;

  private static final double NANOS = 1e9;
  private static final Duration HOT_WAIT = Duration.ofMillis(40);

  private final Timeline timeline;
  private int perSecond;
  private double left;
  private long at;
  private @Nullable SessionId hot;
  private int writes;
  private long spent;
  private int refusedWrites;

  LedgerRate(Timeline timeline) {
    this.timeline = timeline;
  }

  /** From now on it has so many; 0: as many as are asked for. */
  void limit(int next) {
    perSecond = next;
    left = 0;
    at = timeline.nanos();
  }

  /** From now on it refuses what concerns {@code session}; null: nothing more. */
  void heat(@Nullable SessionId session) {
    hot = session;
  }

  /** It takes everything again. */
  void end() {
    limit(0);
    heat(null);
  }

  /** Whether anything is refused at times. */
  boolean isTight() {
    return perSecond > 0 || hot != null;
  }

  /** How many writes it has taken while its units were counted. */
  int writes() {
    return writes;
  }

  /** How many units it has spent while they were counted. */
  long spent() {
    return spent;
  }

  /** How many writes it has refused. */
  int refusedWrites() {
    return refusedWrites;
  }

  /** How long an operation on {@code session} has to wait; empty: it is taken, for {@code cost}. */
  Optional<Duration> refusal(SessionId session, int cost) {
    if (session.equals(hot)) {
      return Optional.of(HOT_WAIT);
    }
    if (perSecond == 0) {
      return Optional.empty();
    }
    long now = timeline.nanos();
    left = Math.min(perSecond, left + (now - at) / NANOS * perSecond);
    at = now;
    boolean isTaken = left > 0;
    if (cost == WRITE) {
      writes += isTaken ? 1 : 0;
      refusedWrites += isTaken ? 0 : 1;
    }
    if (isTaken) {
      left -= cost;
      spent += cost;
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos((long) (-left / perSecond * NANOS) + 1));
  }
}
