package io.twinbus.receiver.health;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which sessions have work, which of them wait for their turn to call the handler, and which have
 * one: a turn ends with its call, and after {@link #TO_CALL} without a call.
 *
 * <p>Not thread-safe. Holds what is in hand, and the probe times of {@value #MOST_PROBED} sessions.
 */
final class CallTurns {

  /** How long a turn may take until its call begins: a few ledger calls. */
  static final Duration TO_CALL = Duration.ofSeconds(10);

  private static final int MOST_PROBED = 10_000;

  private final Set<SessionId> working = new LinkedHashSet<>();
  private final Set<SessionId> waiting = new LinkedHashSet<>();
  private final Map<SessionId, MonotonicTime> turns = new HashMap<>();
  private final Set<SessionId> calls = new HashSet<>();
  private final Map<SessionId, MonotonicTime> probed = new LinkedHashMap<>();

  /** {@code session} has a message that could be handled, or has none. */
  void works(SessionId session, boolean hasWork) {
    if (hasWork) {
      working.add(session);
    } else {
      working.remove(session);
      waiting.remove(session);
    }
  }

  /** The sessions with work. */
  Set<SessionId> working() {
    return working;
  }

  /** No worker serves {@code session} here any more. */
  void left(SessionId session) {
    working.remove(session);
    waiting.remove(session);
    turns.remove(session);
    calls.remove(session);
  }

  void waits(SessionId session) {
    waiting.add(session);
  }

  boolean hasTurn(SessionId session) {
    return turns.containsKey(session);
  }

  /** Whether {@code session} has a turn or a call. */
  boolean isOut(SessionId session) {
    return turns.containsKey(session) || calls.contains(session);
  }

  void give(SessionId session, MonotonicTime now) {
    waiting.remove(session);
    turns.put(session, now);
  }

  /** The turn of {@code session} is over without a call. */
  void giveUp(SessionId session) {
    turns.remove(session);
  }

  /** Ends the turns whose call did not begin in time. */
  void expire(MonotonicTime now) {
    turns.values().removeIf(given -> now.since(given).compareTo(TO_CALL) > 0);
  }

  /** How many turns and calls are out. */
  int out() {
    return turns.size() + calls.size();
  }

  void begins(SessionId session) {
    turns.remove(session);
    calls.add(session);
  }

  /** The call of {@code session} is over. */
  void ends(SessionId session) {
    turns.remove(session);
    calls.remove(session);
  }

  /** The first {@code most} sessions that wait. */
  List<SessionId> next(int most) {
    return waiting.stream().limit(most).toList();
  }

  /** Of the sessions that wait, the one whose probe is longest ago. */
  Optional<SessionId> nextProbe() {
    MonotonicTime never = new MonotonicTime(Long.MIN_VALUE / 2);
    return waiting.stream()
        .min(Comparator.comparing(session -> probed.getOrDefault(session, never)));
  }

  void probed(SessionId session, MonotonicTime now) {
    probed.remove(session);
    probed.put(session, now);
    if (probed.size() > MOST_PROBED) {
      probed.remove(probed.keySet().iterator().next());
    }
  }
}
