package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.cosmos.operation.Verb;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One document's write, and the caller that waits for its answer. Thread-safe.
 *
 * @param etag the version that it replaces; null: it creates the document
 * @param answer never ends with an error
 */
record WriteRequest(ObjectNode document, @Nullable String etag, CompletableFuture<Answer> answer) {

  /** A create that has not been answered yet. */
  static WriteRequest create(ObjectNode document) {
    return new WriteRequest(document, null, new CompletableFuture<>());
  }

  /** A replace that has not been answered yet. */
  static WriteRequest replace(ObjectNode document, String etag) {
    return new WriteRequest(document, etag, new CompletableFuture<>());
  }

  Verb verb() {
    return etag == null ? Verb.CREATE : Verb.REPLACE;
  }

  String partition() {
    return DocumentCalls.partitionOf(document);
  }

  String subject() {
    return DocumentCalls.subject(partition());
  }
}
