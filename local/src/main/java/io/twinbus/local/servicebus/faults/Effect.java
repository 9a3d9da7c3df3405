package io.twinbus.local.servicebus.faults;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a fault does. Immutable.
 *
 * @param kind the sort of it
 * @param condition the error of {@link Kind#FAIL}; else null
 * @param window of {@link Kind#SCRAMBLE}: messages due within one such stretch are shuffled, at
 *     most a minute; else zero
 */
public record Effect(Kind kind, @Nullable FaultCondition condition, Duration window) {
  private static final Duration MAX_WINDOW = Duration.ofMinutes(1);
  private static final Set<Operation> UNDER_LOCK =
      Set.of(
          Operation.RECEIVE,
          Operation.COMPLETE,
          Operation.ABANDON,
          Operation.DEFER,
          Operation.DEAD_LETTER,
          Operation.RENEW_LOCK,
          Operation.STATE);

  /** The sorts of effects. */
  public enum Kind {
    /** The socket closes without a word. */
    DROP,
    /** No answer, ever; a receiver gets nothing more on this link. */
    HANG,
    /** The answer is an error. */
    FAIL,
    /** The service detaches the link. */
    DETACH,
    /** The service closes the connection, with a reason. */
    CLOSE,
    /** The lock ends first, the session's if there is one; on a delivery: right after it. */
    LOSE_LOCK,
    /** A message is accepted and never stored. */
    LOSE,
    /** A settled message is kept aside, to be brought back. */
    KEEP,
    /** Scheduled messages become visible in another order. */
    SCRAMBLE;

    /** Whether it can befall the operation. */
    public boolean befalls(Operation operation) {
      return switch (this) {
        case DROP, HANG, FAIL, CLOSE -> operation != Operation.ACTIVATE;
        case DETACH -> operation != Operation.ACTIVATE && operation != Operation.CONNECT;
        case LOSE_LOCK -> UNDER_LOCK.contains(operation);
        case LOSE -> operation == Operation.SEND;
        case KEEP -> operation == Operation.COMPLETE || operation == Operation.DEAD_LETTER;
        case SCRAMBLE -> operation == Operation.ACTIVATE;
      };
    }

    /** Its name in JSON, such as {@code lose-lock}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean insideTheBroker() {
      return this == LOSE || this == KEEP || this == SCRAMBLE;
    }
  }

  public Effect {
    if ((kind == Kind.FAIL) != (condition != null)) {
      throw new IllegalArgumentException("A condition goes with fail, and only with it.");
    }
    if (window.isNegative() || window.compareTo(MAX_WINDOW) > 0) {
      throw new IllegalArgumentException(
          "A window is 0 to 60000 ms, not " + window.toMillis() + ".");
    }
    if (kind != Kind.SCRAMBLE && !window.isZero()) {
      throw new IllegalArgumentException("A window goes with scramble only.");
    }
  }

  /** An effect without parameters. */
  public static Effect of(Kind kind) {
    return new Effect(kind, null, Duration.ZERO);
  }

  /** The answer is this error. */
  public static Effect fail(FaultCondition condition) {
    return new Effect(Kind.FAIL, condition, Duration.ZERO);
  }

  /** Scheduled messages that are due within the window become visible in a random order. */
  public static Effect scramble(Duration window) {
    return new Effect(Kind.SCRAMBLE, null, window);
  }
}
