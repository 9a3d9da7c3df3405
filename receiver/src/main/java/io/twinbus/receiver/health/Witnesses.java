package io.twinbus.receiver.health;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The sessions whose failing calls say that the handler is away.
 *
 * <ol>
 *   <li>A session whose last call failed since any call ended well, within a minute, speaks against
 *       the handler. When enough do, they are its witnesses.
 *   <li>A witness that fails again after the handler was up, while others end well, is disproved:
 *       its message is the cause. It testifies again when a call of it has ended well.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class Witnesses {

  /** For how long no call may end well before the handler is away. */
  static final Duration QUIET = Duration.ofSeconds(5);

  private static final int MOST_NEEDED = 3;
  private static final int LEAST_NEEDED = 2;
  private static final int MOST_DISPROVED = 10_000;

  /** A session's calls that failed since a call ended well. */
  private record Failing(MonotonicTime begun, MonotonicTime last) {}

  private final Map<SessionId, Failing> failing = new LinkedHashMap<>();
  private final Set<SessionId> disproved = new LinkedHashSet<>();
  private Set<SessionId> last = Set.of();

  /** A call of any session has ended well. */
  void endedWell(SessionId session) {
    failing.clear();
    disproved.remove(session);
  }

  /** A call of {@code session} that had begun at {@code begun} has failed. */
  void failed(SessionId session, MonotonicTime begun, MonotonicTime now) {
    failing.values().removeIf(old -> now.since(old.last()).compareTo(CallHistory.RECENT) > 0);
    if (!disproved.contains(session)) {
      Failing before = failing.get(session);
      failing.put(session, new Failing(before == null ? begun : before.begun(), now));
    }
  }

  /** The last witness {@code session} has failed again, although the handler works for others. */
  void disprove(SessionId session) {
    disproved.add(session);
    failing.remove(session);
    if (disproved.size() > MOST_DISPROVED) {
      disproved.remove(disproved.iterator().next());
    }
  }

  boolean isDisproved(SessionId session) {
    return disproved.contains(session);
  }

  /** Whether {@code session} was a witness when the handler went away last. */
  boolean testified(SessionId session) {
    return last.contains(session);
  }

  /**
   * Whether enough sessions speak against the handler, and for long enough.
   *
   * @param lastWell how long ago a call ended well at the most; a day where none ever did
   * @param withWork how many sessions have work
   */
  boolean sayAway(Duration lastWell, int withWork, MonotonicTime now) {
    int needed = Math.max(LEAST_NEEDED, Math.min(MOST_NEEDED, withWork));
    return failing.size() >= needed
        && lastWell.compareTo(QUIET) >= 0
        && failing.values().stream()
            .anyMatch(session -> now.since(session.begun()).compareTo(QUIET) >= 0);
  }

  /** The handler is away: who speaks against it now is a witness. */
  void testify() {
    last = new HashSet<>(failing.keySet());
  }
}
