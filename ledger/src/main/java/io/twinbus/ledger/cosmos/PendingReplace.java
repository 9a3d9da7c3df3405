package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;

/**
 * One document's replace, and the caller that waits for its answer. Thread-safe.
 *
 * @param answer never ends with an error
 */
record PendingReplace(ObjectNode document, String etag, CompletableFuture<Answer> answer) {

  /** A replace that has not been answered yet. */
  static PendingReplace of(ObjectNode document, String etag) {
    return new PendingReplace(document, etag, new CompletableFuture<>());
  }

  String partition() {
    return DocumentCalls.partitionOf(document);
  }

  String subject() {
    return DocumentCalls.subject(partition());
  }
}
