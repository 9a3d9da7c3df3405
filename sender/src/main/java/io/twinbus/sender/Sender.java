package io.twinbus.sender;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.statistics.CloseReport;
import io.twinbus.sender.statistics.SenderStatistics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Writes every message to all regions, in the order of its session.
 *
 * <p>The messages that one thread sends to a session keep their order. Messages that several
 * threads send at once get some order, which is the same in every region. Thread-safe; one sender
 * serves a whole process, or each of its queues.
 */
public interface Sender extends AutoCloseable {

  /**
   * Begins a sender for the queue or topic and the regions of {@code configuration}, with the
   * settings that stand there below {@code twinbus.sender}.
   *
   * <p>{@link io.twinbus.protocol.configuration.Configuration#load} reads the configuration from a
   * YAML file and the environment.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each
   *     mistake, also for a name below {@code twinbus} that is no setting
   */
  static SenderBuilder builder(FlatSettings configuration) {
    return SenderBuilder.from(configuration);
  }

  /**
   * Begins a sender for {@code queue}, one of {@code twinbus.queues}. A process has one sender for
   * each queue that it sends to; each keeps its journal in a directory of its own, called as the
   * queue is, below {@code twinbus.sender.journal}.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each
   *     mistake, also for a queue that the configuration does not name
   */
  static SenderBuilder builder(FlatSettings configuration, String queue) {
    return SenderBuilder.from(configuration, queue);
  }

  /**
   * Takes a message in and returns a future of its receipt.
   *
   * <p>The call blocks or fails only while the window of messages in flight is full, as {@link
   * io.twinbus.sender.settings.WhenFull} says. Without a journal the future completes within the
   * delivery timeout and one region time budget. With a journal it has no bound: it waits for the
   * disk, or for regions, as {@link io.twinbus.sender.settings.Acknowledge} says. It fails with
   * {@link io.twinbus.sender.message.SendFailedException}.
   *
   * <p>Dependents of the future run on one thread of the sender that serves all receipts. A
   * dependent that takes long belongs on another executor.
   *
   * <p>A message that failed and {@linkplain
   * io.twinbus.sender.message.SendFailedException#mayHaveBeenAccepted() may have been accepted} can
   * take effect twice when it is sent again, because it gets a new number in its stream. With an
   * {@link io.twinbus.sender.message.ExplicitSequence} it keeps its number and takes effect once.
   */
  CompletableFuture<Receipt> send(OutboundMessage message);

  /**
   * Gives up a failed number of an explicit stream, so that the stream goes on without it.
   *
   * <p>The next message names the last accepted number as its predecessor. Receivers close the hole
   * before they run that message. A region that has the abandoned message after all runs it before
   * its successor or dead-letters it, and never runs it later. {@code reason} goes to the log.
   *
   * <p>The future fails with {@link io.twinbus.sender.message.AbandonRefusedException} when the
   * number is still being delivered, was accepted, or is unknown to this sender. After a restart
   * without a journal, name the last accepted number as {@code prev} of the next message instead.
   */
  CompletableFuture<Void> abandon(SessionId session, StreamId stream, long seq, String reason);

  /**
   * Sends a message and waits for its receipt: a convenience where one message at a time is fast
   * enough. It costs a round trip for each message; {@link #send} does not.
   *
   * @throws io.twinbus.sender.message.SendFailedException when the message was not acknowledged
   * @throws InterruptedException when the thread is interrupted; the sender goes on to send the
   *     message
   * @throws IllegalStateException when a dependent of a receipt calls this method: its thread hands
   *     the receipts out, and would wait for itself
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

  /** The figures of the sender; at most some milliseconds old. */
  SenderStatistics statistics();

  /**
   * Closes the sender: it takes no more messages, waits up to {@code bound} until every region has
   * its copies, and gives up the rest, which the report counts. A second call returns the first
   * report.
   */
  CloseReport close(Duration bound);

  /** Closes the sender within the configured time, and logs what was left unsettled. */
  @Override
  void close();
}
