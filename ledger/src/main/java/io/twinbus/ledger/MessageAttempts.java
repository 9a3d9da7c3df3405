package io.twinbus.ledger;

/**
 * What a message record says of the attempts to handle its message, in any region.
 *
 * <p>Immutable and thread-safe.
 *
 * @param failures how many handler calls failed
 * @param takeovers how many claims found it started under a claim that had gone
 * @param started whether a handler call was about to start under the claim on record, and its end
 *     is not recorded
 * @param pardons how often an operator had let the session's messages begin anew when this was
 *     written; what is held against a message does not outlive a pardon
 */
public record MessageAttempts(int failures, int takeovers, boolean started, long pardons) {

  /** Nothing is on record yet. */
  public static MessageAttempts first(long pardons) {
    return new MessageAttempts(0, 0, false, pardons);
  }

  /** How many attempts are used up: failures and takeovers together. */
  public int attempts() {
    return failures + takeovers;
  }

  /** The same after one more failed call; its end is recorded. */
  public MessageAttempts failedOnceMore() {
    return new MessageAttempts(failures + 1, takeovers, false, pardons);
  }

  /** The same after a claim has found it started. */
  public MessageAttempts takenOver() {
    return new MessageAttempts(failures, takeovers + 1, false, pardons);
  }

  /** The same, started or not. */
  public MessageAttempts withStarted(boolean now) {
    return new MessageAttempts(failures, takeovers, now, pardons);
  }
}
