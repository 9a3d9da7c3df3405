package io.twinbus.ledger.store;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;

/**
 * The port to the session records: three verbs on single documents, strongly consistent.
 *
 * <p>Every stage completes within a bound that the implementation documents, and never
 * exceptionally: what fails is {@code Unknown}. Implementations are thread-safe.
 */
public interface SessionStore {

  /** Reads the record of {@code session}. */
  CompletionStage<ReadOutcome> read(SessionId session);

  /** Writes a record where there is none. */
  CompletionStage<WriteOutcome> create(SessionRecord record);

  /** Writes over the record that has {@code version}, and over no other. */
  CompletionStage<WriteOutcome> replace(SessionRecord record, Version version);
}
