package io.twinbus.ledger.rules;

import io.twinbus.ledger.AttemptLimit;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.Suspect;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Which messages may have killed a process, and how that is counted.
 *
 * <ol>
 *   <li>The first takeover proves nothing: any message, or none, may have run. It only marks the
 *       head of each stream in hand as a suspect. A stream that has a suspect keeps it: the head in
 *       hand here may be the successor of a message that only the other region holds. A worker that
 *       ends a dead owner's claim to report a gap marks the missing number alone, and leaves the
 *       rest to the next claim: it may hold none of the messages that the dead owner ran.
 *   <li>A suspect's handler starts only when {@code started} is on record.
 *   <li>Every claim clears {@code started}, so {@code started} always speaks of the previous claim.
 *       Only a takeover that finds it counts. An orphan claim does not count, because its process
 *       lives; nor does a claim of a free session, because its worker let the call return. When a
 *       worker dies in a living process, the release of its claim counts the call as failed.
 *   <li>A message that a takeover has found started runs alone in its process from then on.
 *   <li>Failures that count and takeovers together use up the attempts ({@link AttemptLimit}).
 *   <li>A call that is lost with the link to the broker says nothing of its message. From the third
 *       in a row on it counts as a failure without evidence.
 *   <li>Every claim sets the number of failures that do not count to 0; its token is higher.
 *   <li>A worker of a group may die of a message while earlier messages of its stream are handled
 *       and not written. They run again before it. Each keeps its own count, the earliest first,
 *       until it has ended.
 * </ol>
 */
public final class SuspectRule {

  private SuspectRule() {}

  /** A claim of that kind begins, with {@code heads} in hand. */
  public static Progress claimed(Progress progress, ClaimDecision.Kind kind, List<Position> heads) {
    boolean isTakeover = kind == ClaimDecision.Kind.TAKEOVER;
    if (!isTakeover && progress.suspects().isEmpty()) {
      return progress;
    }
    SortedMap<StreamId, Suspect> suspects = new TreeMap<>(progress.suspects());
    suspects.replaceAll((stream, suspect) -> claimed(suspect.newlyClaimed(), isTakeover));
    if (isTakeover) {
      for (Position head : heads) {
        suspects.putIfAbsent(head.stream(), Suspect.first(head.seq()));
      }
    }
    return progress.withSuspects(suspects);
  }

  private static Suspect claimed(Suspect suspect, boolean isTakeover) {
    if (!suspect.started()) {
      return suspect;
    }
    return isTakeover ? suspect.takenOver() : suspect.withStarted(false);
  }

  /** A dead owner's claim has ended without a claim; the next one is a takeover. */
  public static Progress evicted(Progress progress, StreamId waiting) {
    SortedMap<StreamId, Suspect> suspects = new TreeMap<>(progress.suspects());
    suspects.putIfAbsent(waiting, Suspect.first(progress.cursor(waiting) + 1));
    return progress.withSuspects(suspects);
  }

  /** The handler of the message at {@code position} is about to start. */
  public static Progress aboutToStart(Progress progress, Position position) {
    return changed(progress, position, suspect -> suspect.withStarted(true));
  }

  /** The handler of the message at {@code position} was about to start, and did not. */
  public static Progress notStarted(Progress progress, Position position) {
    return progress.suspect(position.stream(), position.seq()).isEmpty()
        ? progress
        : changed(progress, position, suspect -> suspect.withStarted(false));
  }

  /** A handler call for the message at {@code position} has failed, {@code at} that time. */
  public static Progress failed(Progress progress, Position position, CountedAs how, Instant at) {
    return changed(progress, position, suspect -> suspect.failedOnceMore(how, at));
  }

  /** A handler call for the message at {@code position} was lost with the link to the broker. */
  public static Progress lostItsLink(Progress progress, Position position, Instant at) {
    return changed(progress, position, suspect -> suspect.lostItsLink(at));
  }

  /**
   * An operator lets every message begin anew, whatever is on record against it: here or, by the
   * pardon, in a message's own record.
   */
  public static Progress forgiven(Progress progress) {
    return progress.withSuspects(new TreeMap<>()).withAnnex(progress.annex().pardoned());
  }

  /** A message that was started and has not ended, if there is one. */
  public static Optional<Map.Entry<StreamId, Suspect>> started(Progress progress) {
    return progress.suspects().isEmpty()
        ? Optional.empty()
        : progress.suspects().entrySet().stream()
            .filter(entry -> entry.getValue().started())
            .findFirst();
  }

  /** A message that has ended meanwhile is no suspect any more. */
  private static Progress changed(
      Progress progress, Position position, UnaryOperator<Suspect> change) {
    if (progress.cursor(position.stream()) >= position.seq()) {
      return progress;
    }
    SortedMap<StreamId, Suspect> suspects = new TreeMap<>(progress.suspects());
    Optional<Suspect> first = Optional.ofNullable(suspects.get(position.stream()));
    suspects.put(position.stream(), changed(first, position.seq(), change));
    return progress.withSuspects(suspects);
  }

  /** Those of one stream stand in its order; a bare mark gives way to an earlier message. */
  private static Suspect changed(Optional<Suspect> first, long seq, UnaryOperator<Suspect> change) {
    if (first.filter(suspect -> suspect.seq() < seq).isPresent()) {
      Suspect earlier = first.get();
      return earlier.withLater(Optional.of(changed(earlier.later(), seq, change)));
    }
    boolean isKnown = first.filter(suspect -> suspect.seq() == seq).isPresent();
    return change.apply(
        isKnown
            ? first.get()
            : Suspect.first(seq).withLater(first.filter(Suspect::isMoreThanAMark)));
  }
}
