package io.twinbus.receiver.health;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The judged refusals since a call ended well that had begun after the first of them: a handler
 * that refuses everything is not believed.
 *
 * <p>A call that was under way at the first refusal may have been accepted before the handler began
 * to refuse, so its good end says nothing. Not thread-safe.
 */
final class RefusalWatch {

  private static final int MOST_SESSIONS = 3;
  private static final int MOST_BELIEVED = 2;

  private final Set<SessionId> sessions = new HashSet<>();
  private @Nullable MonotonicTime first;
  private int inRow;
  private boolean isTold;

  /** A call that had begun at {@code begun} has ended well. */
  void endedWell(MonotonicTime begun) {
    if (first == null || !first.isAtOrAfter(begun)) {
      reset();
    }
  }

  /** The handler is back. */
  void reset() {
    sessions.clear();
    first = null;
    inRow = 0;
    isTold = false;
  }

  /** An operator says that the refusals are right, until the next {@link #reset}. */
  void believe() {
    isTold = true;
  }

  /** Another refusal. */
  void refused(SessionId session, MonotonicTime now) {
    first = first == null ? now : first;
    sessions.add(session);
    inRow++;
  }

  /** Whether the handler refuses whatever it gets. */
  boolean sayAway() {
    return !isTold && sessions.size() >= MOST_SESSIONS;
  }

  /** Whether the latest refusal is about its message; no other session tells of a lone one. */
  boolean isBelieved(boolean isLone) {
    return isTold || inRow <= MOST_BELIEVED || isLone;
  }
}
