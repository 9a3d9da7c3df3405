package io.twinbus.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The failed handler calls of one message that has not ended.
 *
 * <p>Immutable and thread-safe.
 *
 * @param proven how many count with evidence: the handler worked for other sessions meanwhile
 * @param unproven how many count without evidence
 * @param tries how many do not count, under the present claim; a claim begins at 0
 * @param lostLinks how many calls in a row were lost with the link to the broker
 * @param firstAt when the first call failed, by the clock of the process that saw it; null: none
 */
public record FailureCounts(
    int proven, int unproven, int tries, int lostLinks, @Nullable Instant firstAt) {

  /** From so many on a call that is lost with its link counts: the message may be the cause. */
  static final int LOST_IN_A_ROW = 3;

  /** No call has failed. */
  public static final FailureCounts NONE = new FailureCounts(0, 0, 0, 0, null);

  /** So many calls have failed with evidence; their time is not known. */
  public static FailureCounts proven(int failures) {
    return new FailureCounts(failures, 0, 0, 0, null);
  }

  /** The same after one more failed call, {@code at} that time. */
  public FailureCounts failedOnceMore(CountedAs how, Instant at) {
    Instant first = firstAt == null ? at : firstAt;
    return switch (how) {
      case WITH_EVIDENCE -> new FailureCounts(proven + 1, unproven, tries, 0, first);
      case WITHOUT_EVIDENCE -> new FailureCounts(proven, unproven + 1, tries, 0, first);
      case NOT -> new FailureCounts(proven, unproven, tries + 1, 0, first);
    };
  }

  /**
   * The same after one more call was lost with its link, {@code at} that time: from the third in a
   * row on it counts, without evidence.
   */
  public FailureCounts lostItsLink(Instant at) {
    int lost = lostLinks + 1;
    return lost < LOST_IN_A_ROW
        ? new FailureCounts(proven, unproven, tries, lost, firstAt)
        : new FailureCounts(proven, unproven + 1, tries, lost, firstAt == null ? at : firstAt);
  }

  /** Whether the latest calls were lost with their links, and so many that the last one counts. */
  public boolean losesItsLinks() {
    return lostLinks >= LOST_IN_A_ROW;
  }

  /** The same under a new claim. */
  public FailureCounts newlyClaimed() {
    return tries == 0 ? this : new FailureCounts(proven, unproven, 0, lostLinks, firstAt);
  }

  /** How many calls have failed, as far as the present claim knows. */
  public int all() {
    return proven + unproven + tries;
  }

  /** Whether the message is given up at {@code now}, with {@code takeovers} beside the failures. */
  public boolean isUsedUp(AttemptLimit limit, int takeovers, Instant now) {
    if (proven + takeovers >= limit.most()) {
      return true;
    }
    return proven + unproven + takeovers >= limit.most()
        && firstAt != null
        && !now.isBefore(firstAt.plus(limit.giveUpAfter()));
  }
}
