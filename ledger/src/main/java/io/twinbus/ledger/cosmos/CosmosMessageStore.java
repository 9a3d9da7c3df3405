package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.ErasedDocument;
import io.twinbus.ledger.cosmos.document.MessageCodec;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionErasure;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Message records in a Cosmos DB container, in their session's partition. They are erased page by
 * page, one by one, each If-Match as read. Thread-safe.
 */
final class CosmosMessageStore implements MessageStore, SessionErasure {

  private static final int PAGE = 100;

  private final EntityKey queue;
  private final DocumentCalls calls;
  private final QueryCalls queries;
  private final MessageCodec codec;
  private final Retention retention;
  private final Failures failures;

  CosmosMessageStore(EntityKey queue, ContainerCalls calls, Retention retention) {
    this.queue = queue;
    this.calls = calls.documents();
    this.queries = calls.queries();
    this.codec = new MessageCodec(queue, retention);
    this.retention = retention;
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

  @Override
  public CompletionStage<Outcome> erase(SessionId session, WriteMark mark) {
    return pageFrom(Optional.empty(), new Outcome.Erased(0, 0), session, mark);
  }

  /** The session's own partition bounds how many pages there are. */
  private CompletionStage<Outcome> pageFrom(
      Optional<String> continuation, Outcome.Erased before, SessionId session, WriteMark mark) {
    return queries
        .<ObjectNode, CompletionStage<Outcome>>page(
            new SqlQuerySpec(
                "SELECT * FROM c WHERE c.id != @session",
                List.of(new SqlParameter("@session", DocumentNames.SESSION_ID))),
            new QueryCalls.PageRequest(
                DocumentNames.partitionOf(queue, session), PAGE, continuation.orElse(null)),
            ObjectNode.class,
            rows ->
                each(rows.rows().iterator(), before, session, mark)
                    .thenCompose(
                        so ->
                            so instanceof Outcome.Erased erased && rows.continuation().isPresent()
                                ? pageFrom(rows.continuation(), erased, session, mark)
                                : CompletableFuture.completedStage(so)),
            why -> CompletableFuture.completedStage(new Outcome.Unknown(why)))
        .thenCompose(outcome -> outcome);
  }

  private CompletionStage<Outcome> each(
      Iterator<ObjectNode> rows, Outcome.Erased before, SessionId session, WriteMark mark) {
    Outcome.Erased so = before;
    while (rows.hasNext()) {
      ObjectNode document = rows.next();
      if (ErasedDocument.isOpen(document)) {
        so = new Outcome.Erased(so.erased(), so.left() + 1);
        continue;
      }
      Optional<ObjectNode> rest = ErasedDocument.of(document, session, retention, mark);
      if (rest.isPresent()) {
        Outcome.Erased known = so;
        return calls
            .replace(rest.get(), document.path("_etag").asText())
            .thenCompose(answer -> after(answer, known, rows, session, mark));
      }
    }
    return CompletableFuture.completedStage(so);
  }

  private CompletionStage<Outcome> after(
      Answer answer,
      Outcome.Erased before,
      Iterator<ObjectNode> rows,
      SessionId session,
      WriteMark mark) {
    if (answer instanceof Answer.Unknown unknown) {
      return CompletableFuture.completedStage(new Outcome.Unknown(unknown.why()));
    }
    Outcome.Erased so =
        answer instanceof Answer.Done
            ? new Outcome.Erased(before.erased() + 1, before.left())
            : new Outcome.Erased(before.erased(), before.left() + 1);
    return each(rows, so, session, mark);
  }
}
