package io.twinbus.receiver.session.state;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.OverflowRule;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker wants changed in its session's record. It is applied to the record as read, and
 * after a conflict once more, to the record as it reads then: never is an older document written
 * over what another writer wrote.
 */
public sealed interface RecordChange {

  /** The record with this change, made at {@code now}; its stamp is the writer's. */
  SessionRecord on(SessionRecord base, Instant now);

  /** The same, unless it stands on the record already. */
  default SessionRecord appliedTo(SessionRecord base, Instant now) {
    return standsOn(base) ? base : on(base, now);
  }

  /** Whether its effect is on the record already, from this write or another one. */
  default boolean standsOn(SessionRecord record) {
    return false;
  }

  /** A change that a worker writes only under its claim, and that leaves the claim as it is. */
  sealed interface UnderClaim extends RecordChange {}

  /** A change that a worker writes without a claim. */
  sealed interface WithoutClaim extends RecordChange {}

  /** The session is claimed; made by the claim rule, never applied to another record. */
  record Claim(ClaimId claim, Optional<ClaimDecision.Kind> kind, SessionRecord record)
      implements RecordChange {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return record;
    }

    @Override
    public boolean standsOn(SessionRecord read) {
      return read.custody().isHeldBy(claim);
    }
  }

  /** A message has ended, {@code at} that time. */
  record End(Delivery delivery, Position position, Ending ending, Instant at)
      implements UnderClaim {

    /** How it ended; {@code settlement} is for this copy, {@code kept} for the session's state. */
    public record Ending(EndState state, String reason, Settlement settlement, StateChange kept) {}

    /** A message is dead-lettered. */
    public static End dead(
        Delivery delivery, Position position, HandlerOutcome.DeadLetter how, Instant at) {
      return new End(
          delivery,
          position,
          new Ending(
              EndState.DEAD,
              how.reason(),
              new Settlement.DeadLetter(how.reason(), how.description()),
              new StateChange.Keep()),
          at);
    }

    /** The handler of {@code call} has ended well. */
    public static End done(HandlerCall call, StateChange kept, Instant at) {
      return new End(
          call.delivery(),
          call.position(),
          new Ending(EndState.DONE, "", new Settlement.Complete(), kept),
          at);
    }

    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      Progress ended =
          ProgressRule.ended(base.progress(), position, ending.state(), ending.reason(), at);
      return base.withProgress(isExplicit() ? ended.withExplicit(position.stream()) : ended)
          .withState(ending.kept().appliedTo(base.state()));
    }

    private boolean isExplicit() {
      return delivery.headers() instanceof ParsedHeaders.Sequenced sequenced
          && sequenced.headers().explicit();
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      return record.progress().cursor(position.stream()) >= position.seq();
    }
  }

  /** The numbers that a message passes over are closed. */
  record CloseHole(Position position) implements UnderClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(ProgressRule.holeClosed(base.progress(), position, now));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      return record.progress().cursor(position.stream()) >= position.seq() - 1;
    }
  }

  /** A handler call has failed; {@code attempt} was its number, {@code how} what it counts. */
  record CountFailure(Position position, int attempt, CountedAs how) implements UnderClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(SuspectRule.failed(base.progress(), position, how, now));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      Progress progress = record.progress();
      return progress.cursor(position.stream()) >= position.seq()
          || progress.attempts(position.stream(), position.seq()) >= attempt;
    }
  }

  /** This region waits at a gap. */
  record ReportGap(StreamId stream, RegionName region, long lowest)
      implements UnderClaim, WithoutClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(GapRule.reported(base.progress(), stream, region, lowest, now));
    }
  }

  /**
   * This region waits at a gap, and the record names an owner that is dead: its claim ends, the
   * token rises, and the report counts from now on. The next claim counts the owner's death,
   * because this worker may hold none of the messages that the owner ran.
   */
  record ReportOverDead(ReportGap report) implements WithoutClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      Progress suspected = SuspectRule.evicted(base.progress(), report.stream());
      return base.withCustody(base.custody().evicted())
          .withProgress(
              GapRule.renewed(suspected, report.stream(), report.region(), report.lowest(), now));
    }
  }

  /** The messages that these streams waited for have been found. */
  record Found(Set<StreamId> streams) implements UnderClaim, WithoutClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(GapRule.found(base.progress(), streams));
    }
  }

  /** By policy a gap is passed over; {@code from} is its first number. The token rises. */
  record SkipGap(StreamId stream, RegionName region, long from) implements WithoutClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withCustody(base.custody().raised())
          .withProgress(GapRule.skipped(base.progress(), stream, region, now));
    }
  }

  /** Streams that nothing has ended in for the whole retention are forgotten. */
  record Prune(Horizon horizon, Set<StreamId> inHand) implements UnderClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(horizon.pruned(base.progress(), inHand, now));
    }
  }

  /**
   * The claim is given back. What was started under it stays on record, for its end may not be
   * known; but not what was about to start and did not. A call that was {@code lost} with the link
   * to the broker goes on record. What the streams of {@code found} waited for is in hand.
   */
  record Release(Optional<Position> notStarted, Optional<Position> lost, Set<StreamId> found)
      implements RecordChange {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      Progress progress =
          notStarted
              .map(position -> SuspectRule.notStarted(base.progress(), position))
              .orElse(base.progress());
      Progress counted =
          lost.map(position -> SuspectRule.lostItsLink(progress, position, now)).orElse(progress);
      return base.withProgress(GapRule.found(counted, found))
          .withCustody(base.custody().released());
    }
  }

  /**
   * The claim is renewed under a higher token, because a call of the old one may still be at work;
   * the failure of that call is counted in the same write, or in its message's own record next.
   */
  record Renew(Owner next, Optional<LostCall> lost, String reason) implements RecordChange {

    /** A call for the message at {@code position} whose end is unknown, and what it counts. */
    public record LostCall(Position position, CountedAs how) {}

    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      Progress counted =
          lost.map(call -> SuspectRule.failed(base.progress(), call.position(), call.how(), now))
              .orElse(base.progress());
      return base.withProgress(counted).withCustody(base.custody().renewedBy(next));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      return record.custody().isHeldBy(next.claim());
    }
  }

  /**
   * A message that has a record of its own has ended, and changed the session's state: both in one
   * write. Its own record follows.
   */
  record NoteEnd(NotedEnd noted, StateChange kept) implements UnderClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      Progress progress = base.progress();
      return base.withProgress(progress.withAnnex(progress.annex().withNoted(noted)))
          .withState(kept.appliedTo(base.state()));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      return record.progress().annex().noted().filter(noted::equals).isPresent();
    }
  }

  /** Ended ranges leave the record, because {@code pages} keep them now. */
  record MoveOut(List<MessageContent.Page> pages) implements UnderClaim {

    /** Copies {@code pages}. */
    public MoveOut {
      pages = List.copyOf(pages);
    }

    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(OverflowRule.moved(base.progress(), pages));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      return OverflowRule.standsOn(record.progress(), pages);
    }
  }

  /** The cursor of a cold stream returns to the record. */
  record Return(MessageContent.Cold document) implements UnderClaim, WithoutClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(ColdRule.returned(base.progress(), document));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      return record.progress().cursors().containsKey(document.stream());
    }
  }

  /** Cursors leave the record, because {@code documents} show them now. */
  record Leave(List<MessageContent.Cold> documents) implements UnderClaim {

    /** Copies {@code documents}. */
    public Leave {
      documents = List.copyOf(documents);
    }

    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(ColdRule.left(base.progress(), documents));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      return ColdRule.haveLeft(record.progress(), documents);
    }
  }

  /** The session is held for an operator; a failure, unless it is on record, in the same write. */
  record BlockSession(Block block, Optional<CountFailure> failure) implements RecordChange {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      SessionRecord counted = failure.map(count -> count.appliedTo(base, now)).orElse(base);
      return counted.withCustody(base.custody().blocked(block));
    }
  }

  /** In place of a claim the session is held for an operator; made by the claim rule. */
  record Hold(SessionRecord record) implements WithoutClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return record;
    }

    public String reason() {
      Block block = record.custody().block();
      return block == null ? "" : block.reason();
    }
  }

  /** A handler is about to start. */
  record Start(Position position) implements UnderClaim {
    @Override
    public SessionRecord on(SessionRecord base, Instant now) {
      return base.withProgress(SuspectRule.aboutToStart(base.progress(), position));
    }

    @Override
    public boolean standsOn(SessionRecord record) {
      Progress progress = record.progress();
      return progress.cursor(position.stream()) >= position.seq()
          || progress
              .suspect(position.stream(), position.seq())
              .filter(Suspect::started)
              .isPresent();
    }
  }
}
