package io.twinbus.receiver;

import java.time.Duration;
import java.util.Optional;

/** What a handler answers. */
public sealed interface HandlerOutcome {

  /** The message took effect. */
  record Completed() implements HandlerOutcome {}

  /**
   * The message could not be handled now; it is tried again, in place, and its session waits.
   *
   * @param reason for logs and for the dead letter after the last attempt
   * @param after how long to wait; empty: the configured back-off
   */
  record Retry(String reason, Optional<Duration> after) implements HandlerOutcome {}

  /**
   * The message can never be handled.
   *
   * @param reason the dead-letter reason: one word
   * @param description a sentence
   */
  record DeadLetter(String reason, String description) implements HandlerOutcome {}

  /** The sink has seen a newer token: this claim is void. Never a reason to dead-letter. */
  record Fenced() implements HandlerOutcome {}
}
