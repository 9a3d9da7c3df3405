package io.twinbus.receiver;

import java.time.Duration;
import java.util.Optional;

/**
 * What a {@code @SessionListener} method answers: {@link #complete()}, {@link #retry()} or {@link
 * #deadLetter}.
 *
 * <p>Immutable and thread-safe.
 */
public sealed interface Outcome {

  /**
   * The message took effect; what was set with {@link Session#state(byte[])} is written with it.
   */
  record Complete() implements Outcome {}

  /**
   * The message could not be handled now: it is tried again in place, and its session waits.
   *
   * @param reason for logs, and for the dead letter after the last attempt; empty: none is given
   * @param after how long to wait; empty: 200 ms after the first failure, doubling up to 30 s
   */
  record Retry(String reason, Optional<Duration> after) implements Outcome {}

  /**
   * The message can never be handled: it becomes a dead letter, and its session goes on.
   *
   * @param reason the dead-letter reason: one word, in which nothing of the message stands, for the
   *     ledger keeps it; at most {@value HandlerOutcome#MOST_REASON} characters
   * @param description a sentence, for the dead letter and logs; at most {@value
   *     HandlerOutcome#MOST_SAID} characters
   */
  record DeadLetter(String reason, String description) implements Outcome {}

  /** The message took effect. */
  static Outcome complete() {
    return new Complete();
  }

  /** Try again after the usual back-off. */
  static Outcome retry() {
    return new Retry("", Optional.empty());
  }

  /** Try again after {@code wait}. */
  static Outcome retry(Duration wait) {
    return new Retry("", Optional.of(wait));
  }

  /**
   * Give the message up, for {@code reason} (one word) as {@code description} (a sentence) says.
   */
  static Outcome deadLetter(String reason, String description) {
    return new DeadLetter(reason, description);
  }
}
