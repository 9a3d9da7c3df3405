package io.twinbus.sender;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A sender that hands everything to another one: the base of what is built around senders. */
public abstract class DelegatingSender implements Sender {

  private final Sender inner;

  /** One that hands everything to {@code inner}. */
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
