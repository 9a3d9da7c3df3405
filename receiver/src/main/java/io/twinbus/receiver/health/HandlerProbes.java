package io.twinbus.receiver.health;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls that try a handler which is AWAY:
 *
 * <ol>
 *   <li>One session at a time has a turn. Each time it is the session whose probe is longest ago.
 *   <li>After a probe that failed the next one waits, 1 s at first, then twice as long each time,
 *       up to 30 s. After one that ended well the next one follows at once.
 *   <li>Where a call whose end is not known blocks its session, a connection must stand before the
 *       first probe. Until a probe has ended well, each one needs a connection of its own.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class HandlerProbes {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final CallTurns turns;
  private final boolean needConnection;
  private @Nullable SessionId out;
  private boolean isConnecting;
  private boolean isConnected;
  private MonotonicTime nextAt;
  private Duration pause = FIRST_PAUSE;

  /** The probes of a handler that has had no call; {@code turns} are given to them. */
  HandlerProbes(CallTurns turns, HealthSettings.Probes kind, MonotonicTime now) {
    this.turns = turns;
    this.needConnection = kind == HealthSettings.Probes.CONNECTION;
    this.nextAt = now;
  }

  /** The handler has just gone away. */
  void begin(MonotonicTime now) {
    pause = FIRST_PAUSE;
    isConnected = false;
    failed(now);
  }

  /** Whether the probe that is out is a call of {@code session}. */
  boolean isOf(SessionId session) {
    return session.equals(out);
  }

  /** The call of {@code session} is over; if it was a probe, none is out any more. */
  void end(SessionId session) {
    if (isOf(session)) {
      out = null;
    }
  }

  /** {@code session} cannot use its turn: the next probe is another session's. */
  void giveUp(SessionId session, MonotonicTime now) {
    if (isOf(session)) {
      turns.probed(session, now);
      out = null;
    }
  }

  /** A call has ended well: the next probe need not wait. */
  void endedWell(MonotonicTime now) {
    nextAt = now;
  }

  /** A probe or a connection has failed: the next one waits. */
  void failed(MonotonicTime now) {
    nextAt = now.plus(pause);
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
  }

  /** A connection was tried; if it {@code stood}, the next probe may be a message. */
  void connected(boolean stood) {
    isConnecting = false;
    isConnected = stood;
  }

  /** Whether a connection is to be tried now; {@code isAnyWell} if a probe has ended well. */
  boolean connects(boolean isAnyWell, MonotonicTime now) {
    if (!isDue(now) || isAnyWell || isConnected || !needConnection) {
      return false;
    }
    isConnecting = true;
    return true;
  }

  /** The session that has got the turn of the next probe, if one is due and a session waits. */
  Optional<SessionId> next(MonotonicTime now) {
    if (!isDue(now)) {
      return Optional.empty();
    }
    Optional<SessionId> next = turns.nextProbe();
    next.ifPresent(
        session -> {
          out = session;
          isConnected = false;
          turns.probed(session, now);
          turns.give(session, now);
        });
    return next;
  }

  /** A turn that has run out without a call is no probe any more. */
  void expire(MonotonicTime now) {
    SessionId session = out;
    if (session != null && !turns.isOut(session)) {
      giveUp(session, now);
    }
  }

  private boolean isDue(MonotonicTime now) {
    return out == null && !isConnecting && now.isAtOrAfter(nextAt);
  }
}
