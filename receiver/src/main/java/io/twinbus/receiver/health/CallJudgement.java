package io.twinbus.receiver.health;

import io.twinbus.ledger.CountedAs;

/**
 * What a failed call means for its message.
 *
 * <p>Immutable and thread-safe.
 *
 * @param isBelieved whether a judged refusal ends the message
 * @param counted how much the failure counts against the message otherwise
 * @param givesBack whether the claim is given back at once, for another region
 */
public record CallJudgement(boolean isBelieved, CountedAs counted, boolean givesBack) {

  static final CallJudgement BELIEVED = new CallJudgement(true, CountedAs.NOT, false);

  /** Of a call that tells nothing, and counts for nothing. */
  public static final CallJudgement NOTHING = new CallJudgement(false, CountedAs.NOT, false);

  static final CallJudgement FAILED_PROBE = new CallJudgement(false, CountedAs.NOT, true);

  /** Of a call that tells nothing of the handler: the message itself is the cause. */
  public static final CallJudgement OWN_FAULT = counted(CountedAs.WITH_EVIDENCE);

  static CallJudgement counted(CountedAs how) {
    return new CallJudgement(false, how, false);
  }
}
