package io.twinbus.proving.bench.trace;

/**
 * Something that took its time, or a moment.
 *
 * <p>Immutable and thread-safe.
 *
 * @param who did it, or was asked
 * @param what it was
 * @param from when it began, in nanoseconds from where the trace begins; negative: before that
 * @param to when it ended; {@code from} for a moment
 */
public record Span(String who, String what, long from, long to) {

  /** Checks that it does not end before it begins. */
  public Span {
    if (to < from) {
      throw new IllegalArgumentException("'%s' ends before it begins.".formatted(what));
    }
  }

  /** Whether it has no length. */
  public boolean isMoment() {
    return from == to;
  }
}
