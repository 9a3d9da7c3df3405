package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Problem;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * A link that builds and encodes its batches on its own thread, so that neither the lanes nor
 * another region wait for that. Each lane has at most one batch in flight, which bounds the queue.
 * Thread-safe.
 */
final class EncodingThreadLink implements RegionLink {

  private final RegionLink link;
  private final ExecutorService thread;

  EncodingThreadLink(RegionName region, RegionLink link) {
    this.link = link;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread daemon = new Thread(task, "twinbus-sender-" + region);
              daemon.setDaemon(true);
              return daemon;
            });
  }

  @Override
  public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
    try {
      thread.execute(() -> sendNow(batch, outcome));
    } catch (RejectedExecutionException e) {
      outcome.accept(unanswered(batch, "the sender is closed"));
    }
  }

  private void sendNow(Effect.SendBatch batch, Consumer<Event> outcome) {
    try {
      link.send(batch, outcome);
    } catch (RuntimeException | Error e) { // unheard, it would hold the lane up for good
      outcome.accept(unanswered(batch, String.valueOf(e)));
    }
  }

  private static Event unanswered(Effect.SendBatch batch, String why) {
    return new Event.Unanswered(batch.batch(), new Problem(Optional.empty(), why));
  }

  @Override
  public void close() {
    thread.shutdown();
    link.close();
  }
}
