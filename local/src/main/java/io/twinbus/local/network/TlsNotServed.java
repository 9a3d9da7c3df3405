package io.twinbus.local.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a client that speaks TLS to an endpoint without a certificate that it cannot: with an alert
 * to the client, which would wait otherwise, and a sentence in the log.
 */
final class TlsNotServed extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(TlsNotServed.class);
  private static final int HANDSHAKE = 0x16;
  private static final byte[] HANDSHAKE_FAILURE = {0x15, 3, 3, 0, 2, 2, 40};

  private final String subject;

  TlsNotServed(String subject) {
    this.subject = subject;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    boolean tls =
        message instanceof ByteBuf bytes
            && bytes.isReadable()
            && bytes.getByte(bytes.readerIndex()) == HANDSHAKE;
    if (!tls) {
      context.pipeline().remove(this);
      context.fireChannelRead(message);
      return;
    }
    ReferenceCountUtil.release(message);
    LOG.warn(
        "A client speaks TLS to {}, which has no certificate: start the stack with --tls, or add"
            + " UseDevelopmentEmulator=true to the client's connection string.",
        subject);
    context
        .writeAndFlush(Unpooled.wrappedBuffer(HANDSHAKE_FAILURE))
        .addListener(ChannelFutureListener.CLOSE);
  }
}
