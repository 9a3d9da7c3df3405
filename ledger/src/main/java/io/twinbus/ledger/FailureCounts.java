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
 * @param firstAt when the first call failed, by the clock of the process that saw it; null: none
 */
public record FailureCounts(int proven, int unproven, int tries, @Nullable Instant firstAt) {

  /** No call has failed. */
  public static final FailureCounts NONE = new FailureCounts(0, 0, 0, null);

  /** So many calls have failed with evidence; their time is not known. */
  public static FailureCounts proven(int failures) {
    return new FailureCounts(failures, 0, 0, null);
  }

  /** The same after one more failed call, {@code at} that time. */
  public FailureCounts failedOnceMore(CountedAs how, Instant at) {
    Instant first = firstAt == null ? at : firstAt;
    return switch (how) {
      case WITH_EVIDENCE -> new FailureCounts(proven + 1, unproven, tries, first);
      case WITHOUT_EVIDENCE -> new FailureCounts(proven, unproven + 1, tries, first);
      case NOT -> new FailureCounts(proven, unproven, tries + 1, first);
    };
  }

  /** The same under a new claim. */
  public FailureCounts newlyClaimed() {
    return tries == 0 ? this : new FailureCounts(proven, unproven, 0, firstAt);
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
