package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Writes of which several share a request while others are under way, for a request each is what a
 * busy process spends most on. One that meets no other goes alone. Thread-safe.
 */
final class SharedWrites implements Writes {

  /**
   * By then a request's own cost is small beside that of what is in it; and as long as many more
   * are under way than that, one request is made while another is answered.
   */
  private static final int ENOUGH = 20;

  /** Little beside what a strongly consistent write takes between regions. */
  private static final Duration MOMENT = Duration.ofMillis(2);

  private final Writes alone;
  private final BulkCalls together;
  private final RequestSharing<WriteRequest> gathering;

  SharedWrites(Writes alone, BulkCalls together, ScheduledExecutorService timer, Clocks clocks) {
    this.alone = alone;
    this.together = together;
    this.gathering = new RequestSharing<>(ENOUGH, MOMENT, timer, clocks, this::send);
  }

  @Override
  public CompletionStage<Answer> create(ObjectNode document) {
    return add(WriteRequest.create(document));
  }

  @Override
  public CompletionStage<Answer> replace(ObjectNode document, String etag) {
    return DocumentCalls.isNone(etag)
        ? alone.replace(document, etag) // which sends nothing
        : add(WriteRequest.replace(document, etag));
  }

  private CompletionStage<Answer> add(WriteRequest write) {
    gathering.add(write);
    return write.answer().minimalCompletionStage();
  }

  private CompletionStage<Void> send(List<WriteRequest> writes) {
    if (writes.size() > 1) {
      return together.send(writes);
    }
    WriteRequest only = writes.get(0);
    String etag = only.etag();
    CompletionStage<Answer> answer =
        etag == null ? alone.create(only.document()) : alone.replace(only.document(), etag);
    return answer.thenAccept(only.answer()::complete);
  }
}
