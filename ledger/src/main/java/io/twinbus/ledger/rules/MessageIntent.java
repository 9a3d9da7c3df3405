package io.twinbus.ledger.rules;

import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.MessageOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.Optional;

/**
 * A write to a message record, carried until it is known what became of it, by the rules of {@link
 * WriteIntent}: after {@code Unknown} the same write again, after {@code Conflict} a read that
 * looks for the write id.
 *
 * <p>Immutable and thread-safe.
 *
 * @param record the document to write, under a fresh write id
 * @param over the version to write over; empty: create
 */
public record MessageIntent(MessageRecord record, Optional<Version> over) {

  /** Where a write stands. */
  public sealed interface State {}

  /** The record now reads as written, with {@code version}. */
  public record Landed(MessageRecord record, Version version) implements State {}

  /** Issue the same write again. */
  public record IssueAgain(String why) implements State {}

  /** Read the record to find out. */
  public record ReadNow() implements State {}

  /** The record reads otherwise ({@code Found} or {@code Absent}): decide anew, on it. */
  public record Overwritten(MessageOutcome seen) implements State {}

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
  public State after(MessageOutcome outcome) {
    if (outcome instanceof MessageOutcome.Unknown) {
      return new ReadNow();
    }
    if (outcome instanceof MessageOutcome.Found found
        && found.record().stamp().writeId().equals(record.stamp().writeId())) {
      return new Landed(found.record(), found.version());
    }
    return new Overwritten(outcome);
  }
}
