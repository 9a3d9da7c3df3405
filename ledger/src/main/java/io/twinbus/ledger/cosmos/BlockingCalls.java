package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The operations on one document for the checks at the start, which wait for each answer. */
final class BlockingCalls {

  private static final long PATIENCE_SECONDS = 30;

  private final DocumentCalls calls;

  BlockingCalls(DocumentCalls calls) {
    this.calls = calls;
  }

  Answer read(String partition, String id) {
    return await(calls.read(partition, id));
  }

  Answer create(ObjectNode document) {
    return await(calls.create(document));
  }

  Answer replace(ObjectNode document, String etag) {
    return await(calls.replace(document, etag));
  }

  private static Answer await(CompletionStage<Answer> answer) {
    try {
      return answer.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer.Unknown("interrupted");
    } catch (TimeoutException e) {
      return new Answer.Unknown("no answer within " + PATIENCE_SECONDS + " s");
    } catch (ExecutionException e) {
      return new Answer.Unknown(String.valueOf(e.getCause()));
    }
  }
}
