package io.twinbus.ops.unit;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Message records in memory, to be read. */
record MessagesDouble(List<MessageRecord> records) implements MessageStore {

  @Override
  public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
    return CompletableFuture.completedFuture(
        records.stream()
            .filter(record -> record.session().equals(session) && record.key().equals(key))
            .findFirst()
            .<ReadOutcome<MessageRecord>>map(
                record -> new ReadOutcome.Found<>(record, new Version("1")))
            .orElseGet(ReadOutcome.Absent::new));
  }

  @Override
  public CompletionStage<WriteOutcome> create(MessageRecord record) {
    throw new AssertionError("A command that shows must not write.");
  }

  @Override
  public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
    throw new AssertionError("A command that shows must not write.");
  }
}
