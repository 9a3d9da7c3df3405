package io.twinbus.local.servicebus.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.network.Patience;
import io.twinbus.local.servicebus.amqp.AmqpConnection;
import io.twinbus.local.servicebus.amqp.AmqpServer;
import io.twinbus.local.servicebus.amqp.Wire;
import io.twinbus.local.storage.Outbox;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One accepted socket: hands its bytes to its AMQP connection and the answers back. */
final class SocketHandler extends SimpleChannelInboundHandler<ByteBuf> implements Wire {
  private static final Logger LOG = LoggerFactory.getLogger(SocketHandler.class);

  private final Channel channel;
  private final Outbox outbox;
  private final AmqpConnection connection;
  private boolean opened;

  SocketHandler(Channel channel, AmqpServer server, Outbox outbox, ConnectionLimits limits) {
    this.channel = channel;
    this.outbox = outbox;
    this.connection = server.connection(this, limits);
  }

  AmqpConnection connection() {
    return connection;
  }

  /** Heartbeats. */
  void tick(long monotonicMs) {
    connection.tick(monotonicMs);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
    connection.receive(bytes.nioBuffer());
    if (!opened && connection.opened()) {
      opened = true;
      // From now on the AMQP idle time-out looks after it.
      context.pipeline().remove(Patience.class);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    connection.disconnected();
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof java.io.IOException) {
      LOG.debug("A client's socket failed; its connection ends and it may come back.", cause);
    } else {
      LOG.error("A connection ends because of an error in the endpoint; report it.", cause);
    }
    var unused = context.close();
  }

  @Override
  public void write(ByteBuffer bytes) {
    ByteBuf copy = Unpooled.copiedBuffer(bytes);
    outbox.send(
        () -> {
          var unused = channel.write(copy);
        });
  }

  @Override
  public void flush() {
    outbox.send(channel::flush);
  }

  @Override
  public void close() {
    outbox.send(
        () -> {
          var unused = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
          unused.addListener(ChannelFutureListener.CLOSE);
        });
  }
}
