package io.twinbus.receiver.session;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
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

  private final WorkerState memory;
  private final ClaimedSteps claimed;
  private final CallSteps calls;
  private final SuspectSteps suspects;
  private final MessageSteps messages;

  LedgerAnswers(
      WorkerState memory,
      ClaimedSteps claimed,
      CallSteps calls,
      SuspectSteps suspects,
      MessageSteps messages) {
    this.messages = messages;
    this.memory = memory;
    this.claimed = claimed;
    this.calls = calls;
    this.suspects = suspects;
  }

  void on(LedgerLine.Result result, Now now) {
    if (result instanceof LedgerLine.Looked looked) {
      memory.see(looked.outcome(), now);
      return;
    }
    CommitBatch group = memory.writing;
    memory.writing = null;
    if (group == null) {
      throw new IllegalStateException("A write ended that nobody asked for.");
    }
    if (result instanceof LedgerLine.Landed landed) {
      memory.see(new ReadOutcome.Found(landed.record(), landed.version()), now);
      onLanded(group, landed.record(), now);
    } else {
      onOverwritten(group, ((LedgerLine.Overwritten) result).seen(), now);
    }
  }

  private void onLanded(CommitBatch group, SessionRecord record, Now now) {
    memory.uncommitted.landed(group.ended().size());
    if (group.endings() > 0) {
      memory.report(new WorkerFact.Committed(group.endings()));
    }
    group.ended().forEach(end -> onEnded(end, now));
    group.last().ifPresent(change -> onLanded(change, record, now));
  }

  private void onLanded(RecordChange change, SessionRecord record, Now now) {
    if (change instanceof RecordChange.Claim claim) {
      ClaimDecision.Kind kind = claim.kind().orElse(ClaimDecision.Kind.FREE);
      memory.busyAt = now.monotonic();
      suspects.onClaimed(kind);
      memory.report(new WorkerFact.Claimed(kind, record.token()));
    } else if (change instanceof RecordChange.End end) {
      onEnded(end, now);
    } else if (change instanceof RecordChange.ReportGap report) {
      onGapReported(report, record, now);
    } else if (change instanceof RecordChange.ReportOverDead over) {
      tellOfGap(over.report().stream(), record, over.report().lowest());
    } else if (change instanceof RecordChange.SkipGap skip) {
      onGapSkipped(skip, record, now);
    } else if (change instanceof RecordChange.Release) {
      memory.forgetClaim();
      memory.report(new WorkerFact.Released());
    } else if (change instanceof RecordChange.BlockSession blocking) {
      memory.call = null; // if it has not returned, nobody waits for it any more
      memory.forgetClaim();
      memory.report(new WorkerFact.Blocked(blocking.block().reason()));
    } else if (change instanceof RecordChange.Start start) {
      memory.aboutToStart = start.position();
    } else if (change instanceof RecordChange.Hold hold) {
      memory.report(new WorkerFact.Blocked(hold.reason()));
    } else if (change instanceof RecordChange.Renew renew) {
      onRenewed(renew, now);
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
    if (memory.claim != null && memory.stopping == null) {
      memory.release(now);
    }
  }

  private void tellOfGap(StreamId stream, SessionRecord record, long lowest) {
    memory.report(new WorkerFact.GapReported(stream, record.progress().cursor(stream), lowest));
  }

  private void onGapSkipped(RecordChange.SkipGap skip, SessionRecord record, Now now) {
    memory.movedAt = now.monotonic();
    long to = record.progress().cursor(skip.stream());
    memory.report(new WorkerFact.GapSkipped(skip.stream(), skip.from(), to));
  }

  private void onRenewed(RecordChange.Renew renew, Now now) {
    HandlerCall call = memory.call;
    memory.call = null;
    memory.forgetClaim();
    memory.claim = renew.next().claim();
    boolean isSingle = renew.position().isEmpty();
    if (call != null) { // else it has said itself that its end is not known
      memory.callNotBefore = now.monotonic().plus(memory.settings.attempts().backoff().first());
      memory.attemptFailed(call, renew.reason());
    }
    if (call != null && call.outcome() instanceof HandlerOutcome.Completed late) {
      calls.onOutcome(call, late, now);
    } else if (isSingle && memory.stopping == null) {
      messages.onRenewed(now);
    }
  }

  private void onOverwritten(CommitBatch group, ReadOutcome seen, Now now) {
    memory.see(seen, now);
    RecordChange last = group.last().orElse(null);
    if (seen instanceof ReadOutcome.Found found && isMine(last, found.record())) {
      if (group.standsOn(found.record())) {
        onLanded(group, found.record(), now);
      } else if (memory.stopping != WorkerState.Stopping.LEASE_LOST) {
        memory.write(group.last(), now);
      }
      return;
    }
    if (memory.claim == null) {
      return;
    }
    if (last instanceof RecordChange.Renew renew) {
      memory.standing.unserve(renew.next().claim());
    }
    memory.forgetClaim();
    boolean isNothingLost =
        last instanceof RecordChange.Claim || last instanceof RecordChange.Release;
    if (!isNothingLost || !memory.uncommitted.isEmpty()) {
      memory.report(
          new WorkerFact.Fenced(
              "the record is somebody else's now; what was in hand is left to them"));
      memory.stopFor(WorkerState.Stopping.FENCED);
    }
  }

  private boolean isMine(@Nullable RecordChange last, SessionRecord record) {
    ClaimId claim = memory.claim;
    return (claim != null && record.custody().isHeldBy(claim))
        || (last instanceof RecordChange.Renew renew && renew.standsOn(record));
  }
}
