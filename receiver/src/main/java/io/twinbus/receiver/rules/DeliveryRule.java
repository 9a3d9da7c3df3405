package io.twinbus.receiver.rules;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.receiver.flow.Settlement;
import java.time.Duration;
import java.time.Instant;

/**
 * The decision table for a sequenced message, in this order:
 *
 * <ol>
 *   <li>seq ≤ cursor: it has ended. DONE or SKIPPED: complete the copy. DEAD: dead-letter this
 *       copy, too. A closed hole: dead-letter, for its successor has run.
 *   <li>prev &gt; cursor: a gap of this stream.
 *   <li>sent longer ago than the retention, less a day: DEAD; its cursor may be gone.
 *   <li>past its expiry: DEAD.
 *   <li>numbers between the cursor and it: close that hole, then run it.
 *   <li>otherwise: run it.
 * </ol>
 *
 * A stream without a cursor takes a predecessor older than half the retention as ended: the record
 * that knew it may have been purged. A stream with a cursor never does.
 */
public final class DeliveryRule {

  /** How long the ledger remembers a session that nobody writes to: 14 days. */
  public static final Duration RETENTION = Duration.ofDays(14);

  private static final Duration HORIZON_MARGIN = Duration.ofDays(1);

  private DeliveryRule() {}

  /** The verdict on the message with {@code headers} at the wall time {@code now}. */
  public static Verdict judge(SequencedHeaders headers, Progress progress, Instant now) {
    Position position = headers.position();
    long cursor = progress.cursor(position.stream());
    if (position.seq() <= cursor) {
      return Verdict.COVERED;
    }
    if (position.prev() > cursor && !isPredecessorForgotten(headers, progress, now)) {
      return Verdict.GAP;
    }
    if (headers.sentAt().plus(RETENTION).minus(HORIZON_MARGIN).isBefore(now)) {
      return Verdict.TOO_OLD;
    }
    if (headers.expiresAt() != null && !now.isBefore(headers.expiresAt())) {
      return Verdict.EXPIRED;
    }
    return position.seq() - 1 > Math.max(cursor, position.prev())
        ? Verdict.OVER_HOLE
        : Verdict.NEXT;
  }

  private static boolean isPredecessorForgotten(
      SequencedHeaders headers, Progress progress, Instant now) {
    return !progress.cursors().containsKey(headers.position().stream())
        && headers.previousSentAt() != null
        && headers.previousSentAt().plus(RETENTION.dividedBy(2)).isBefore(now);
  }

  /** How to settle a copy whose message ended as {@code end} says. */
  public static Settlement settlementFor(EndedRange end) {
    return switch (end.state()) {
      case DONE, SKIPPED -> new Settlement.Complete();
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
