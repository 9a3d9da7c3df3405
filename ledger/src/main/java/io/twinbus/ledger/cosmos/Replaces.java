package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletionStage;

/** Replaces documents under their ETags, each for itself. Thread-safe. */
interface Replaces {

  /** Writes {@code document} in the place of the one that has {@code etag}; never fails. */
  CompletionStage<Answer> replace(ObjectNode document, String etag);
}
