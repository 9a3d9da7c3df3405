package io.twinbus.ledger.rules;

import io.twinbus.ledger.Progress;
import io.twinbus.ledger.Suspect;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Which messages may be to blame for a process that died, and how that is counted.
 *
 * <ol>
 *   <li>The first takeover proves nothing: any message, or none, may have run. It only marks the
 *       head of every stream in hand as a suspect; one that a stream has already stays, for the
 *       head in hand here may be the successor of one that only the other region holds. Who ends a
 *       dead owner's claim to report a gap marks the number that he misses, and leaves the rest to
 *       the claim that follows: he may hold nothing of what that owner was at.
 *   <li>A suspect's handler starts only when {@code started} is on record.
 *   <li>Every claim clears {@code started}, so that it always speaks of the claim before; only a
 *       takeover that finds it counts. The process of an orphan lives, and a free session's worker
 *       has let its call return: neither counts. (A worker that dies in a process that lives has
 *       its call counted as a failed one where its claim is released.)
 *   <li>A message that a takeover has found started runs alone in its process from then on.
 *   <li>Failures and counted takeovers together use up the attempts.
 * </ol>
 */
public final class SuspectRule {

  private SuspectRule() {}

  /** A claim of that kind begins, with {@code heads} in hand. */
  public static Progress claimed(Progress progress, ClaimDecision.Kind kind, List<Position> heads) {
    boolean isTakeover = kind == ClaimDecision.Kind.TAKEOVER;
    if (!isTakeover && started(progress).isEmpty()) {
      return progress;
    }
    SortedMap<StreamId, Suspect> suspects = new TreeMap<>(progress.suspects());
    suspects.replaceAll(
        (stream, suspect) -> {
          if (!suspect.started()) {
            return suspect;
          }
          return isTakeover ? suspect.takenOver() : suspect.withStarted(false);
        });
    if (isTakeover) {
      for (Position head : heads) {
        suspects.putIfAbsent(head.stream(), Suspect.first(head.seq()));
      }
    }
    return progress.withSuspects(suspects);
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

  /** A handler call for the message at {@code position} has failed. */
  public static Progress failed(Progress progress, Position position) {
    return changed(progress, position, Suspect::failedOnceMore);
  }

  /**
   * The worker that had called the handler of the message at {@code position} died, in a process
   * that lives: its call has failed. What is held against an earlier message of the stream, which
   * runs again as well, stands instead; what is held against a later one makes room, for this one
   * runs again before it, and might never let it come to that.
   */
  public static Progress workerDied(Progress progress, Position position) {
    Suspect known = progress.suspects().get(position.stream());
    return known == null || known.seq() >= position.seq() ? failed(progress, position) : progress;
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
    return progress.suspects().entrySet().stream()
        .filter(entry -> entry.getValue().started())
        .findFirst();
  }

  /** A message that has ended meanwhile is no suspect any more. */
  private static Progress changed(
      Progress progress, Position position, UnaryOperator<Suspect> change) {
    if (progress.cursor(position.stream()) >= position.seq()) {
      return progress;
    }
    Suspect known =
        progress
            .suspect(position.stream(), position.seq())
            .orElseGet(() -> Suspect.first(position.seq()));
    SortedMap<StreamId, Suspect> suspects = new TreeMap<>(progress.suspects());
    suspects.put(position.stream(), change.apply(known));
    return progress.withSuspects(suspects);
  }
}
