package io.twinbus.ledger.rules;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.Optional;

/**
 * A write to a session record, carried until it is known what became of it.
 *
 * <ol>
 *   <li>After {@code Unknown} the same write is issued again: same document, same version. A read
 *       instead would prove nothing, for the write may still land.
 *   <li>After {@code Conflict} this write can land no more, if it has not already: the version it
 *       asks for is gone. So now a read tells, by the write id, whether it was one's own.
 *   <li>Where a later writer has replaced it, the reader looks for its effect; that depends on what
 *       was written, and is the caller's.
 * </ol>
 *
 * <p>Immutable and thread-safe.
 *
 * @param record the document to write, under a fresh write id
 * @param over the version to write over; empty: create
 */
public record WriteIntent(SessionRecord record, Optional<Version> over) {

  /** Where a write stands. */
  public sealed interface State {}

  /** The record now reads as written, with {@code version}. */
  public record Landed(SessionRecord record, Version version) implements State {}

  /** Issue the same write again. */
  public record IssueAgain(String why) implements State {}

  /** Read the record to find out. */
  public record ReadNow() implements State {}

  /** The record reads otherwise ({@code Found} or {@code Absent}): decide anew, on it. */
  public record Overwritten(ReadOutcome seen) implements State {}

  /** Where the write stands after an answer to it. */
  public State after(WriteOutcome outcome) {
    if (outcome instanceof WriteOutcome.Written written) {
      return new Landed(record, written.version());
    }
    return outcome instanceof WriteOutcome.Unknown unknown
        ? new IssueAgain(unknown.why())
        : new ReadNow();
  }

  /** Where the write stands after the read that a conflict asked for. */
  public State after(ReadOutcome outcome) {
    if (outcome instanceof ReadOutcome.Unknown) {
      return new ReadNow();
    }
    if (outcome instanceof ReadOutcome.Found found
        && found.record().stamp().writeId().equals(record.stamp().writeId())) {
      return new Landed(found.record(), found.version());
    }
    return new Overwritten(outcome);
  }
}
