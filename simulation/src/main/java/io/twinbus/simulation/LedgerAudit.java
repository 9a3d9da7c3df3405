package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every write that the ledger has taken: who may write, and what may change.
 *
 * <p>Custody is checked here, progress by {@link ProgressAudit}.
 */
final class LedgerAudit {

  private static final int FRUITLESS_CLAIMS = 40;

  private final Predicate<Owner> isServing;
  private final ProgressAudit progress;
  private final SuspectAudit suspects;
  private final GapAudit gaps;
  private final Set<ClaimId> lost;
  private final Map<SessionId, Integer> fruitless = new HashMap<>();

  /**
   * Begins without a write.
   *
   * @param isServing whether a worker serves the claim and its instance's lease holds
   * @param lost the claims that others took, which this audit adds to
   */
  LedgerAudit(
      Predicate<Owner> isServing,
      Set<ClaimId> lost,
      ProgressAudit progress,
      SuspectAudit suspects,
      GapAudit gaps) {
    this.lost = lost;
    this.isServing = isServing;
    this.progress = progress;
    this.suspects = suspects;
    this.gaps = gaps;
  }

  /** Whether somebody else claimed a session that stood under {@code claim}. */
  boolean wasTaken(ClaimId claim) {
    return lost.contains(claim);
  }

  void accepted(@Nullable SessionRecord before, SessionRecord after, Writer writer) {
    if (before != null) {
      custody(before, after, writer);
    }
    progress.accepted(before, after, writer);
    suspects.accepted(before, after, writer);
    gaps.accepted(before, after, writer);
    fruitful(before, after);
  }

  /** A session that is claimed again and again without a step forward is handed to and fro. */
  private void fruitful(@Nullable SessionRecord before, SessionRecord after) {
    Progress then = before == null ? Progress.NONE : before.progress();
    Progress now = after.progress();
    if (!then.cursors().equals(now.cursors()) || !then.suspects().equals(now.suspects())) {
      fruitless.remove(after.session());
    } else if (before == null || before.token() < after.token()) {
      int claims = fruitless.merge(after.session(), 1, Integer::sum);
      require(
          claims <= FRUITLESS_CLAIMS,
          Invariant.P5_LIVENESS,
          () -> "%s was claimed %d times without a step".formatted(after.session(), claims));
    }
  }

  private void custody(SessionRecord before, SessionRecord after, Writer writer) {
    Custody then = before.custody();
    Custody now = after.custody();
    require(
        now.token() >= then.token(),
        Invariant.P4_FENCING,
        () ->
            "%s wrote %s under token %d over token %d"
                .formatted(writer.name(), after.session(), now.token(), then.token()));
    if (writer.isOperator()) {
      releasedByOperator(then.owner(), now.owner(), after, writer);
      return;
    }
    require(
        then.status() != SessionStatus.BLOCKED || now.status() == SessionStatus.BLOCKED,
        Invariant.P4_FENCING,
        () -> "%s took an operator's block off %s".formatted(writer.name(), after.session()));
    Owner owner = now.owner();
    boolean isHold =
        now.status() == SessionStatus.BLOCKED
            && now.token() > then.token()
            && SuspectRule.started(before.progress()).isPresent();
    if (isHold || (owner != null && !owner.equals(then.owner()))) {
      claimed(before, after, writer);
    } else if (isEviction(then, now, writer)) {
      evicted(before, after, writer);
    } else if (then.owner() == null && now.owner() == null && isSkip(before, after)) {
      skipped(before, after, writer);
    } else if (!before.progress().cursors().equals(after.progress().cursors())
        || !before.progress().suspects().equals(after.progress().suspects())
        || !before.progress().ended().equals(after.progress().ended())
        || !then.equals(now)) {
      underClaim(before, after, writer);
    }
  }

  private void releasedByOperator(
      @Nullable Owner then, @Nullable Owner now, SessionRecord after, Writer writer) {
    if (then != null && now == null) {
      require(
          !isServing.test(then),
          Invariant.P4_FENCING,
          () ->
              "%s ended the claim on %s of a worker that serves it"
                  .formatted(writer.name(), after.session()));
      lost.add(then.claim());
    }
  }

  private void claimed(SessionRecord before, SessionRecord after, Writer writer) {
    require(
        after.token() == before.token() + 1,
        Invariant.P4_FENCING,
        () ->
            "%s claimed %s with token %d after token %d"
                .formatted(writer.name(), after.session(), after.token(), before.token()));
    Owner previous = before.custody().owner();
    if (previous != null && !writer.claims().contains(previous.claim())) {
      lost.add(previous.claim());
      require(
          !isServing.test(previous),
          Invariant.P4_FENCING,
          () ->
              "%s claimed %s from a worker that serves it and whose lease holds"
                  .formatted(writer.name(), after.session()));
    }
  }

  private static boolean isEviction(Custody then, Custody now, Writer writer) {
    return then.owner() != null
        && now.owner() == null
        && now.token() > then.token()
        && !writer.claims().contains(then.owner().claim());
  }

  /** Whoever reports a gap ends a dead owner's claim. */
  private void evicted(SessionRecord before, SessionRecord after, Writer writer) {
    Owner previous = Objects.requireNonNull(before.custody().owner());
    require(
        !isServing.test(previous)
            && after.token() == before.token() + 1
            && before.progress().cursors().equals(after.progress().cursors()),
        Invariant.P4_FENCING,
        () ->
            "%s ended the claim on %s of a worker that serves it"
                .formatted(writer.name(), after.session()));
    lost.add(previous.claim());
  }

  private static boolean isSkip(SessionRecord before, SessionRecord after) {
    return !before.progress().cursors().equals(after.progress().cursors());
  }

  private void skipped(SessionRecord before, SessionRecord after, Writer writer) {
    require(
        after.token() == before.token() + 1 && after.status() == before.status(),
        Invariant.P4_FENCING,
        () -> "%s skips in %s under the same token".formatted(writer.name(), after.session()));
    for (StreamId stream : after.progress().cursors().keySet()) {
      if (after.progress().cursor(stream) != before.progress().cursor(stream)) {
        gaps.skipped(before, after, stream, writer);
      }
    }
  }

  private static void underClaim(SessionRecord before, SessionRecord after, Writer writer) {
    Owner owner = before.custody().owner();
    require(
        owner != null && writer.claims().contains(owner.claim()),
        Invariant.P4_FENCING,
        () -> "%s wrote %s without holding its claim".formatted(writer.name(), after.session()));
    require(
        after.token() == before.token(),
        Invariant.P4_FENCING,
        () ->
            "%s changed the token of %s without a claim".formatted(writer.name(), after.session()));
  }
}
