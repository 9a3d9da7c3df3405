package io.twinbus.receiver.method;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.ValueType;
import io.twinbus.receiver.HandlerOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the exceptions of a handler method mean: a dead letter, a retry after a wait of its own, or
 * a retry after the configured back-off.
 *
 * <p>Immutable and thread-safe.
 *
 * @param deadLetterOn exceptions that no retry can cure
 * @param waits waits after certain exceptions; the first that names one holds
 */
public record ThrownRule(List<Class<? extends Throwable>> deadLetterOn, List<Wait> waits) {

  private static final ValueType<Duration> LENGTH =
      ValueType.duration(Duration.ZERO, Duration.ofHours(1));

  /** Copies the lists. */
  public ThrownRule {
    deadLetterOn = List.copyOf(deadLetterOn);
    waits = List.copyOf(waits);
  }

  /**
   * How long a message waits after one of these exceptions.
   *
   * @param on the exceptions, with their subclasses
   */
  public record Wait(List<Class<? extends Throwable>> on, Duration length) {

    /**
     * What {@link RetryAfter} says at the method {@code name}.
     *
     * @throws InvalidSettingException when {@code length} is no duration up to an hour
     */
    public static Wait of(String name, String length, List<Class<? extends Throwable>> on) {
      if (LENGTH.parse(length) instanceof ValueType.Parsed.Value<Duration> read) {
        return new Wait(on, read.value());
      }
      throw new InvalidSettingException(
          "@RetryAfter of %s is '%s': give a duration up to an hour, such as 30s or 5m."
              .formatted(name, length));
    }

    /** Copies the list. */
    public Wait {
      on = List.copyOf(on);
    }
  }

  /** What {@code thrown} means. */
  HandlerOutcome outcome(Throwable thrown) {
    HandlerOutcome.Retry failed = HandlerOutcome.failed(thrown);
    if (isAny(deadLetterOn, thrown)) {
      return new HandlerOutcome.DeadLetter(thrown.getClass().getSimpleName(), failed.text());
    }
    Optional<Duration> length =
        waits.stream().filter(wait -> isAny(wait.on(), thrown)).map(Wait::length).findFirst();
    return length.isEmpty()
        ? failed
        : new HandlerOutcome.Retry(failed.kind(), failed.reason(), failed.said(), length);
  }

  private static boolean isAny(List<Class<? extends Throwable>> types, Throwable thrown) {
    return types.stream().anyMatch(type -> type.isInstance(thrown));
  }
}
