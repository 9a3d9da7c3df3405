package io.twinbus.ledger.rules;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an operator may change in a session's record, and how.
 *
 * <ol>
 *   <li>Each act is one replace If-Match of the record as read, and stays in its list of acts. So
 *       whatever a worker writes in between refuses the act, which is then decided anew.
 *   <li>A handler runs only under a claim on record. So an act that ends messages is refused while
 *       an instance that may be alive holds one: the message could be running now.
 *   <li>{@code block}: only of a session that is not BLOCKED. The owner keeps its claim, commits
 *       the call in hand and releases.
 *   <li>{@code retry}: only of a BLOCKED session. Every attempt is forgiven.
 *   <li>{@code skip} and {@code done}: only of a BLOCKED session, and only the next message of a
 *       stream that something is held against. It ends as SKIPPED, or as DONE because somebody did
 *       by hand what it asks for, under the operator's name.
 *   <li>{@code release}: only a dead owner's claim. It ends as a takeover would end it: the token
 *       rises, and the next number of each stream is a suspect.
 *   <li>{@code skipGap}: only a gap that a region reports, to just before the lowest number that
 *       any report holds. The token rises, and a straggler is dead-lettered.
 * </ol>
 */
public final class OperatorRule {

  /** Begins the reason of a message that an operator skipped; the operator's name follows. */
  public static final String SKIPPED_BY = "SkippedByOperator: ";

  /** Begins the reason of a foreign message that an operator has done by hand. */
  public static final String DONE_BY = "DoneByOperator: ";

  private OperatorRule() {}

  /** The session is held until an operator lets it go on. */
  public static OperatorDecision block(SessionRecord record, OperatorOrder order) {
    Block held = record.custody().block();
    if (held != null) {
      return new OperatorDecision.Refuse(
          "Session '%s' is BLOCKED already, by %s: %s"
              .formatted(record.session(), held.by(), held.reason()));
    }
    Custody custody = record.custody();
    Block block = new Block(order.reason(), null, order.by(), order.stamp().at());
    return write(
        record.withCustody(
            new Custody(SessionStatus.BLOCKED, custody.owner(), custody.token(), block)),
        order.act(Act.Kind.BLOCK, "held for an operator"),
        order);
  }

  /** The session goes on, and the message that held it runs again. */
  public static OperatorDecision retry(SessionRecord record, OperatorOrder order) {
    if (record.status() != SessionStatus.BLOCKED) {
      return notBlocked(record);
    }
    String effect = "unblocked, every attempt forgiven" + blame(record);
    return write(
        record
            .withCustody(unblocked(record.custody()))
            .withProgress(SuspectRule.forgiven(record.progress())),
        order.act(Act.Kind.RETRY, effect),
        order);
  }

  /**
   * The session goes on behind the message that held it.
   *
   * @param stream the stream of that message; empty: the only one that something is held against
   */
  public static OperatorDecision skip(
      SessionRecord record, Optional<StreamId> stream, OperatorOrder order) {
    return passed(record, stream, EndState.SKIPPED, order);
  }

  /**
   * The session goes on behind the message that held it, which somebody has done by hand.
   *
   * @param stream as for {@link #skip}
   */
  public static OperatorDecision done(
      SessionRecord record, Optional<StreamId> stream, OperatorOrder order) {
    return passed(record, stream, EndState.DONE, order);
  }

  private static OperatorDecision passed(
      SessionRecord record, Optional<StreamId> stream, EndState end, OperatorOrder order) {
    if (record.status() != SessionStatus.BLOCKED) {
      return notBlocked(record);
    }
    if (record.custody().owner() != null) {
      return notGivenUp(record, record.custody().owner());
    }
    List<Map.Entry<StreamId, Suspect>> blamed =
        record.progress().suspects().entrySet().stream()
            .filter(entry -> entry.getValue().started() || entry.getValue().attempts() > 0)
            .filter(entry -> stream.map(entry.getKey()::equals).orElse(true))
            .toList();
    if (blamed.size() != 1) {
      return new OperatorDecision.Refuse(
          blamed.isEmpty()
              ? "Nothing is held against a message of session '%s': there is none to pass over, retry instead."
                  .formatted(record.session())
              : "Something is held against messages of several streams of session '%s': name the stream."
                  .formatted(record.session()));
    }
    return passed(record, blamed.get(0).getKey(), blamed.get(0).getValue().seq(), end, order);
  }

  /**
   * The session goes on behind the message without a number that held it; that message's own record
   * says already that it ended as {@code end}.
   */
  public static OperatorDecision passedOwn(
      SessionRecord record, EndState end, OperatorOrder order) {
    if (record.status() != SessionStatus.BLOCKED) {
      return notBlocked(record);
    }
    if (record.custody().owner() != null) {
      return notGivenUp(record, record.custody().owner());
    }
    Block block = record.custody().block();
    String message = block == null ? "" : String.valueOf(block.message());
    return write(
        record
            .withCustody(unblocked(record.custody()))
            .withProgress(SuspectRule.forgiven(record.progress())),
        order.act(kind(end), "unblocked, message %s %s".formatted(message, inWords(end))),
        order);
  }

  /** The reason of what {@code order} ends as {@code end}. */
  public static String endedBy(EndState end, OperatorOrder order) {
    return (end == EndState.DONE ? DONE_BY : SKIPPED_BY) + order.by();
  }

  /** The kind of act that ends a message as {@code end}. */
  public static Act.Kind kind(EndState end) {
    return end == EndState.DONE ? Act.Kind.DONE : Act.Kind.SKIP;
  }

  private static String inWords(EndState end) {
    return end == EndState.DONE ? "done by hand" : "skipped";
  }

  private static OperatorDecision notGivenUp(SessionRecord record, Owner owner) {
    return new OperatorDecision.Busy(
        "Session '%s' is BLOCKED, and a worker of %s has not given it up yet: its handler may be running."
            .formatted(record.session(), owner.instance()));
  }

  private static OperatorDecision passed(
      SessionRecord record, StreamId stream, long seq, EndState end, OperatorOrder order) {
    Progress progress = record.progress();
    if (seq != progress.cursor(stream) + 1) {
      return new OperatorDecision.Refuse(
          "Message %d of stream %s is not the next one of session '%s': the cursor is at %d; retry instead."
              .formatted(seq, stream, record.session(), progress.cursor(stream)));
    }
    Progress next =
        SuspectRule.forgiven(
            ProgressRule.ended(
                progress,
                new Position(stream, seq, seq - 1),
                end,
                endedBy(end, order),
                order.stamp().at()));
    String effect = "unblocked, message %d of stream %s %s".formatted(seq, stream, inWords(end));
    return write(
        record.withCustody(unblocked(record.custody())).withProgress(next),
        order.act(kind(end), effect),
        order);
  }

  /** A dead owner's claim ends. */
  public static OperatorDecision release(
      SessionRecord record, OwnerState owner, OperatorOrder order) {
    Owner holder = record.custody().owner();
    if (holder == null) {
      return new OperatorDecision.Refuse(
          "Session '%s' is %s: nobody holds it.".formatted(record.session(), record.status()));
    }
    if (owner != OwnerState.DEAD) {
      return alive(record, holder, "stop that receiver or evacuate its region");
    }
    Progress suspected = record.progress();
    for (StreamId stream : record.progress().cursors().keySet()) {
      suspected = SuspectRule.evicted(suspected, stream);
    }
    String effect = "claim of %s/%s ended".formatted(holder.region(), holder.instance());
    return write(
        record.withCustody(record.custody().evicted()).withProgress(suspected),
        order.act(Act.Kind.RELEASE, effect),
        order);
  }

  /** The gap of {@code stream} is passed over. */
  public static OperatorDecision skipGap(
      SessionRecord record, StreamId stream, OwnerState owner, OperatorOrder order) {
    Gap gap = record.progress().gap(stream).filter(g -> !g.reports().isEmpty()).orElse(null);
    if (gap == null) {
      return new OperatorDecision.Refuse(
          "No region reports a gap in stream %s of session '%s'."
              .formatted(stream, record.session()));
    }
    Owner holder = record.custody().owner();
    if (holder != null && owner != OwnerState.DEAD) {
      return alive(record, holder, "try again when it is not being worked on");
    }
    SessionRecord held =
        holder == null
            ? record.withCustody(record.custody().raised())
            : record
                .withCustody(record.custody().evicted())
                .withProgress(SuspectRule.evicted(record.progress(), stream));
    long to = GapRule.lastMissing(gap);
    EndedRange range =
        new EndedRange(stream, gap.cursor() + 1, to, EndState.SKIPPED, GapRule.LATE_AFTER_SKIP);
    String effect =
        "messages %d to %d of stream %s skipped".formatted(range.from(), range.to(), stream);
    return write(
        held.withProgress(ProgressRule.passedOver(held.progress(), range, order.stamp().at())),
        order.act(Act.Kind.SKIP_GAP, effect),
        order);
  }

  /** Something was done to the session beside its record; only that is noted. */
  public static OperatorDecision note(
      SessionRecord record, Act.Kind kind, String effect, OperatorOrder order) {
    return write(record, order.act(kind, effect), order);
  }

  private static OperatorDecision write(SessionRecord changed, Act act, OperatorOrder order) {
    return new OperatorDecision.Write(changed.withAct(act).withStamp(order.stamp()), act.effect());
  }

  private static Custody unblocked(Custody custody) {
    SessionStatus after = custody.owner() == null ? SessionStatus.IDLE : SessionStatus.WORKING;
    return new Custody(after, custody.owner(), custody.token(), null);
  }

  private static String blame(SessionRecord record) {
    Block block = record.custody().block();
    return block == null || block.message() == null ? "" : ", message " + block.message();
  }

  private static OperatorDecision notBlocked(SessionRecord record) {
    return new OperatorDecision.Refuse(
        "Session '%s' is %s, not BLOCKED: there is nothing to unblock."
            .formatted(record.session(), record.status()));
  }

  private static OperatorDecision alive(SessionRecord record, Owner holder, String advice) {
    return new OperatorDecision.Busy(
        "Session '%s' is held by %s/%s, which is alive: %s."
            .formatted(record.session(), holder.region(), holder.instance(), advice));
  }
}
