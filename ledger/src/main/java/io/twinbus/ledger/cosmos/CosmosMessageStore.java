package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.MessageCodec;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.CompletionStage;

/** Message records in a Cosmos DB container, in their session's partition. Thread-safe. */
final class CosmosMessageStore implements MessageStore {

  private final EntityKey queue;
  private final DocumentCalls calls;
  private final MessageCodec codec;
  private final Failures failures;

  CosmosMessageStore(EntityKey queue, ContainerCalls calls, MessageCodec codec) {
    this.queue = queue;
    this.calls = calls.documents();
    this.codec = codec;
    this.failures = calls.failures();
  }

  @Override
  public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
    return calls
        .read(DocumentNames.partitionOf(queue, session), key.value())
        .thenApply(answer -> failures.outcome(answer, document -> codec.decode(document, session)));
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
}
