package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The operations on one document for the checks at the start, which wait for each answer, and for
 * as long as a saturated account says.
 */
final class BlockingCalls {

  private static final long PATIENCE_SECONDS = 30;
  private static final int THROTTLED_AT_MOST = 20;

  private final DocumentCalls calls;

  BlockingCalls(DocumentCalls calls) {
    this.calls = calls;
  }

  Answer read(String partition, String id) {
    return answer(() -> calls.read(partition, id));
  }

  Answer create(ObjectNode document) {
    return answer(() -> calls.create(document));
  }

  Answer replace(ObjectNode document, String etag) {
    return answer(() -> calls.replace(document, etag));
  }

  private static Answer answer(Supplier<CompletionStage<Answer>> operation) {
    Answer answer = await(operation.get());
    for (int i = 0; i < THROTTLED_AT_MOST && wait(answer); i++) {
      answer = await(operation.get());
    }
    return answer;
  }

  /** Whether the operation was throttled, and the wait that the account asked for is over. */
  private static boolean wait(Answer answer) {
    if (!(answer instanceof Answer.Unknown unknown) || unknown.retryAfter().isEmpty()) {
      return false;
    }
    try {
      TimeUnit.MILLISECONDS.sleep(Math.min(1_000, unknown.retryAfter().get().toMillis()));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
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
