package io.twinbus.ledger.write;

import io.twinbus.ledger.LedgerDocument;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.Optional;

/**
 * One write to one document of the ledger, whose outcome is not known yet, and the rule that finds
 * it out. Every conditional write of the product follows it.
 *
 * <ol>
 *   <li>Issue the write under a write id that no other write has.
 *   <li>{@code Written}: it has landed.
 *   <li>{@code Unknown}: issue the same write again, the same document over the same version. A
 *       read would prove nothing: the write may still land after it.
 *   <li>{@code Conflict}: the version is gone, so this write cannot land any more; it may have
 *       landed before. Read the document. A read that fails says nothing: read again.
 *   <li>The document carries the write id: it has landed.
 *   <li>The document carries another write id, or is gone: it is overwritten, or never landed. The
 *       caller looks for its effect in what was read, and decides anew on that.
 * </ol>
 *
 * <p>Immutable and thread-safe.
 *
 * @param record the document to write, under a fresh write id
 * @param over the version to write over; empty: create
 * @param <R> the document
 */
public record PendingWrite<R extends LedgerDocument>(R record, Optional<Version> over) {

  /** What is known of the write. */
  public sealed interface State<R> {}

  /** Nothing new: issue the same write again. */
  public record IssueAgain<R>(String why) implements State<R> {}

  /** The write conflicts with another one: read the document. */
  public record ReadNow<R>() implements State<R> {}

  /** The write cannot land any more: its outcome is known. */
  public sealed interface Ended<R> extends State<R>, RecordWriter.Result<R> {}

  /** The document reads as written, and has {@code version}. */
  public record Landed<R>(R record, Version version) implements Ended<R> {}

  /** The document reads otherwise, as {@code seen}: {@code Found} or {@code Absent}. */
  public record Overwritten<R>(ReadOutcome<R> seen) implements Ended<R> {}

  /** What is known after an answer to the write. */
  public State<R> after(WriteOutcome outcome) {
    if (outcome instanceof WriteOutcome.Written written) {
      return new Landed<>(record, written.version());
    }
    return outcome instanceof WriteOutcome.Unknown unknown
        ? new IssueAgain<>(unknown.why())
        : new ReadNow<>();
  }

  /** What is known after an answer to the read that a conflict asked for. */
  public State<R> after(ReadOutcome<R> outcome) {
    if (outcome instanceof ReadOutcome.Unknown<R>) {
      return new ReadNow<>();
    }
    return outcome instanceof ReadOutcome.Found<R> found && isMine(found.record())
        ? new Landed<>(found.record(), found.version())
        : new Overwritten<>(outcome);
  }

  private boolean isMine(R found) {
    return found.stamp().writeId().equals(record.stamp().writeId());
  }
}
