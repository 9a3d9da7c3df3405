package io.twinbus.local.cosmos.faults;

/** What a fault does to a request. Immutable. */
public sealed interface FaultAction {
  /** Closes the connection without an answer. */
  record Drop() implements FaultAction {}

  /** Never answers; the connection stays open. */
  record Hang() implements FaultAction {}

  /**
   * Does what is asked, and answers so much later; the connection serves nothing else meanwhile.
   * Only after the commit.
   *
   * @param millis from 1 to a minute
   */
  record Late(int millis) implements FaultAction {
    private static final int LONGEST_MILLIS = 60_000;

    public Late {
      if (millis < 1 || millis > LONGEST_MILLIS) {
        throw new IllegalArgumentException(
            "An answer is late by 1 to %d ms, not by %d.".formatted(LONGEST_MILLIS, millis));
      }
    }
  }

  /**
   * Answers with an error instead, such as 429, 449, 503 or 408.
   *
   * @param retryAfterMillis how long the client of a 429 or 449 is told to wait
   */
  record Answer(int status, int substatus, int retryAfterMillis) implements FaultAction {
    /** How long clients are told to wait when nothing is said about it. */
    public static final int RETRY_AFTER_MILLIS = 10;

    /** An answer with the default wait. */
    public static Answer of(int status, int substatus) {
      return new Answer(status, substatus, RETRY_AFTER_MILLIS);
    }

    /** Whether clients of this status are told how long to wait. */
    public boolean tellsToWait() {
      return status == 429 || status == 449;
    }

    public Answer {
      if (retryAfterMillis < 0) {
        throw new IllegalArgumentException("A client waits 0 ms or longer.");
      }
      if (status < 400 || status > 599) {
        throw new IllegalArgumentException(
            "A fault answers with a status of 400 to 599, not " + status + ".");
      }
    }
  }
}
