package io.twinbus.ledger.rules;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What an operator may erase of a session's record, and what stays as its tombstone.
 *
 * <ol>
 *   <li>The application's state goes, and so do the acts of operators and what handlers and
 *       operators gave as reasons. The record is FORGOTTEN then, and its document no longer names
 *       the session.
 *   <li>The noted end of a message goes where the message's own record says it, too. Otherwise it
 *       stays, without its reason, so that the message does not run again.
 *   <li>Cursors, token, and which numbers ended how stay: a straggler of a forgotten message is
 *       settled as before, and never runs. Of a stream that the application numbers they stay no
 *       longer than of any other.
 *   <li>Refused while something is still to run or to decide: an owner, a block, a gap, a message
 *       that has failed. It would need what is erased, or bring it back.
 *   <li>The act itself stays on record, with the operator's name and reason. Nothing holds the
 *       record any more, so the account removes it when the retention is over, counted from here.
 *   <li>A record that is such a tombstone already is left alone, so that a second act does not
 *       prolong its time.
 * </ol>
 */
public final class ForgetRule {

  /** Stands where a reason was. */
  public static final String FORGOTTEN = "Forgotten";

  /** What the act has done, in a few words. */
  public static final String EFFECT = "state, history and reasons erased; cursors stay";

  private ForgetRule() {}

  /**
   * The session is forgotten, but for how far it has come.
   *
   * @param isCarried whether the message's own record says that end, too
   */
  public static OperatorDecision forget(
      SessionRecord record, OperatorOrder order, Predicate<NotedEnd> isCarried) {
    Owner owner = record.custody().owner();
    Block block = record.custody().block();
    if (owner != null) {
      return new OperatorDecision.Busy(
          "Session '%s' is held by %s/%s: try again when it is idle, a minute ('long-linger') after its last message at the latest; end a dead owner's claim with 'sessions release'."
              .formatted(record.session(), owner.region(), owner.instance()));
    }
    if (block != null) {
      return new OperatorDecision.Refuse(
          "Session '%s' is BLOCKED, by %s: let it go on, or skip its message, before it is forgotten."
              .formatted(record.session(), block.by()));
    }
    if (!record.progress().waiting().isEmpty()) {
      return new OperatorDecision.Refuse(
          "Session '%s' waits for a message that no region has: let that come, or skip it with 'gaps skip', before it is forgotten."
              .formatted(record.session()));
    }
    if (record.progress().suspects().values().stream()
        .flatMap(Suspect::all)
        .anyMatch(Suspect::isMoreThanAMark)) {
      return new OperatorDecision.Refuse(
          "A message of session '%s' has failed and is to run again: wait for its end before it is forgotten."
              .formatted(record.session()));
    }
    return erased(record, order, isCarried);
  }

  private static OperatorDecision erased(
      SessionRecord record, OperatorOrder order, Predicate<NotedEnd> isCarried) {
    if (record.status() == SessionStatus.FORGOTTEN) {
      return new OperatorDecision.Refuse(
          "Session '%s' was forgotten at %s, and nothing is on record of it since."
              .formatted(record.session(), lastAct(record).at()));
    }
    SessionRecord bare =
        new SessionRecord(
            record.session(),
            record.custody().forgotten(),
            withoutReasons(record.progress(), isCarried),
            Optional.empty(),
            List.of(),
            record.stamp());
    return new OperatorDecision.Write(
        bare.withAct(order.act(Act.Kind.FORGET, EFFECT)).withStamp(order.stamp()), EFFECT);
  }

  private static Act lastAct(SessionRecord record) {
    return record.acts().isEmpty()
        ? new Act(Act.Kind.OTHER, "", "", "", record.stamp().at())
        : record.acts().get(record.acts().size() - 1);
  }

  private static Progress withoutReasons(Progress progress, Predicate<NotedEnd> isCarried) {
    BesideRecord beside = progress.annex();
    Optional<NotedEnd> noted =
        beside
            .noted()
            .filter(end -> !isCarried.test(end))
            .map(
                end ->
                    new NotedEnd(end.message(), end.state(), without(end.reason()), end.replay()));
    return withoutExplicit(progress)
        .withEnded(
            progress.ended().stream()
                .map(
                    range ->
                        new EndedRange(
                            range.stream(),
                            range.from(),
                            range.to(),
                            range.state(),
                            without(range.reason())))
                .toList())
        .withAnnex(new BesideRecord(beside.overflow(), noted, beside.pardons(), beside.cold()));
  }

  private static Progress withoutExplicit(Progress progress) {
    SortedMap<StreamId, Cursor> cursors = new TreeMap<>();
    progress
        .cursors()
        .forEach((stream, cursor) -> cursors.put(stream, new Cursor(cursor.seq(), cursor.at())));
    return new Progress(
        cursors, progress.ended(), progress.suspects(), progress.waiting(), progress.annex());
  }

  /** A message that ended DONE has no reason to begin with. */
  private static String without(String reason) {
    return reason.isEmpty() ? reason : FORGOTTEN;
  }
}
