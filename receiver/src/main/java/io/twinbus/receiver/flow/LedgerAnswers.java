package io.twinbus.receiver.flow;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;

/**
 * What a worker concludes from the ledger's answers.
 *
 * <p>A write that was overwritten is looked for by its effect: the claim id, or a cursor at or past
 * the one written. Where the claim is still this worker's, somebody (an operator) wrote beside it:
 * the change is decided anew on the record as read, and an end state that is there already stands.
 * Otherwise the worker is fenced: it writes and settles nothing more.
 */
final class LedgerAnswers {

  private final Memory memory;
  private final ClaimedSteps claimed;

  LedgerAnswers(Memory memory, ClaimedSteps claimed) {
    this.memory = memory;
    this.claimed = claimed;
  }

  void on(LedgerLine.Result result, Now now) {
    if (result instanceof LedgerLine.Looked looked) {
      memory.see(looked.outcome(), now);
      return;
    }
    Change change = memory.writing;
    memory.writing = null;
    if (change == null) {
      throw new IllegalStateException("A write ended that nobody asked for.");
    }
    if (result instanceof LedgerLine.Landed landed) {
      memory.see(new ReadOutcome.Found(landed.record(), landed.version()), now);
      onLanded(change, landed.record(), now);
    } else {
      onOverwritten(change, ((LedgerLine.Overwritten) result).seen(), now);
    }
  }

  private void onLanded(Change change, SessionRecord record, Now now) {
    if (change instanceof Change.Claim claim) {
      memory.busyAt = now.monotonic();
      memory.report(
          new WorkerFact.Claimed(claim.kind().orElse(ClaimDecision.Kind.FREE), record.token()));
    } else if (change instanceof Change.End end) {
      claimed.onEnded(end, now);
    } else if (change instanceof Change.ReportGap report) {
      onGapReported(report, record, now);
    } else if (change instanceof Change.Release || change instanceof Change.BlockSession) {
      memory.forgetClaim();
      memory.report(new WorkerFact.Released());
    } else if (change instanceof Change.Renew renew) {
      onRenewed(renew, now);
    }
  }

  private void onGapReported(Change.ReportGap report, SessionRecord record, Now now) {
    long cursor = record.progress().cursor(report.stream());
    memory.report(new WorkerFact.GapReported(report.stream(), cursor, report.lowest()));
    if (memory.claim != null && memory.stopping == null) {
      memory.write(new Change.Release(), now);
    }
  }

  private void onRenewed(Change.Renew renew, Now now) {
    HandlerCall call = memory.call;
    HandlerOutcome late = memory.lateOutcome;
    memory.call = null;
    memory.lateOutcome = null;
    memory.forgetClaim();
    memory.claim = renew.next().claim();
    memory.callNotBefore = now.monotonic().plus(memory.settings.attempts().firstBackoff());
    if (call == null) {
      return;
    }
    memory.report(new WorkerFact.AttemptFailed(renew.position(), call.attempt(), renew.reason()));
    if (late instanceof HandlerOutcome.Completed) {
      claimed.onOutcome(call, late, now);
    }
  }

  private void onOverwritten(Change change, ReadOutcome seen, Now now) {
    memory.see(seen, now);
    if (seen instanceof ReadOutcome.Found found) {
      SessionRecord record = found.record();
      if (isMine(change, record)) {
        if (stands(change, record)) {
          onLanded(change, record, now);
        } else if (memory.stopping != Memory.Stopping.LEASE_LOST) {
          memory.write(change, now);
        }
        return;
      }
    }
    if (memory.claim == null) {
      return;
    }
    if (change instanceof Change.Renew renew) {
      memory.standing.unserve(renew.next().claim());
    }
    memory.forgetClaim();
    if (!(change instanceof Change.Claim || change instanceof Change.Release)) {
      memory.report(
          new WorkerFact.Fenced(
              "the record is somebody else's now; what was in hand is left to them"));
      memory.stopFor(Memory.Stopping.FENCED);
    }
  }

  private boolean isMine(Change change, SessionRecord record) {
    ClaimId claim = memory.claim;
    return (claim != null && record.custody().isHeldBy(claim)) || isRenewed(change, record);
  }

  private static boolean isRenewed(Change change, SessionRecord record) {
    return change instanceof Change.Renew renew && record.custody().isHeldBy(renew.next().claim());
  }

  /** Whether the effect of the change is on record already. */
  private static boolean stands(Change change, SessionRecord record) {
    if (change instanceof Change.End end) {
      return record.progress().cursor(end.position().stream()) >= end.position().seq();
    }
    if (change instanceof Change.CloseHole hole) {
      return record.progress().cursor(hole.position().stream()) >= hole.position().seq() - 1;
    }
    if (change instanceof Change.CountFailure failure) {
      Position position = failure.position();
      return record.progress().cursor(position.stream()) >= position.seq()
          || record.progress().failures(position.stream(), position.seq()) >= failure.attempt();
    }
    return change instanceof Change.Claim || isRenewed(change, record);
  }
}
