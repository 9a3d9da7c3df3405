package io.twinbus.local.servicebus.transport;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Delays what passes, in both directions, in order.
 *
 * <p>Each timer releases whatever is first in line, not the item that it was started for: so the
 * order holds also when the latency changes while something is under way.
 */
final class DelayHandler extends ChannelDuplexHandler {
  private record Outgoing(Object message, ChannelPromise promise) {}

  private final Latency latency;
  private final Deque<Object> incoming = new ArrayDeque<>();
  private final Deque<Outgoing> outgoing = new ArrayDeque<>();

  DelayHandler(Latency latency) {
    this.latency = latency;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (latency.nanos() == 0 && incoming.isEmpty()) {
      context.fireChannelRead(message);
      return;
    }
    incoming.add(message);
    after(context, () -> releaseIncoming(context));
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (latency.nanos() == 0 && outgoing.isEmpty()) {
      var unused = context.write(message, promise);
      return;
    }
    outgoing.add(new Outgoing(message, promise));
    after(context, () -> releaseOutgoing(context));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    incoming.forEach(ReferenceCountUtil::release);
    incoming.clear();
    outgoing.forEach(item -> ReferenceCountUtil.release(item.message()));
    outgoing.clear();
    context.fireChannelInactive();
  }

  private void after(ChannelHandlerContext context, Runnable release) {
    var unused = context.executor().schedule(release, latency.nanos(), TimeUnit.NANOSECONDS);
  }

  private void releaseIncoming(ChannelHandlerContext context) {
    Object first = incoming.poll();
    if (first != null) {
      context.fireChannelRead(first);
    }
  }

  private void releaseOutgoing(ChannelHandlerContext context) {
    Outgoing first = outgoing.poll();
    if (first != null) {
      var unused = context.writeAndFlush(first.message(), first.promise());
    }
  }
}
