package io.twinbus.rehearsal.sink;

import java.util.Optional;

/**
 * What a handler that is down does with every call, or with those of one session.
 *
 * <p>Immutable and thread-safe.
 *
 * @param kind what it does
 * @param status the status that it answers; 0 where it answers none
 * @param isForOneSession whether the calls of the other sessions take effect
 */
public record HandlerAnswer(Kind kind, int status, boolean isForOneSession) {

  private static final int FENCED = 412;
  private static final String ONE_SESSION = "-one-session";

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
   * Reads a status from 300 to 599, which {@code -one-session} may follow, {@code refused} or
   * {@code hang}.
   *
   * @return empty when the text is none of them, or 412, which speaks of a token
   */
  public static Optional<HandlerAnswer> parse(String text) {
    if (text.equals("refused")) {
      return Optional.of(new HandlerAnswer(Kind.REFUSED, 0, false));
    }
    if (text.equals("hang")) {
      return Optional.of(new HandlerAnswer(Kind.HANG, 0, false));
    }
    boolean isForOneSession = text.endsWith(ONE_SESSION);
    String status =
        isForOneSession ? text.substring(0, text.length() - ONE_SESSION.length()) : text;
    return status.matches("[345]\\d\\d") && Integer.parseInt(status) != FENCED
        ? Optional.of(new HandlerAnswer(Kind.STATUS, Integer.parseInt(status), isForOneSession))
        : Optional.empty();
  }

  /** Whether it says of each message that it can never be handled. */
  public boolean isJudgement() {
    return status == 400 || status == 409 || status == 410 || status == 422;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case STATUS -> status + (isForOneSession ? ONE_SESSION : "");
      case REFUSED -> "refused";
      case HANG -> "hang";
    };
  }
}
