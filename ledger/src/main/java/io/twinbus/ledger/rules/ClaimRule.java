package io.twinbus.ledger.rules;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.Map;

/**
 * Whether and how a worker with a runnable message in hand claims its session.
 *
 * <ol>
 *   <li>No record: create one. Its token starts from the wall clock in milliseconds, so that it is
 *       higher than any that a purged record of the session ever had.
 *   <li>IDLE or PENDING: replace it, token + 1. PENDING with suspects on record is what a dead
 *       owner has left after a region ended its claim to report a gap: that is a takeover, too.
 *   <li>WORKING, and its owner is judged dead: take over, token + 1.
 *   <li>WORKING, and its owner is this process without a worker that serves the claim: claim anew,
 *       token + 1; else a claim whose worker died would stay for ever.
 *   <li>WORKING otherwise, or BLOCKED: leave it alone.
 *   <li>A claim treats suspects as {@link SuspectRule} says. With {@link InDoubt#BLOCK} a claim
 *       that finds a message started writes BLOCKED instead, in that very write. If the mark were
 *       cleared first, a worker that claims in between would run the message again.
 * </ol>
 *
 * The claim also withdraws the gap reports whose message the claimer has in hand ({@link GapRule}).
 */
public final class ClaimRule {

  private ClaimRule() {}

  /** What to do, given what a read showed ({@code Found} or {@code Absent}). */
  public static ClaimDecision decide(
      ReadOutcome<SessionRecord> seen,
      SessionId session,
      Claimant me,
      WriteMark stamp,
      Ownership standing) {
    if (!(seen instanceof ReadOutcome.Found<SessionRecord> found)) {
      Custody none = new Custody(SessionStatus.PENDING, null, stamp.at().toEpochMilli() - 1, null);
      return new ClaimDecision.Create(
          SessionRecord.first(session, none.claimedBy(me.owner()), stamp));
    }
    Custody custody = found.record().custody();
    return switch (custody.status()) {
      case IDLE, FORGOTTEN -> claim(found, me, stamp, ClaimDecision.Kind.FREE);
      case PENDING ->
          claim(
              found,
              me,
              stamp,
              found.record().progress().suspects().isEmpty()
                  ? ClaimDecision.Kind.FREE
                  : ClaimDecision.Kind.TAKEOVER);
      case BLOCKED -> new ClaimDecision.Leave(ClaimDecision.Reason.BLOCKED);
      case WORKING -> {
        Owner owner = custody.owner();
        yield switch (owner == null ? OwnerState.DEAD : standing.judge(owner)) {
          case DEAD -> claim(found, me, stamp, ClaimDecision.Kind.TAKEOVER);
          case ORPHAN -> claim(found, me, stamp, ClaimDecision.Kind.ORPHAN);
          case ALIVE, SERVED -> new ClaimDecision.Leave(ClaimDecision.Reason.OWNED);
        };
      }
    };
  }

  private static ClaimDecision claim(
      ReadOutcome.Found<SessionRecord> found,
      Claimant me,
      WriteMark stamp,
      ClaimDecision.Kind kind) {
    SessionRecord record = found.record();
    if (me.inDoubt() == InDoubt.BLOCK && SuspectRule.started(record.progress()).isPresent()) {
      return new ClaimDecision.Hold(held(record, me, stamp), found.version());
    }
    return new ClaimDecision.Replace(
        record
            .withCustody(record.custody().claimedBy(me.owner()))
            .withProgress(SuspectRule.claimed(record.progress(), kind, me.heads()))
            .withStamp(stamp),
        found.version(),
        kind);
  }

  /** Under a higher token, as by a claim: the previous holder is fenced. */
  private static SessionRecord held(SessionRecord record, Claimant me, WriteMark stamp) {
    Map.Entry<StreamId, Suspect> suspect = SuspectRule.started(record.progress()).orElseThrow();
    String reason =
        "Message %d of stream %s was started, and it is not known how that ended."
            .formatted(suspect.getValue().seq(), suspect.getKey());
    Block block = new Block(reason, null, me.owner().instance().value(), stamp.at());
    return record
        .withCustody(record.custody().claimedBy(me.owner()).blocked(block))
        .withStamp(stamp);
  }
}
