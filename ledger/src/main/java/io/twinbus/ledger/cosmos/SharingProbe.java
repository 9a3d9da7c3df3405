package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, on documents of its own, whether replaces may share a request: whether one with an
 * outdated ETag is refused there, and its neighbour carried out all the same. At least one emulator
 * ignores ETags in such requests; there every replace goes alone. Blocks.
 */
final class SharingProbe {

  private static final int ATTEMPTS = 3;
  private static final long PATIENCE_SECONDS = 30;

  private final BlockingCalls calls;
  private final BulkCalls bulk;

  SharingProbe(BlockingCalls calls, BulkCalls bulk) {
    this.calls = calls;
    this.bulk = bulk;
  }

  /**
   * Whether the account keeps ETags in shared requests. Writes two documents called after {@code
   * name}, which the account deletes a minute later; false where that is not answered.
   */
  boolean holds(String name) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      PendingReplace stale = stale(name + "-stale-" + attempt);
      PendingReplace fresh = fresh(name + "-fresh-" + attempt);
      if (stale != null && fresh != null && isAnswered(stale, fresh)) {
        Answer first = stale.answer().join();
        Answer second = fresh.answer().join();
        if (!(first instanceof Answer.Unknown) && !(second instanceof Answer.Unknown)) {
          return first instanceof Answer.Conflict && second instanceof Answer.Done;
        }
      }
    }
    return false;
  }

  private boolean isAnswered(PendingReplace stale, PendingReplace fresh) {
    try {
      bulk.send(List.of(stale, fresh))
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private @Nullable PendingReplace stale(String name) {
    PendingReplace fresh = fresh(name);
    return fresh != null && calls.replace(fresh.document(), fresh.etag()) instanceof Answer.Done
        ? fresh
        : null;
  }

  private @Nullable PendingReplace fresh(String name) {
    ObjectNode document = ConformanceProbe.document(name);
    return calls.create(document) instanceof Answer.Done done
        ? PendingReplace.of(document, done.etag())
        : null;
  }
}
