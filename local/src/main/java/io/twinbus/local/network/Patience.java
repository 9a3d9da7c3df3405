package io.twinbus.local.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a connection whose client says nothing, or begins something and does not end it.
 *
 * <p>From the moment it connects the client has so long to say something whole; what that is, the
 * protocol tells by {@link #satisfied()}. Then the client may be silent, until the first byte of
 * the next thing. On the connection's event loop only.
 */
public final class Patience extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Patience.class);

  private final Duration limit;
  private @Nullable ChannelHandlerContext context;
  private @Nullable ScheduledFuture<?> alarm;
  private boolean everSatisfied;

  /** Patience of this length. */
  public Patience(Duration limit) {
    this.limit = limit;
  }

  /** The client has said something whole. */
  public void satisfied() {
    everSatisfied = true;
    stop();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    start();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (everSatisfied) {
      start();
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    stop();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stop();
    ctx.fireChannelInactive();
  }

  private void start() {
    ChannelHandlerContext ctx = context;
    if (alarm == null && ctx != null) {
      alarm = ctx.executor().schedule(() -> giveUp(ctx), limit.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void stop() {
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
    }
  }

  private void giveUp(ChannelHandlerContext ctx) {
    LOG.debug(
        "A client said nothing whole for {} ms; its connection is closed and it may come back.",
        limit.toMillis());
    // Past the protocol's handlers: there is nothing left to say to this client.
    var unused = ctx.channel().close();
  }
}
