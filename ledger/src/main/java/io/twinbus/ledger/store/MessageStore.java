package io.twinbus.ledger.store;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;

/**
 * The port to the message records: three verbs on single documents, strongly consistent.
 *
 * <p>Every stage completes within a bound that the implementation documents, and never
 * exceptionally: what fails is {@code Unknown}. Implementations are thread-safe.
 */
public interface MessageStore {

  /** Reads the record of {@code session} that is called {@code key}. */
  CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key);

  /** Writes a record where there is none of its name. */
  CompletionStage<WriteOutcome> create(MessageRecord record);

  /** Writes over the record that has {@code version}, and over no other. */
  CompletionStage<WriteOutcome> replace(MessageRecord record, Version version);
}
