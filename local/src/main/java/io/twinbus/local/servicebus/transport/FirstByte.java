package io.twinbus.local.servicebus.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a client of AMQP, whose first byte is the A of its name, from one of HTTP, and gives the
 * latter a pipeline of its own: one port serves both, so that a connection string leads to both.
 */
final class FirstByte extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(FirstByte.class);
  private static final String PROTOCOL = "AMQP";
  private static final int MAJOR_AT = 5;
  private static final byte[] SPOKEN = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
  private static final int MAX_REQUEST_BYTES = 65_536;

  private final ChannelHandler amqp;
  private final Supplier<ChannelHandler> http;

  FirstByte(ChannelHandler amqp, Supplier<ChannelHandler> http) {
    this.amqp = amqp;
    this.http = http;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes && speaksAnotherVersion(bytes)) {
      LOG.warn(
          "A client asks for AMQP {}.{}.{}, and only 1.0.0 is spoken here: its connection ends.",
          bytes.getByte(bytes.readerIndex() + MAJOR_AT),
          bytes.getByte(bytes.readerIndex() + MAJOR_AT + 1),
          bytes.getByte(bytes.readerIndex() + MAJOR_AT + 2));
      ReferenceCountUtil.release(message);
      context
          .writeAndFlush(Unpooled.wrappedBuffer(SPOKEN))
          .addListener(ChannelFutureListener.CLOSE);
      return;
    }
    if (message instanceof ByteBuf bytes && bytes.isReadable() && isHttp(bytes)) {
      context
          .pipeline()
          .addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_REQUEST_BYTES), http.get())
          .remove(amqp);
    }
    context.fireChannelRead(message);
    context.pipeline().remove(this);
  }

  /** A whole header of AMQP with another version; as the protocol has it, ours is the answer. */
  private static boolean speaksAnotherVersion(ByteBuf bytes) {
    int at = bytes.readerIndex();
    if (bytes.readableBytes() < SPOKEN.length
        || !bytes.toString(at, PROTOCOL.length(), StandardCharsets.US_ASCII).equals(PROTOCOL)) {
      return false;
    }
    return bytes.getByte(at + MAJOR_AT) != 1
        || bytes.getByte(at + MAJOR_AT + 1) != 0
        || bytes.getByte(at + MAJOR_AT + 2) != 0;
  }

  /** Its methods are GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS. */
  private static boolean isHttp(ByteBuf bytes) {
    return "GHPDO".indexOf(bytes.getByte(bytes.readerIndex())) >= 0;
  }
}
