package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a connection to the broker delivers at all, judged by what happens on its links:
 *
 * <ol>
 *   <li>A copy that arrives on any of them: it does, and what was before is forgotten.
 *   <li>A link that was asked for copies and brought none, while a peek shows that some are there
 *       to be had: a strike.
 *   <li>{@link #STRIKES} of those in a row, over {@link #SPAN} at least: it does not, and is to be
 *       made anew.
 * </ol>
 *
 * <p>One link alone that delivers nothing needs no such judgement: its session is given back, and
 * accepted on another one. Thread-safe.
 */
public final class DeliveryWatch {

  /** How many links in a row must bring nothing. */
  public static final int STRIKES = 3;

  /** How much time there must be between the first and the last of them. */
  public static final Duration SPAN = Duration.ofSeconds(5);

  private int strikes;
  private @Nullable MonotonicTime firstAt;

  /** A copy has arrived. */
  public synchronized void delivered() {
    strikes = 0;
    firstAt = null;
  }

  /** A link has brought nothing though copies wait; whether the connection is to be made anew. */
  public synchronized boolean strike(MonotonicTime now) {
    strikes++;
    MonotonicTime first = firstAt == null ? now : firstAt;
    firstAt = first;
    return strikes >= STRIKES && now.isAtOrAfter(first.plus(SPAN));
  }
}
