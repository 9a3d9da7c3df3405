package io.twinbus.sender;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.statistics.CloseReport;
import io.twinbus.sender.statistics.SenderStatistics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A sender that forwards every call to another sender: the base class for extensions. */
public abstract class DelegatingSender implements Sender {

  private final Sender inner;

  /** A sender that forwards every call to {@code inner}. */
  protected DelegatingSender(Sender inner) {
    this.inner = inner;
  }

  @Override
  public CompletableFuture<Receipt> send(OutboundMessage message) {
    return inner.send(message);
  }

  @Override
  public CompletableFuture<Void> abandon(
      SessionId session, StreamId stream, long seq, String reason) {
    return inner.abandon(session, stream, seq, reason);
  }

  @Override
  public SenderStatistics statistics() {
    return inner.statistics();
  }

  @Override
  public CloseReport close(Duration bound) {
    return inner.close(bound);
  }

  @Override
  public void close() {
    inner.close();
  }
}
