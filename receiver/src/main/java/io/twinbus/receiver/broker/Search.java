package io.twinbus.receiver.broker;

import io.twinbus.protocol.StreamId;

/**
 * What is looked for in a session: a copy of {@code stream} whose number lies between two others.
 * Of several the broker answers one that stands early in the session; it need not be the lowest.
 *
 * @param stream the stream
 * @param above its cursor: only higher numbers count
 * @param below the lowest number in hand: only lower ones count
 * @param from the broker sequence number to begin at; 0: the beginning
 */
public record Search(StreamId stream, long above, long below, long from) {

  /** The same, begun at {@code next}. */
  public Search from(long next) {
    return new Search(stream, above, below, next);
  }

  /** Whether number {@code seq} of {@code candidate} is looked for. */
  public boolean wants(StreamId candidate, long seq) {
    return stream.equals(candidate) && above < seq && seq < below;
  }
}
