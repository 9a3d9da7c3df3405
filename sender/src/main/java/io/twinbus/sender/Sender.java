package io.twinbus.sender;

import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Writes every message to all regions, in the order of its session.
 *
 * <p>The messages that one thread sends to a session keep their order; those that several threads
 * send at once are in some order, the same in every region. Thread-safe; one sender serves a whole
 * process.
 */
public interface Sender extends AutoCloseable {

  /** Begins a sender for the queue or topic and the regions of {@code cluster}. */
  static SenderBuilder builder(ClusterSettings cluster) {
    return new SenderBuilder(cluster);
  }

  /**
   * Takes a message in and answers a future of its receipt.
   *
   * <p>Does not block until the window of messages in flight is full; then it blocks or fails, as
   * configured. The future never waits longer than the delivery timeout and one region time budget.
   * It fails with {@link SendFailedException}. Its dependents run on a thread of the sender that
   * serves all receipts: those that take long belong on an executor of their own.
   *
   * <p>A message that failed, but may have been accepted, and is sent anew gets a new number in its
   * stream, and can then take effect twice.
   */
  CompletableFuture<Receipt> send(OutboundMessage message);

  /** What the sender did so far; at most some milliseconds old. */
  SenderStatistics statistics();

  /**
   * Closes the sender: takes in nothing more, waits up to {@code bound} until every region has its
   * copies, gives up on the rest and says what that was. Closing again answers the first report.
   */
  CloseReport close(Duration bound);

  /** Closes the sender with the configured bound, and logs what was left unsettled. */
  @Override
  void close();
}
