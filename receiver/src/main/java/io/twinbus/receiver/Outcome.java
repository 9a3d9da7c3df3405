package io.twinbus.receiver;

import java.time.Duration;
import java.util.Optional;

/**
 * What a {@link io.twinbus.receiver.listener.SessionListener} method answers: {@link #complete()},
 * {@link #retry()} or {@link #deadLetter}.
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
   * @param reason for logs, and for the dead letter after the last attempt
   * @param after how long to wait; empty: 200 ms after the first failure, doubling up to 30 s
   */
  record Retry(String reason, Optional<Duration> after) implements Outcome {}

  /**
   * The message can never be handled: it becomes a dead letter, and its session goes on.
   *
   * @param reason the dead-letter reason: one word
   * @param description a sentence
   */
  record DeadLetter(String reason, String description) implements Outcome {}

  /** The message took effect. */
  static Outcome complete() {
    return new Complete();
  }

  /** Try again after the usual back-off. */
  static Outcome retry() {
    return new Retry("The handler asked for a retry.", Optional.empty());
  }

  /** Try again after {@code wait}. */
  static Outcome retry(Duration wait) {
    return new Retry("The handler asked for a retry.", Optional.of(wait));
  }

  /**
   * Give the message up, for {@code reason} (one word) as {@code description} (a sentence) says.
   */
  static Outcome deadLetter(String reason, String description) {
    return new DeadLetter(reason, description);
  }
}
