package io.twinbus.receiver.rules;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.receiver.broker.Settlement;
import java.time.Instant;

/**
 * The decision table for a sequenced message, in this order:
 *
 * <ol>
 *   <li>seq ≤ cursor: it has ended, and its copy is settled accordingly ({@link #settlementFor}).
 *   <li>prev &gt; cursor: a gap of this stream.
 *   <li>sent longer ago than the ledger remembers: DEAD; its cursor may be gone.
 *   <li>past its expiry: DEAD.
 *   <li>numbers between the cursor and it: close that hole, then run it.
 *   <li>otherwise: run it.
 * </ol>
 *
 * A stream without a cursor takes a predecessor that was sent beyond the horizon as ended: the
 * record that knew it may have been purged, and if not, it would never run. A stream with a cursor
 * never does.
 *
 * <p>Immutable and thread-safe.
 *
 * @param horizon how far back the ledger remembers
 */
public record DeliveryRule(Horizon horizon) {

  private static final Settlement BEYOND_RETENTION =
      new Settlement.DeadLetter(
          "BeyondRetention",
          "The message was sent longer ago than the ledger remembers its session.");

  /** The verdict on the message with {@code headers} at the wall time {@code now}. */
  public Verdict judge(SequencedHeaders headers, Progress progress, Instant now) {
    Position position = headers.position();
    long cursor = progress.cursor(position.stream());
    if (position.seq() <= cursor) {
      return Verdict.COVERED;
    }
    if (position.prev() > cursor && !isPredecessorForgotten(headers, progress, now)) {
      return Verdict.GAP;
    }
    if (horizon.isBeyond(headers.sentAt(), now)) {
      return Verdict.TOO_OLD;
    }
    if (headers.expiresAt() != null && !now.isBefore(headers.expiresAt())) {
      return Verdict.EXPIRED;
    }
    return position.seq() - 1 > Math.max(cursor, position.prev())
        ? Verdict.OVER_HOLE
        : Verdict.NEXT;
  }

  private boolean isPredecessorForgotten(SequencedHeaders headers, Progress progress, Instant now) {
    return !progress.cursors().containsKey(headers.position().stream())
        && headers.previousSentAt() != null
        && horizon.isBeyond(headers.previousSentAt(), now);
  }

  /**
   * How to settle a covered copy. What reads as DONE but was sent beyond the horizon may have been
   * passed over as forgotten: it is dead-lettered rather than dropped without a word.
   */
  public Settlement settlementFor(SequencedHeaders headers, EndedRange end, Instant now) {
    return end.state() == EndState.DONE && horizon.isBeyond(headers.sentAt(), now)
        ? BEYOND_RETENTION
        : settlementFor(end);
  }

  /** How to settle a copy whose message ended as {@code end} says. */
  public static Settlement settlementFor(EndedRange end) {
    return switch (end.state()) {
      case DONE -> new Settlement.Complete();
      case SKIPPED ->
          end.reason().equals(GapRule.LATE_AFTER_SKIP)
              ? new Settlement.DeadLetter(
                  end.reason(),
                  "No region had this message within the gap bound, so its number was skipped; its"
                      + " successor may have run.")
              : new Settlement.Complete();
      case DEAD ->
          new Settlement.DeadLetter(
              end.reason(), "The message was dead-lettered; this is its other copy.");
      case HOLE ->
          new Settlement.DeadLetter(
              end.reason(),
              "The sender reported this message as failed, and its successor has run. Its handler"
                  + " may have run before, if a worker died between effect and commit.");
    };
  }
}
