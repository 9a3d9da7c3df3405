package io.twinbus.ledger.rules;

import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.Replay;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how a worker takes a message that has a record of its own.
 *
 * <ol>
 *   <li>No record: the worker creates it, taken and started. After a conflict it reads the record.
 *   <li>A replay that another operator has sent with another body: the worker dead-letters the
 *       copy.
 *   <li>Ended: the worker settles the copy as the record says. End states never change back.
 *   <li>Taken by a worker that lives, with {@link ClaimScope#MESSAGE}: the worker leaves it alone.
 *       With {@link ClaimScope#SESSION} the worker holds the session's claim, so the worker that
 *       took the message before has lost its claim.
 *   <li>Under a higher token than the worker's own, with {@link ClaimScope#SESSION}: either another
 *       worker has claimed the session since and this one is a zombie, or the message was taken
 *       while messages were claimed by themselves. The worker renews the session's claim. A
 *       zombie's renewal cannot land. If the renewal lands, no later claim wrote what was read
 *       before it.
 *   <li>Started under another claim, without an end: an attempt is used up, because the worker that
 *       ran it has died. It does not count when that worker belonged to a former incarnation of
 *       this process, which lost its lease and lives. With {@link InDoubt#BLOCK} the message does
 *       not run again.
 *   <li>An operator's pardon removes what was counted and in doubt before it.
 *   <li>Attempts used up: the message ends, or its session is held, by policy.
 *   <li>Otherwise the worker takes it, under a higher token where each message has its own, and
 *       starts it in that same write.
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
          new MessageContent.Open(
              me.message().id(), me.owner(), me.token(), first, me.message().replay());
      return new MessageDecision.Take(
          new MessageRecord(me.session(), mine, stamp), Optional.empty());
    }
    MessageContent content = found.record().content();
    Optional<Replay> other = otherBody(me.message(), content);
    if (other.isPresent()) {
      return new MessageDecision.OtherBody(other.get());
    }
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

  /**
   * The replay that {@code content} speaks of, where it has another body than {@code mine}: two
   * operators have sent the same dead letter again, each with a body of their own.
   */
  public static Optional<Replay> otherBody(MessageName mine, MessageContent content) {
    return content
        .replay()
        .filter(known -> mine.replay().map(own -> !own.body().equals(known.body())).orElse(false));
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
    // One that was given back and is taken again under the same token has its attempts numbered on.
    tries = isMine(open, me) || token == open.token() ? tries : tries.newlyClaimed();
    MessageContent.Open counted = open.takenBy(me.owner(), token, tries);
    if (tries.proven() >= me.terms().maxAttempts()) {
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
