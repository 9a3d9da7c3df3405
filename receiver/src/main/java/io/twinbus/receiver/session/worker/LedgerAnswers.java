package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.MessageSteps;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.CommitBatch;
import io.twinbus.receiver.session.state.LifeState.StopReason;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import org.jspecify.annotations.Nullable;

/**
 * What a worker concludes from the ledger's answers.
 *
 * <p>When a write stands, all messages that ended with it are settled, and then whatever followed
 * them takes effect. One that was overwritten is looked for by its effect: the claim id, or a
 * cursor at or past the one written. Where the claim is still this worker's, somebody (an operator)
 * wrote beside it: all that is not on the record as read is written on it, and an end state that is
 * there stands. Otherwise the worker is fenced: it writes and settles nothing more.
 */
final class LedgerAnswers {

  private final WorkerState state;
  private final ClaimedSteps claimed;
  private final CallSteps calls;
  private final SuspectSteps suspects;
  private final MessageSteps messages;

  LedgerAnswers(
      WorkerState state,
      ClaimedSteps claimed,
      CallSteps calls,
      SuspectSteps suspects,
      MessageSteps messages) {
    this.messages = messages;
    this.state = state;
    this.claimed = claimed;
    this.calls = calls;
    this.suspects = suspects;
  }

  void on(RecordWriter.Result<SessionRecord> result, Now now) {
    if (result instanceof RecordWriter.Answered<SessionRecord> read) {
      state.see(read.outcome(), now);
      return;
    }
    CommitBatch group = state.writes.concluded();
    if (result instanceof PendingWrite.Landed<SessionRecord> landed) {
      state.see(new ReadOutcome.Found<>(landed.record(), landed.version()), now);
      onLanded(group, landed.record(), now);
    } else {
      onOverwritten(group, ((PendingWrite.Overwritten<SessionRecord>) result).seen(), now);
    }
  }

  private void onLanded(CommitBatch group, SessionRecord record, Now now) {
    state.uncommitted.landed(group.ended().size());
    if (group.endings() > 0) {
      state.effects.report(new WorkerFact.Committed(group.endings()));
    }
    group.ended().forEach(end -> onEnded(end, now));
    group.last().ifPresent(change -> onLanded(change, record, now));
  }

  private void onLanded(RecordChange change, SessionRecord record, Now now) {
    if (change instanceof RecordChange.Claim claim) {
      ClaimDecision.Kind kind = claim.kind().orElse(ClaimDecision.Kind.FREE);
      state.times.worked(now);
      state.enter(state.in(SessionState.Claiming.class).claimed());
      suspects.onClaimed(kind, record.custody().resting());
      state.effects.report(new WorkerFact.Claimed(kind, record.token()));
    } else if (change instanceof RecordChange.End end) {
      onEnded(end, now);
    } else if (change instanceof RecordChange.ReportGap report) {
      onGapReported(report, record, now);
    } else if (change instanceof RecordChange.ReportOverDead over) {
      tellOfGap(over.report().stream(), record, over.report().lowest());
    } else if (change instanceof RecordChange.SkipGap skip) {
      onGapSkipped(skip, record, now);
    } else if (change instanceof RecordChange.Release) {
      state.enter(state.in(SessionState.Releasing.class).released());
      state.effects.report(new WorkerFact.Released());
    } else if (change instanceof RecordChange.BlockSession blocking) {
      if (state.call() instanceof CallState.Present call) {
        state.enter(call.over());
      }
      state.enter(state.in(SessionState.Releasing.class).released());
      state.effects.report(new WorkerFact.Blocked(blocking.block().reason()));
    } else if (change instanceof RecordChange.Start start) {
      state.enter(state.in(SessionState.Claimed.class).startRecorded(start.position()));
    } else if (change instanceof RecordChange.Hold hold) {
      state.effects.report(new WorkerFact.Blocked(hold.reason()));
    } else if (change instanceof RecordChange.Renew renew) {
      onRenewed(renew, now);
    } else if (change instanceof RecordChange.Leave leave) {
      leave.documents().forEach(document -> state.cold.forget(document.stream()));
      state.effects.report(new WorkerFact.StreamsCooled(leave.documents().size()));
    } else if (change instanceof RecordChange.NoteEnd note) {
      messages.onNoted(note.noted(), now);
    }
  }

  private void onEnded(RecordChange.End end, Now now) {
    suspects.onEnded(end.position());
    claimed.onEnded(end, now);
  }

  private void onGapReported(RecordChange.ReportGap report, SessionRecord record, Now now) {
    tellOfGap(report.stream(), record, report.lowest());
    if (state.session() instanceof SessionState.Claimed held && state.isWorking()) {
      state.writes.release(held, now);
    }
  }

  private void tellOfGap(StreamId stream, SessionRecord record, long lowest) {
    state.effects.report(
        new WorkerFact.GapReported(stream, record.progress().cursor(stream), lowest));
  }

  private void onGapSkipped(RecordChange.SkipGap skip, SessionRecord record, Now now) {
    state.times.moved(now);
    long to = record.progress().cursor(skip.stream());
    state.effects.report(new WorkerFact.GapSkipped(skip.stream(), skip.from(), to));
  }

  private void onRenewed(RecordChange.Renew renew, Now now) {
    CallState before = state.call();
    state.enter(state.in(SessionState.Renewing.class).renewed());
    boolean isSingle = renew.lost().isEmpty();
    if (before instanceof CallState.Present call) { // else it has answered EndUnknown
      state.enter(call.over());
      state.times.retryAt(now.monotonic().plus(state.pauseAfter(1)));
      state.attemptFailed(
          call.call(),
          renew.lost().map(RecordChange.Renew.LostCall::how).orElse(CountedAs.NOT),
          renew.reason());
    }
    if (before instanceof CallState.Returned late
        && late.outcome() instanceof HandlerOutcome.Completed) {
      calls.onOutcome(late, now);
    } else if (isSingle && state.isWorking()) {
      messages.onRenewed(now);
    }
  }

  private void onOverwritten(CommitBatch group, ReadOutcome<SessionRecord> seen, Now now) {
    state.see(seen, now);
    RecordChange last = group.last().orElse(null);
    if (seen instanceof ReadOutcome.Found<SessionRecord> found && isMine(last, found.record())) {
      if (group.standsOn(found.record())) {
        onLanded(group, found.record(), now);
      } else if (!state.isStoppingFor(StopReason.LEASE_LOST)) {
        state.writes.again(group, now);
      }
      return;
    }
    if (!(state.session() instanceof SessionState.Held held)) {
      return;
    }
    state.enter(held.dropped());
    boolean isNothingLost =
        last instanceof RecordChange.Claim || last instanceof RecordChange.Release;
    if (!isNothingLost || !state.uncommitted.isEmpty()) {
      state.effects.report(
          new WorkerFact.Fenced(
              "the record is somebody else's now; what was in hand is left to them"));
      state.stopFor(StopReason.FENCED);
    }
  }

  private boolean isMine(@Nullable RecordChange last, SessionRecord record) {
    ClaimId claim = state.claim();
    return (claim != null && record.custody().isHeldBy(claim))
        || (last instanceof RecordChange.Renew renew && renew.standsOn(record));
  }
}
