package io.twinbus.sender;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.runtime.RunningSender;
import io.twinbus.sender.statistics.CloseReport;
import io.twinbus.sender.statistics.SenderStatistics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sender that {@link SenderBuilder} returns: the API over the threads of {@link RunningSender}.
 *
 * @param running the threads
 * @param closeTimeout how long {@link #close()} waits
 */
record BuiltSender(RunningSender running, Duration closeTimeout) implements Sender {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");

  @Override
  public CompletableFuture<Receipt> send(OutboundMessage message) {
    return running.send(message);
  }

  @Override
  public CompletableFuture<Void> abandon(
      SessionId session, StreamId stream, long seq, String reason) {
    return running.abandon(session, stream, seq, reason);
  }

  @Override
  public SenderStatistics statistics() {
    return running.statistics();
  }

  @Override
  public CloseReport close(Duration bound) {
    return running.close(bound);
  }

  @Override
  public void close() {
    CloseReport left = close(closeTimeout);
    if (!left.isClean()) {
      LOG.warn(
          "The sender closed with {} messages unacknowledged; regions may lack copies: {}. Send the"
              + " unacknowledged messages again, under the same ids.",
          left.unacknowledged(),
          left.copies());
    }
  }
}
