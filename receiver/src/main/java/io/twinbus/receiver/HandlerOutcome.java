package io.twinbus.receiver;

import io.twinbus.protocol.Body;
import java.time.Duration;
import java.util.Optional;

/** What a handler answers. */
public sealed interface HandlerOutcome {

  /**
   * The message took effect.
   *
   * @param state what becomes of the session's state
   */
  record Completed(StateChange state) implements HandlerOutcome {

    /** The message took effect, and the session's state stays as it is. */
    public Completed() {
      this(new StateChange.Keep());
    }

    /**
     * The message took effect, and the session's state is {@code state} from now on. One of more
     * than {@code max-state} bytes (default 256 KiB) makes the call a failed one.
     */
    public static Completed withState(Body state) {
      return new Completed(new StateChange.Set(state));
    }

    /** The message took effect, and the session has no state any more. */
    public static Completed clearingState() {
      return new Completed(new StateChange.Clear());
    }
  }

  /**
   * The message could not be handled now; it is tried again, in place, and its session waits.
   *
   * @param reason for logs and for the dead letter after the last attempt
   * @param after how long to wait; empty: the configured back-off
   */
  record Retry(String reason, Optional<Duration> after) implements HandlerOutcome {}

  /**
   * It is not known whether the call has ended: what it called may still be at work. It counts as a
   * failed attempt; the next one comes under a higher token, so that a sink can tell them apart.
   * With {@code in-doubt: block} there is no next one: the session waits for an operator.
   *
   * @param reason for logs and for the dead letter after the last attempt
   */
  record EndUnknown(String reason) implements HandlerOutcome {}

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
