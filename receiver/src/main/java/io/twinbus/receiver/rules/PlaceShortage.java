package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a queue has to do with the places that it has.
 *
 * <p>A queue that has fewer places than it is guaranteed gets one from the others in a moment. Its
 * idle sessions keep theirs meanwhile: if one gave its place up, its next message would wait for a
 * claim. When others have given none back for {@link #PATIENCE}, as with calls that last, the queue
 * is short like any other. Not thread-safe.
 */
final class PlaceShortage {

  /** How long others may take to give a place back. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private @Nullable MonotonicTime since;

  /**
   * Whether it is short.
   *
   * @param isFull whether no session can come now
   * @param isOwed whether the queue has fewer places than it is guaranteed
   */
  boolean lasts(boolean isFull, boolean isOwed, MonotonicTime now) {
    if (!isFull || !isOwed) {
      since = null;
      return isFull;
    }
    MonotonicTime begun = since == null ? now : since;
    since = begun;
    return now.isAtOrAfter(begun.plus(PATIENCE));
  }
}
