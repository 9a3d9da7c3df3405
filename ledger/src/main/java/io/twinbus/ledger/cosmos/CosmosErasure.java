package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.ErasedDocument;
import io.twinbus.ledger.store.SessionErasure;
import io.twinbus.protocol.SessionId;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The erasure in a Cosmos DB container: documents are read page by page, and replaced one by one,
 * If-Match as read. Thread-safe.
 */
final class CosmosErasure implements SessionErasure {

  private static final int PAGE = 100;

  private final EntityKey queue;
  private final DocumentCalls documents;
  private final QueryCalls queries;

  CosmosErasure(EntityKey queue, ContainerCalls calls) {
    this.queue = queue;
    this.documents = calls.documents();
    this.queries = calls.queries();
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
      Optional<ObjectNode> rest = ErasedDocument.of(document, session, mark);
      if (rest.isPresent()) {
        Outcome.Erased known = so;
        return documents
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
