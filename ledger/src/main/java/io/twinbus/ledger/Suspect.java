package io.twinbus.ledger;

/**
 * A message that may be to blame for a failed call or a dead process, until it has ended.
 *
 * <p>Immutable and thread-safe.
 *
 * @param seq the message's number in its stream
 * @param failures how many handler calls for it failed, in any region
 * @param takeovers how many takeovers found it started
 * @param started whether a handler call for it was about to start under the claim on record, or,
 *     once that is given back, under the one before; its end is not recorded
 */
public record Suspect(long seq, int failures, int takeovers, boolean started) {

  /** A message that nothing is on record against yet. */
  public static Suspect first(long seq) {
    return new Suspect(seq, 0, 0, false);
  }

  /** How many attempts are used up: failures and counted takeovers together. */
  public int attempts() {
    return failures + takeovers;
  }

  /** The same after one more failed call; its end is recorded. */
  public Suspect failedOnceMore() {
    return new Suspect(seq, failures + 1, takeovers, false);
  }

  /** The same after a takeover has found it started; the claim clears that. */
  public Suspect takenOver() {
    return new Suspect(seq, failures, takeovers + 1, false);
  }

  /** The same, started or not. */
  public Suspect withStarted(boolean now) {
    return new Suspect(seq, failures, takeovers, now);
  }
}
