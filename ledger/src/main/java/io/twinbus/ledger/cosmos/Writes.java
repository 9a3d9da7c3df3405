package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletionStage;

/** Writes documents, each for itself. Thread-safe. */
interface Writes {

  /** Writes {@code document} where there is none; never fails. */
  CompletionStage<Answer> create(ObjectNode document);

  /** Writes {@code document} in the place of the one that has {@code etag}; never fails. */
  CompletionStage<Answer> replace(ObjectNode document, String etag);
}
