package io.twinbus.local.network;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The handler nearest to the socket: it delays and holds what passes, in order.
 *
 * <p>Runs on the connection's event loop only. What waits is bounded by what the peer may have
 * under way: while bytes from the peer wait, no more are read.
 */
final class Gate extends ChannelDuplexHandler {
  private static final int MAX_WAITING = 4_096;

  private final Supplier<Network> network;
  private final Direction inbound;
  private final Direction outbound;
  private @Nullable ChannelHandlerContext context;
  private boolean held;
  private boolean discarded;
  private boolean drainPending;
  private long drainDueNanos;

  Gate(Supplier<Network> network, long number) {
    this.network = network;
    this.inbound = new Direction(Latency::toServer, 2 * number);
    this.outbound = new Direction(Latency::toClient, 2 * number + 1);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (discarded) {
      ReferenceCountUtil.release(message);
    } else if (passes(inbound)) {
      ctx.fireChannelRead(message);
    } else {
      enqueue(
          ctx,
          inbound,
          () -> ctx.fireChannelRead(message),
          () -> ReferenceCountUtil.release(message));
      if (inbound.queue().size() >= MAX_WAITING) {
        ctx.channel().config().setAutoRead(false);
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    // What the peer sent before it went away has arrived; only a reset loses it.
    if (!discarded) {
      inbound.queue().runAll();
      ctx.fireChannelReadComplete();
    }
    discard();
    ctx.fireChannelInactive();
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (discarded) {
      fail(message, promise);
    } else if (passes(outbound)) {
      send(ctx, message, promise);
    } else {
      enqueue(ctx, outbound, () -> send(ctx, message, promise), () -> fail(message, promise));
    }
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (discarded || passes(outbound)) {
      end(ctx, promise);
    } else {
      enqueue(ctx, outbound, () -> end(ctx, promise), () -> end(ctx, promise));
    }
  }

  private static void send(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    var unused = ctx.write(message, promise);
  }

  private static void end(ChannelHandlerContext ctx, ChannelPromise promise) {
    var unused = ctx.close(promise);
  }

  private static void fail(Object message, ChannelPromise promise) {
    ReferenceCountUtil.release(message);
    promise.tryFailure(new ClosedChannelException());
  }

  void hold() {
    held = true;
  }

  void release() {
    held = false;
    ChannelHandlerContext ctx = context;
    if (ctx != null) {
      drain(ctx);
    }
  }

  void discard() {
    discarded = true;
    inbound.queue().dropAll();
    outbound.queue().dropAll();
  }

  private boolean passes(Direction direction) {
    return !held && direction.isFree(network.get().latency());
  }

  private void enqueue(
      ChannelHandlerContext ctx, Direction direction, Runnable pass, Runnable drop) {
    long delayNanos = direction.draw(network.get().latency());
    direction.queue().add(new Delayed(System.nanoTime() + delayNanos, pass, drop));
    if (!held) {
      scheduleDrain(ctx, delayNanos);
    }
  }

  private void scheduleDrain(ChannelHandlerContext ctx, long delayNanos) {
    long due = System.nanoTime() + delayNanos;
    if (drainPending && drainDueNanos - due <= 0) {
      return;
    }
    drainPending = true;
    drainDueNanos = due;
    var unused = ctx.executor().schedule(() -> drain(ctx), delayNanos, TimeUnit.NANOSECONDS);
  }

  private void drain(ChannelHandlerContext ctx) {
    drainPending = false;
    if (held || discarded) {
      return;
    }
    long now = System.nanoTime();
    if (inbound.queue().runDue(now)) {
      ctx.fireChannelReadComplete();
      ctx.channel().config().setAutoRead(true);
    }
    if (outbound.queue().runDue(now)) {
      ctx.flush();
    }
    long next = Math.min(inbound.queue().nanosToNext(now), outbound.queue().nanosToNext(now));
    if (next < Long.MAX_VALUE) {
      scheduleDrain(ctx, next);
    }
  }
}
