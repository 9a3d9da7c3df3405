package io.twinbus.ledger;

import java.time.Instant;

/**
 * How far a stream has come: the last seq that reached an end state.
 *
 * <p>Immutable and thread-safe.
 *
 * @param seq the last ended number
 * @param at when that number ended
 * @param explicit whether the application numbers the stream: its cursor is kept longer
 */
public record Cursor(long seq, Instant at, boolean explicit) {

  /** The cursor of a stream that its sender numbers. */
  public Cursor(long seq, Instant at) {
    this(seq, at, false);
  }

  /** The same of a stream that the application numbers. */
  public Cursor ofExplicit() {
    return new Cursor(seq, at, true);
  }
}
