package io.twinbus.rehearsal.fault;

import io.twinbus.protocol.time.MonotonicTime;
import java.util.Map;

/**
 * A fault that has struck, and what it hit.
 *
 * <p>Immutable and thread-safe.
 *
 * @param fault the fault
 * @param at when it struck
 * @param claimed the sessions claimed by what it hit, and the token of each claim
 * @param inHand how many handler calls of what it hit were open
 */
public record Strike(Fault fault, MonotonicTime at, Map<String, Long> claimed, int inHand) {

  /** Copies {@code claimed}. */
  public Strike {
    claimed = Map.copyOf(claimed);
  }

  /** Whether it hit a system at work; a fault that did not proves nothing. */
  public boolean hitWork() {
    return !claimed.isEmpty() && inHand > 0;
  }
}
