package io.twinbus.local.servicebus.broker;

import java.util.Map;

/**
 * What a receiver decides about a message that it has locked. Immutable.
 *
 * @param kind the decision
 * @param properties application properties to set on the message (for a dead letter: why)
 */
public record Disposition(Kind kind, Map<String, Object> properties) {

  /** The decisions there are. */
  public enum Kind {
    /** Done: the message is gone. */
    COMPLETE,
    /** Failed: back to the front, and the failure counts. */
    ABANDON,
    /** Not wanted after all: back to the front, without counting. */
    RELEASE,
    /** Set aside, to be received by its sequence number. */
    DEFER,
    /** To the dead-letter queue. */
    DEAD_LETTER
  }

  /** A decision that changes no property. */
  public static Disposition of(Kind kind) {
    return new Disposition(kind, Map.of());
  }
}
