package io.twinbus.local.cosmos.faults;

/** What a fault does to a request. Immutable. */
public sealed interface FaultAction {
  /** Closes the connection without an answer. */
  record Drop() implements FaultAction {}

  /** Never answers; the connection stays open. */
  record Hang() implements FaultAction {}

  /** Answers with an error instead, such as 429, 449, 503 or 408. */
  record Answer(int status, int substatus) implements FaultAction {
    public Answer {
      if (status < 400 || status > 599) {
        throw new IllegalArgumentException(
            "A fault answers with a status of 400 to 599, not " + status + ".");
      }
    }
  }
}
