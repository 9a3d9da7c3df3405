package io.twinbus.receiver;

import io.twinbus.protocol.Body;
import java.time.Duration;
import java.util.Optional;

/**
 * What a handler answers.
 *
 * <p>A {@code reason} may get into the ledger, where no payload belongs: nothing that a message can
 * have in it stands there, no exception's text and no answer's body. Those are what was {@code
 * said}, or a description, for logs and the dead letter alone.
 */
public sealed interface HandlerOutcome {

  /** How many characters of a reason are kept. */
  int MOST_REASON = 200;

  /** How many characters of what was said, and of a description, are kept. */
  int MOST_SAID = 2_000;

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
   * @param kind what the failure says of the message and of the handler; neither {@link
   *     FailureKind#END_UNKNOWN} nor {@link FailureKind#JUDGED}
   * @param reason for logs, for the dead letter after the last attempt, and for the ledger
   * @param said what the handler has said of it, for logs and the dead letter
   * @param after how long to wait; empty: the configured back-off
   */
  record Retry(FailureKind kind, String reason, Optional<String> said, Optional<Duration> after)
      implements HandlerOutcome {

    /** Cuts what is too long. */
    public Retry {
      if (kind == FailureKind.END_UNKNOWN || kind == FailureKind.JUDGED) {
        throw new IllegalArgumentException(kind + " is an outcome of its own, not a retry.");
      }
      reason = cut(reason, MOST_REASON);
      said = said.map(text -> cut(text, MOST_SAID));
    }

    /** A failure of which the message or the handler may be the cause. */
    public Retry(String reason, Optional<String> said, Optional<Duration> after) {
      this(FailureKind.AMBIGUOUS, reason, said, after);
    }

    /** The same with nothing said. */
    public Retry(String reason, Optional<Duration> after) {
      this(reason, Optional.empty(), after);
    }

    /** Reason and what was said. */
    public String text() {
      return joined(reason, said);
    }
  }

  /**
   * It is not known whether the call has ended: what it called may still be at work. It counts as a
   * failed attempt; the next one comes under a higher token, so that a sink can tell them apart.
   * With {@code in-doubt: block} there is no next one: the session waits for an operator.
   *
   * @param reason for logs, for the dead letter after the last attempt, and for the ledger
   * @param said what is known beside it, for logs and the dead letter
   */
  record EndUnknown(String reason, Optional<String> said) implements HandlerOutcome {

    /** Cuts what is too long. */
    public EndUnknown {
      reason = cut(reason, MOST_REASON);
      said = said.map(text -> cut(text, MOST_SAID));
    }

    /** The same with nothing said. */
    public EndUnknown(String reason) {
      this(reason, Optional.empty());
    }

    /** Reason and what was said. */
    public String text() {
      return joined(reason, said);
    }
  }

  /**
   * The message can never be handled.
   *
   * @param reason the dead-letter reason: one word; the ledger keeps it
   * @param description a sentence; the ledger does not keep it
   */
  record DeadLetter(String reason, String description) implements HandlerOutcome {

    /** Cuts what is too long. */
    public DeadLetter {
      reason = cut(reason, MOST_REASON);
      description = cut(description, MOST_SAID);
    }
  }

  /** The sink has seen a newer token: this claim is void. Never a reason to dead-letter. */
  record Fenced() implements HandlerOutcome {}

  /** What a throwable means that nothing else is known of. */
  static Retry failed(Throwable thrown) {
    return new Retry(
        "The handler failed: " + thrown.getClass().getName(),
        Optional.ofNullable(thrown.getMessage()),
        Optional.empty());
  }

  private static String joined(String reason, Optional<String> said) {
    return said.map(text -> reason + ": " + text).orElse(reason);
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }
}
