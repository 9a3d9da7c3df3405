package io.twinbus.ledger;

import io.twinbus.protocol.StreamId;

/**
 * Numbers of a stream, at or below its cursor, that ended otherwise than DONE.
 *
 * <p>Immutable and thread-safe.
 *
 * @param stream the stream
 * @param from the first number
 * @param to the last number
 * @param state DEAD, SKIPPED or HOLE
 * @param reason the dead-letter reason, or who passed over it
 */
public record EndedRange(StreamId stream, long from, long to, EndState state, String reason) {

  /** Whether {@code seq} of {@code candidate} is one of the numbers. */
  public boolean covers(StreamId candidate, long seq) {
    return stream.equals(candidate) && from <= seq && seq <= to;
  }
}
