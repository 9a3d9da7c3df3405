package io.twinbus.rehearsal.sink;

import java.util.Optional;

/**
 * What a handler that is down does with every call.
 *
 * <p>Immutable and thread-safe.
 *
 * @param kind what it does
 * @param status the status that it answers; 0 where it answers none
 */
public record HandlerAnswer(Kind kind, int status) {

  private static final int FENCED = 412;

  /** What is done with a call. */
  public enum Kind {
    /** It is answered with a status. */
    STATUS,
    /** Its connection is refused. */
    REFUSED,
    /** It is never answered. */
    HANG
  }

  /**
   * Reads a status from 300 to 599, {@code refused} or {@code hang}.
   *
   * @return empty when the text is none of them, or 412, which speaks of a token
   */
  public static Optional<HandlerAnswer> parse(String text) {
    if (text.equals("refused")) {
      return Optional.of(new HandlerAnswer(Kind.REFUSED, 0));
    }
    if (text.equals("hang")) {
      return Optional.of(new HandlerAnswer(Kind.HANG, 0));
    }
    return text.matches("[345]\\d\\d") && Integer.parseInt(text) != FENCED
        ? Optional.of(new HandlerAnswer(Kind.STATUS, Integer.parseInt(text)))
        : Optional.empty();
  }

  /** Whether it says of each message that it can never be handled. */
  public boolean isJudgement() {
    return status == 400 || status == 409 || status == 410 || status == 422;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case STATUS -> Integer.toString(status);
      case REFUSED -> "refused";
      case HANG -> "hang";
    };
  }
}
