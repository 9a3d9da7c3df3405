package io.twinbus.sender;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

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
   * configured. The future never waits longer than the delivery timeout and one region time budget;
   * with a journal it waits as long as it takes: for the disk, or for regions, as {@link
   * Acknowledge} says. It fails with {@link SendFailedException}. Its dependents run on a thread of
   * the sender that serves all receipts: those that take long belong on an executor of their own.
   *
   * <p>A message that failed, but may have been accepted, and is sent anew gets a new number in its
   * stream, and can then take effect twice. With an {@link ExplicitSequence} it keeps its number,
   * and takes effect once.
   */
  CompletableFuture<Receipt> send(OutboundMessage message);

  /**
   * Gives up a number of an explicit stream that failed, so that the stream goes on without it.
   *
   * <p>The next message says on the wire that its predecessor is the last number that was accepted.
   * Receivers close the hole before they run it; a region that has the abandoned message after all
   * runs it before its successor, or dead-letters it, and never runs it behind. {@code reason} goes
   * to the log.
   *
   * <p>The future fails with {@link AbandonRefusedException} when the number is still being
   * delivered, was accepted, or is not known here: after a restart without journal, name the last
   * accepted number as {@code prev} of the next message instead.
   */
  CompletableFuture<Void> abandon(SessionId session, StreamId stream, long seq, String reason);

  /**
   * Sends a message and waits for its receipt: a convenience where one message at a time is fast
   * enough. It costs a round trip a message; {@link #send} does not.
   *
   * @throws SendFailedException when the message was not acknowledged
   * @throws InterruptedException when the thread is interrupted; the message goes on being sent
   * @throws IllegalStateException when a dependent of a receipt calls it: that thread hands the
   *     receipts out, and would wait for itself
   */
  default Receipt sendAndWait(OutboundMessage message) throws InterruptedException {
    try {
      return send(message).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("A send fails with unchecked exceptions only.", e);
    }
  }

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
