package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.Fields;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.document.SessionQuery;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Session records in a Cosmos DB container, one document a session. Thread-safe. */
final class CosmosSessionStore implements SessionStore {

  /** More list entries than that, of some hundred bytes each, may make a record large. */
  private static final int FEW = 8;

  private static final int SMALL_STATE = 512;

  private final EntityKey queue;
  private final DocumentCalls calls;
  private final Writes shared;
  private final QueryCalls queries;
  private final SessionCodec codec;
  private final Failures failures;

  /**
   * Session records by these operations.
   *
   * @param shared writes small records, several in a request perhaps
   */
  CosmosSessionStore(EntityKey queue, ContainerCalls calls, Writes shared, SessionCodec codec) {
    this.queue = queue;
    this.calls = calls.documents();
    this.shared = shared;
    this.queries = calls.queries();
    this.codec = codec;
    this.failures = calls.failures();
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    return calls
        .read(DocumentNames.partitionOf(queue, session), DocumentNames.SESSION_ID)
        .thenApply(answer -> failures.outcome(answer, document -> codec.decode(document, session)));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    return by(record).create(codec.encode(record)).thenApply(CosmosSessionStore::writeOutcome);
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    return by(record)
        .replace(codec.encode(record), version.etag())
        .thenApply(CosmosSessionStore::writeOutcome);
  }

  private Writes by(SessionRecord record) {
    return isSmall(record) ? shared : calls;
  }

  /** Whether a hundred like it make no large request: most have some hundred bytes. */
  private static boolean isSmall(SessionRecord record) {
    Progress progress = record.progress();
    int entries =
        progress.cursors().size()
            + progress.ended().size()
            + progress.suspects().size()
            + progress.waiting().size()
            + record.acts().size();
    return entries <= FEW && record.state().map(Body::size).orElse(0) <= SMALL_STATE;
  }

  @Override
  public CompletionStage<VersionsOutcome> versions(Set<SessionId> sessions) {
    if (sessions.isEmpty()) {
      return CompletableFuture.completedStage(new VersionsOutcome.Known(Map.of()));
    }
    return queries.all(
        SessionQuery.versions(queue, sessions),
        null,
        ObjectNode.class,
        this::versions,
        VersionsOutcome.Unknown::new);
  }

  private VersionsOutcome versions(QueryCalls.Rows<ObjectNode> rows) {
    Map<SessionId, Version> versions = new HashMap<>();
    try {
      for (ObjectNode row : rows.rows()) {
        Fields fields = new Fields("A record's version", row);
        versions.put(new SessionId(fields.text("session")), new Version(fields.text("_etag")));
      }
    } catch (UnreadableDocumentException e) {
      return new VersionsOutcome.Unknown(failures.unreadable(e));
    }
    return new VersionsOutcome.Known(versions);
  }

  static WriteOutcome writeOutcome(Answer answer) {
    if (answer instanceof Answer.Done done) {
      return new WriteOutcome.Written(new Version(done.etag()));
    }
    if (answer instanceof Answer.Conflict) {
      return new WriteOutcome.Conflict();
    }
    return answer instanceof Answer.Unknown unknown
        ? new WriteOutcome.Unknown(unknown.why(), unknown.retryAfter())
        : new WriteOutcome.Unknown(why(answer));
  }

  static String why(Answer answer) {
    return answer instanceof Answer.Unknown unknown ? unknown.why() : "unexpected: " + answer;
  }
}
