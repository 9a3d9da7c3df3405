package io.twinbus.ledger;

import java.time.Instant;

/**
 * What a message record says of the attempts to handle its message, in any region.
 *
 * <p>Immutable and thread-safe.
 *
 * @param failed how many handler calls failed
 * @param takeovers how many claims found it started under a claim that had gone
 * @param started whether a handler call was about to start under the claim on record, and its end
 *     is not recorded
 * @param pardons how often an operator had let the session's messages begin anew when this was
 *     written; what is held against a message does not outlive a pardon
 */
public record MessageAttempts(FailureCounts failed, int takeovers, boolean started, long pardons) {

  /** So many calls have failed with evidence; their time is not known. */
  public MessageAttempts(int failures, int takeovers, boolean started, long pardons) {
    this(FailureCounts.proven(failures), takeovers, started, pardons);
  }

  /** Nothing is on record yet. */
  public static MessageAttempts first(long pardons) {
    return new MessageAttempts(FailureCounts.NONE, 0, false, pardons);
  }

  /** How many calls have failed, whatever they count. */
  public int failures() {
    return failed.all();
  }

  /** How many attempts there were: failures and takeovers together. */
  public int attempts() {
    return failed.all() + takeovers;
  }

  /** How many attempts count with evidence: such failures and takeovers together. */
  public int proven() {
    return failed.proven() + takeovers;
  }

  /** Whether the message is given up at {@code now}. */
  public boolean isUsedUp(AttemptLimit limit, Instant now) {
    return failed.isUsedUp(limit, takeovers, now);
  }

  /** The same after one more failed call, {@code at} that time; its end is recorded. */
  public MessageAttempts failedOnceMore(CountedAs how, Instant at) {
    return new MessageAttempts(failed.failedOnceMore(how, at), takeovers, false, pardons);
  }

  /** The same after a call was lost with its link, {@code at} that time. */
  public MessageAttempts lostItsLink(Instant at) {
    return new MessageAttempts(failed.lostItsLink(at), takeovers, started, pardons);
  }

  /** The same after a claim has found it started. */
  public MessageAttempts takenOver() {
    return new MessageAttempts(failed, takeovers + 1, false, pardons);
  }

  /** The same, started or not. */
  public MessageAttempts withStarted(boolean now) {
    return new MessageAttempts(failed, takeovers, now, pardons);
  }

  /** The same under a new claim: tries begin at 0. */
  public MessageAttempts newlyClaimed() {
    return new MessageAttempts(failed.newlyClaimed(), takeovers, started, pardons);
  }
}
