package io.twinbus.ledger.rules;

import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how a worker takes a message that has a record of its own.
 *
 * <ol>
 *   <li>No record: create it, taken and started. A conflict is nobody's word: the record is read.
 *   <li>Ended: the copy is settled as the record says; end states never change back.
 *   <li>With {@link ClaimScope#MESSAGE}, taken by a worker that lives: leave it alone. With {@link
 *       ClaimScope#SESSION} the session's claim is one's own, so whoever took it before has lost
 *       his.
 *   <li>With {@link ClaimScope#SESSION}, under a higher token than one's own: somebody claimed the
 *       session since, and one is a zombie that does not know it; or messages were claimed by
 *       themselves when it was taken. The session's claim is confirmed by a write, which a zombie
 *       cannot land; if it lands, what was read before it is nobody's that came after.
 *   <li>Started under another claim, without an end: an attempt is used up, for whoever was at it
 *       has died. Not so one's own process under a former name: it lost its lease and lives. With
 *       {@link InDoubt#BLOCK} it is not run again at all.
 *   <li>What an operator has pardoned since does not count, nor is it in doubt.
 *   <li>Attempts used up: the message ends, or is held, by policy.
 *   <li>Otherwise it is taken, under a higher token where each message has its own, and started in
 *       that same write.
 * </ol>
 */
public final class MessageRule {

  private MessageRule() {}

  /** What to do, given what a read showed ({@code Found} or {@code Absent}). */
  public static MessageDecision decide(
      ReadOutcome<MessageRecord> seen, MessageClaimant me, WriteMark stamp, Ownership standing) {
    if (!(seen instanceof ReadOutcome.Found<MessageRecord> found)) {
      MessageAttempts first = MessageAttempts.first(me.terms().pardons()).withStarted(true);
      MessageContent.Open mine =
          new MessageContent.Open(me.message(), me.owner(), me.token(), first);
      return new MessageDecision.Take(
          new MessageRecord(me.session(), mine, stamp), Optional.empty());
    }
    MessageContent content = found.record().content();
    if (content instanceof MessageContent.Over over) {
      return new MessageDecision.Settle(over);
    }
    if (!(content instanceof MessageContent.Open open)) {
      throw new IllegalStateException("Not the record of a message: " + content.key());
    }
    if (isAtWork(open, me, standing)) {
      return new MessageDecision.Leave();
    }
    return isAhead(open, found, me)
        ? new MessageDecision.Confirm(found.version())
        : take(open, found, me, stamp, standing);
  }

  private static boolean isAhead(
      MessageContent.Open open, ReadOutcome.Found<MessageRecord> found, MessageClaimant me) {
    return me.terms().scope() == ClaimScope.SESSION
        && open.token() > me.token()
        && !isMine(open, me)
        && !me.terms().confirmed().equals(Optional.of(found.version()));
  }

  private static boolean isAtWork(
      MessageContent.Open open, MessageClaimant me, Ownership standing) {
    Owner owner = open.owner();
    if (me.terms().scope() == ClaimScope.SESSION || owner == null || isMine(open, me)) {
      return false;
    }
    OwnerState state = standing.judge(owner);
    return state == OwnerState.ALIVE || state == OwnerState.SERVED;
  }

  private static MessageDecision take(
      MessageContent.Open open,
      ReadOutcome.Found<MessageRecord> found,
      MessageClaimant me,
      WriteMark stamp,
      Ownership standing) {
    boolean isPardoned = open.tries().pardons() < me.terms().pardons();
    MessageAttempts tries = isPardoned ? MessageAttempts.first(me.terms().pardons()) : open.tries();
    if (tries.started() && !isMine(open, me)) {
      if (me.terms().inDoubt() == InDoubt.BLOCK) {
        return new MessageDecision.InQuestion();
      }
      tries = counts(open.owner(), me, standing) ? tries.takenOver() : tries.withStarted(false);
    }
    boolean isOwnToken = me.terms().scope() == ClaimScope.MESSAGE;
    long token = isOwnToken ? open.token() + 1 : Math.max(me.token(), open.token());
    MessageContent.Open counted = open.takenBy(me.owner(), token, tries);
    if (tries.attempts() >= me.terms().maxAttempts()) {
      return new MessageDecision.UsedUp(counted, found.version());
    }
    return new MessageDecision.Take(
        new MessageRecord(me.session(), counted.withTries(tries.withStarted(true)), stamp),
        Optional.of(found.version()));
  }

  private static boolean isMine(MessageContent.Open open, MessageClaimant me) {
    return open.isHeldBy(me.owner().claim());
  }

  /** A former incarnation of this process is no death; a worker of the present one that died is. */
  private static boolean counts(@Nullable Owner starter, MessageClaimant me, Ownership standing) {
    if (starter == null || starter.instance().equals(me.owner().instance())) {
      return true;
    }
    OwnerState state = standing.judge(starter);
    return state != OwnerState.ORPHAN && state != OwnerState.SERVED;
  }
}
