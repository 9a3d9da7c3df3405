package io.twinbus.ledger;

import java.time.Instant;
import java.util.Optional;

/**
 * What an instance tells of the handler that it calls; all times are the instance's own.
 *
 * <p>Immutable and thread-safe.
 *
 * @param queue the key of the queue whose messages the handler gets
 * @param state how the handler stands
 * @param since since when
 * @param reason what the last failed call said; empty where none is known
 * @param endedWellAt when a call last ended well; empty: none has, or the instance does not say
 * @param ended how many messages of the queue have ended by the instance since it began; empty: it
 *     does not say
 */
public record HandlerVitals(
    EntityKey queue,
    State state,
    Instant since,
    String reason,
    Optional<Instant> endedWellAt,
    Optional<Long> ended) {

  private static final int LONGEST_REASON = 200;

  /** Cuts {@code reason} off at {@value #LONGEST_REASON} characters. */
  public HandlerVitals {
    reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
  }

  /** Of a handler without a word on how many messages have ended. */
  public HandlerVitals(
      EntityKey queue, State state, Instant since, String reason, Optional<Instant> endedWellAt) {
    this(queue, state, since, reason, endedWellAt, Optional.empty());
  }

  /** Whether a handler works. */
  public enum State {
    /** Nothing says that it does not. */
    UP,
    /** A call has failed since the last one that ended well. */
    DOUBTFUL,
    /** It does not work: it gets no calls but probes. */
    AWAY
  }

  /** The same without a word on when a call last ended well. */
  public HandlerVitals withoutEvidence() {
    return new HandlerVitals(queue, state, since, reason, Optional.empty(), ended);
  }

  /** The same with the number of messages that have ended. */
  public HandlerVitals withEnded(long count) {
    return new HandlerVitals(queue, state, since, reason, endedWellAt, Optional.of(count));
  }
}
