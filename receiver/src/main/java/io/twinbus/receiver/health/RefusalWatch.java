package io.twinbus.receiver.health;

import io.twinbus.protocol.SessionId;
import java.util.HashSet;
import java.util.Set;

/**
 * The judged refusals since a call ended well: a handler that refuses everything is not believed.
 *
 * <p>Not thread-safe.
 */
final class RefusalWatch {

  private static final int MOST_SESSIONS = 3;
  private static final int MOST_BELIEVED = 2;

  private final Set<SessionId> sessions = new HashSet<>();
  private int inRow;
  private boolean isTold;

  /** A call has ended well, or the handler is back. */
  void reset() {
    sessions.clear();
    inRow = 0;
    isTold = false;
  }

  /** An operator says that the refusals are right, until the next {@link #reset}. */
  void believe() {
    isTold = true;
  }

  /** Another refusal. */
  void refused(SessionId session) {
    sessions.add(session);
    inRow++;
  }

  /** Whether the handler refuses whatever it gets. */
  boolean sayAway() {
    return !isTold && sessions.size() >= MOST_SESSIONS;
  }

  /** Whether the latest refusal is about its message. */
  boolean isBelieved(boolean othersHaveWork) {
    return isTold || inRow <= MOST_BELIEVED || !othersHaveWork;
  }
}
