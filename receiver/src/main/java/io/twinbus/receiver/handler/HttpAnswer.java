package io.twinbus.receiver.handler;

import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * What an HTTP endpoint answered, and what it means for the message.
 *
 * <p>Immutable and thread-safe.
 *
 * @param status the status code
 * @param retryAfter the Retry-After header
 * @param state the Twinbus-State header
 * @param text the beginning of the body
 */
record HttpAnswer(int status, Optional<String> retryAfter, Optional<String> state, String text) {

  /** The longest wait that an endpoint can ask for. */
  static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

  private static final int FENCED = 412;

  /**
   * The outcome: 2xx is done, unless it wants a state kept that cannot be; 412 is fenced; of any
   * other status {@code failures} says what kind of failure it is.
   */
  HandlerOutcome outcome(HttpFailures failures, Instant now) {
    if (status >= 200 && status < 300) {
      return completed();
    }
    if (status == FENCED) {
      return new HandlerOutcome.Fenced();
    }
    Optional<Duration> wait = retryAfter.flatMap(value -> wait(value, now));
    FailureKind kind = failures.of(status, wait.isPresent());
    return switch (kind) {
      case JUDGED ->
          new HandlerOutcome.DeadLetter(
              "HandlerRefused", said().map(text -> answered() + ": " + text).orElse(answered()));
      case END_UNKNOWN -> new HandlerOutcome.EndUnknown(answered(), said());
      case UNREACHED, AWAY, AMBIGUOUS, THROTTLED ->
          new HandlerOutcome.Retry(
              kind, answered(), said(), wait.or(() -> failures.waitAfter(status)));
    };
  }

  private HandlerOutcome completed() {
    Optional<StateChange> change = HttpState.change(state);
    return change.isPresent()
        ? new HandlerOutcome.Completed(change.get())
        : new HandlerOutcome.Retry(
            "The endpoint answered %d with a %s that is not base64 or of more than %d bytes."
                .formatted(status, HttpState.HEADER, HttpState.MOST_BYTES),
            Optional.empty());
  }

  private String answered() {
    return "The endpoint answered " + status;
  }

  private Optional<String> said() {
    return text.isBlank() ? Optional.empty() : Optional.of(text.strip());
  }

  /** Seconds or an HTTP date; anything else is ignored. */
  private static Optional<Duration> wait(String value, Instant now) {
    Duration asked;
    try {
      asked = Duration.ofSeconds(Long.parseLong(value.strip()));
    } catch (NumberFormatException e) {
      try {
        Instant until =
            ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        asked = Duration.between(now, until);
      } catch (DateTimeException notADate) {
        return Optional.empty();
      }
    }
    if (asked.isNegative()) {
      return Optional.of(Duration.ZERO);
    }
    return Optional.of(asked.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : asked);
  }
}
