package io.twinbus.local.servicebus.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.util.function.Supplier;

/**
 * Tells a client of AMQP, whose first byte is the A of its name, from one of HTTP, and gives the
 * latter a pipeline of its own: one port serves both, so that a connection string leads to both.
 */
final class FirstByte extends ChannelInboundHandlerAdapter {
  private static final int MAX_REQUEST_BYTES = 65_536;

  private final ChannelHandler amqp;
  private final Supplier<ChannelHandler> http;

  FirstByte(ChannelHandler amqp, Supplier<ChannelHandler> http) {
    this.amqp = amqp;
    this.http = http;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes && bytes.isReadable() && isHttp(bytes)) {
      context
          .pipeline()
          .addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_REQUEST_BYTES), http.get())
          .remove(amqp);
    }
    context.fireChannelRead(message);
    context.pipeline().remove(this);
  }

  /** Its methods are GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS. */
  private static boolean isHttp(ByteBuf bytes) {
    return "GHPDO".indexOf(bytes.getByte(bytes.readerIndex())) >= 0;
  }
}
