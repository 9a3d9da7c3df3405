package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.MessageCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;

/** Message records in a Cosmos DB container, in their session's partition. Thread-safe. */
final class CosmosMessageStore implements MessageStore {

  private final DocumentCalls calls;
  private final MessageCodec codec;
  private final Failures failures;

  CosmosMessageStore(DocumentCalls calls, MessageCodec codec, Failures failures) {
    this.calls = calls;
    this.codec = codec;
    this.failures = failures;
  }

  @Override
  public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
    return calls
        .read(DocumentNames.partitionOf(session), key.value())
        .thenApply(this::messageOutcome);
  }

  @Override
  public CompletionStage<WriteOutcome> create(MessageRecord record) {
    return calls.create(codec.encode(record)).thenApply(CosmosSessionStore::writeOutcome);
  }

  @Override
  public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
    return calls
        .replace(codec.encode(record), version.etag())
        .thenApply(CosmosSessionStore::writeOutcome);
  }

  private ReadOutcome<MessageRecord> messageOutcome(Answer answer) {
    if (answer instanceof Answer.Absent) {
      return new ReadOutcome.Absent<>();
    }
    if (answer instanceof Answer.Done done && done.document() != null) {
      try {
        return new ReadOutcome.Found<>(codec.decode(done.document()), new Version(done.etag()));
      } catch (UnreadableDocumentException e) {
        return new ReadOutcome.Unknown<>(failures.unreadable(e));
      }
    }
    return new ReadOutcome.Unknown<>(CosmosSessionStore.why(answer));
  }
}
