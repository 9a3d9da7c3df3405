package io.twinbus.receiver.health;

import io.twinbus.protocol.time.MonotonicTime;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * How a handler stands, for people.
 *
 * <p>Immutable and thread-safe.
 *
 * @param state its state
 * @param since since when
 * @param reason what the last failed call said; empty where none is known
 * @param endedWell how many calls have ended well
 * @param endedWellAt when the last of them did
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public record HandlerReport(
    State state,
    MonotonicTime since,
    String reason,
    long endedWell,
    Optional<MonotonicTime> endedWellAt) {

  /** Of a handler of which it is not known when a call ended well. */
  public HandlerReport(State state, MonotonicTime since, String reason, long endedWell) {
    this(state, since, reason, endedWell, Optional.empty());
  }

  /** Whether a handler works. */
  public enum State {
    /** Nothing says that it does not. */
    UP,
    /** A call has failed since the last one that ended well. */
    DOUBTFUL,
    /** It does not work: no calls but probes. */
    AWAY
  }

  /** Whether calls and claims are stopped. */
  public boolean isAway() {
    return state == State.AWAY;
  }
}
