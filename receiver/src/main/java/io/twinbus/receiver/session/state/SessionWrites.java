package io.twinbus.receiver.session.state;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.Now;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The writes of the session's record, one at a time. Each takes the state in which it is legal, and
 * takes along all that has ended and is not in the ledger yet.
 *
 * <ol>
 *   <li>A write that changes the claim moves the worker to the state that waits for its answer.
 *   <li>Any other write leaves the state as it is.
 *   <li>{@code LedgerAnswers} makes the move that follows from the answer.
 * </ol>
 */
public final class SessionWrites {

  private final WorkerState state;
  private final RecordWriter<SessionRecord> writer;
  private @Nullable CommitBatch writing;

  public SessionWrites(WorkerState state, RecordWriter<SessionRecord> writer) {
    this.state = state;
    this.writer = writer;
  }

  /** The change behind the ends that are being written; empty when there is none. */
  public Optional<RecordChange> changing() {
    CommitBatch batch = writing;
    return batch == null ? Optional.empty() : batch.last();
  }

  /** Whether only ends are being written, and no other writer's change has been detected. */
  public boolean isCommitting() {
    return writing != null && writing.last().isEmpty() && !writer.isReadingAfterConflict();
  }

  /** Takes out what was written: its outcome is known. */
  public CommitBatch concluded() {
    CommitBatch batch = writing;
    if (batch == null) {
      throw new IllegalStateException("A write ended that the worker did not ask for.");
    }
    writing = null;
    return batch;
  }

  /** Writes all that has ended so far. */
  public void commit(SessionState.Claimed from, Now now) {
    require(from);
    write(Optional.empty(), now);
  }

  /** Writes {@code change}, behind all that has ended so far; the claim stays. */
  public void change(SessionState.Claimed from, RecordChange.UnderClaim change, Now now) {
    require(from);
    write(Optional.of(change), now);
  }

  /** Gives the claim back, and with it every report of a gap whose message is in hand. */
  public void release(SessionState.Claimed from, Now now) {
    require(from);
    RecordChange.Release release =
        new RecordChange.Release(from.marked(), state.lostWithItsLink(), state.answeredGaps(now));
    write(Optional.of(release), now);
    state.enter(from.releasing());
  }

  /** Holds the session for an operator, which ends the claim. */
  public void block(SessionState.Claimed from, RecordChange.BlockSession block, Now now) {
    require(from);
    write(Optional.of(block), now);
    state.enter(from.releasing());
  }

  /** Renews the claim under a higher token; the {@code lost} call counts in that write. */
  public void renew(
      SessionState.Claimed from,
      Optional<RecordChange.Renew.LostCall> lost,
      String reason,
      Now now) {
    require(from);
    Owner next = state.newOwner();
    state.enter(from.renewing(next.claim()));
    write(Optional.of(new RecordChange.Renew(next, lost, reason)), now);
  }

  /** Claims the session, over the record as read. */
  public void claim(SessionState.Unclaimed from, RecordChange.Claim claim, Now now) {
    require(from);
    state.cold.claiming(claim.claim(), state.view.found().orElseThrow().version());
    state.enter(from.claiming(claim.claim()));
    write(Optional.of(claim), now);
  }

  /** Claims the session with the creation of its record. */
  public void createClaimed(SessionState.Unclaimed from, RecordChange.Claim claim) {
    require(from);
    state.enter(from.claiming(claim.claim()));
    create(claim, claim.record());
  }

  /** Writes {@code change} without a claim. */
  public void change(SessionState.Unclaimed from, RecordChange.WithoutClaim change, Now now) {
    require(from);
    write(Optional.of(change), now);
  }

  /** Creates {@code record}, with {@code report} on it and without a claim. */
  public void create(
      SessionState.Unclaimed from, RecordChange.ReportGap report, SessionRecord record) {
    require(from);
    create(report, record);
  }

  /** Writes again what another writer's change has undone, over the record as read since. */
  public void again(CommitBatch batch, Now now) {
    write(batch.last(), now);
  }

  private void require(SessionState from) {
    if (state.session() != from) {
      throw new IllegalStateException("A write from %s in %s.".formatted(from, state.session()));
    }
  }

  private void write(Optional<RecordChange> last, Now now) {
    ReadOutcome.Found<SessionRecord> base = state.view.found().orElseThrow();
    SessionRecord ended = committed(state.uncommitted.ahead().orElseThrow());
    SessionRecord changed = last.map(change -> change.appliedTo(ended, now.wall())).orElse(ended);
    SessionRecord record = changed.withStamp(state.stamp(now));
    if (last.isEmpty()) {
      state.uncommitted.writing(record);
    }
    writing = new CommitBatch(state.uncommitted.all(), last);
    writer.write(new PendingWrite<>(record, Optional.of(base.version())));
  }

  /** Under the worker's own claim it says, too, whether anything is left in hand. */
  private SessionRecord committed(SessionRecord ended) {
    ClaimId claim = state.claim();
    if (claim == null || !ended.custody().isHeldBy(claim)) {
      return ended;
    }
    boolean nothingInHand = !state.hasCall() && state.inbox.hasOnlyEnded(ended.progress());
    return ended.withCustody(ended.custody().resting(nothingInHand));
  }

  private void create(RecordChange change, SessionRecord record) {
    writing = new CommitBatch(List.of(), Optional.of(change));
    writer.write(new PendingWrite<>(record, Optional.empty()));
  }
}
