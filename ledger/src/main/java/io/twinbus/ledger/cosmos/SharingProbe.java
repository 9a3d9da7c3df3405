package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, on documents of its own, whether writes may share a request: whether a replace with an
 * outdated ETag and a create of what is there already are refused in it, and their neighbours
 * carried out all the same. At least one emulator ignores ETags in such requests; there every write
 * goes alone. Blocks.
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
   * Whether the account keeps conditions in shared requests. Writes three documents called after
   * {@code name}, which the account deletes a minute later; false where that is not answered.
   */
  boolean holds(String name) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      WriteRequest stale = stale(name + "-stale-" + attempt);
      WriteRequest fresh = fresh(name + "-fresh-" + attempt);
      if (stale == null || fresh == null) {
        continue;
      }
      List<WriteRequest> refused = List.of(stale, WriteRequest.create(stale.document()));
      List<WriteRequest> good =
          List.of(
              fresh, WriteRequest.create(ConformanceProbe.document(name + "-created-" + attempt)));
      if (isAnswered(Stream.concat(refused.stream(), good.stream()).toList())) {
        return refused.stream().allMatch(SharingProbe::isConflict)
            && good.stream().allMatch(write -> write.answer().join() instanceof Answer.Done);
      }
    }
    return false;
  }

  /** Whether each is known to be done or refused. */
  private boolean isAnswered(List<WriteRequest> writes) {
    try {
      bulk.send(writes).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
    return writes.stream().noneMatch(write -> write.answer().join() instanceof Answer.Unknown);
  }

  private static boolean isConflict(WriteRequest write) {
    return write.answer().join() instanceof Answer.Conflict;
  }

  private @Nullable WriteRequest stale(String name) {
    WriteRequest fresh = fresh(name);
    String etag = fresh == null ? null : fresh.etag();
    return fresh != null
            && etag != null
            && calls.replace(fresh.document(), etag) instanceof Answer.Done
        ? fresh
        : null;
  }

  private @Nullable WriteRequest fresh(String name) {
    ObjectNode document = ConformanceProbe.document(name);
    return calls.create(document) instanceof Answer.Done done
        ? WriteRequest.replace(document, done.etag())
        : null;
  }
}
