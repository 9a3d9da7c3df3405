package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Replaces of which several share a request while others are under way, for a request each is what
 * a busy process spends most on. One that meets no other goes alone. Thread-safe.
 */
final class SharedReplaces implements Replaces {

  /**
   * By then a request's own cost is small beside that of what is in it; and as long as many more
   * are under way than that, one request is made while another is answered.
   */
  private static final int ENOUGH = 20;

  /** Little beside what a strongly consistent write takes between regions. */
  private static final Duration MOMENT = Duration.ofMillis(2);

  private final Replaces alone;
  private final BulkCalls together;
  private final RequestSharing<PendingReplace> gathering;

  SharedReplaces(Replaces alone, BulkCalls together, ScheduledExecutorService timer) {
    this.alone = alone;
    this.together = together;
    this.gathering = new RequestSharing<>(ENOUGH, MOMENT, timer, this::send);
  }

  @Override
  public CompletionStage<Answer> replace(ObjectNode document, String etag) {
    if (DocumentCalls.isNone(etag)) {
      return alone.replace(document, etag); // which sends nothing
    }
    PendingReplace replace = PendingReplace.of(document, etag);
    gathering.add(replace);
    return replace.answer().minimalCompletionStage();
  }

  private CompletionStage<Void> send(List<PendingReplace> replaces) {
    if (replaces.size() > 1) {
      return together.send(replaces);
    }
    PendingReplace only = replaces.get(0);
    return alone
        .replace(only.document(), only.etag())
        .thenAccept(answer -> only.answer().complete(answer));
  }
}
