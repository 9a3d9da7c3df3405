package io.twinbus.local.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log why TLS with a client has failed: mostly it does not trust the certificate. */
final class TlsNotAgreed extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(TlsNotAgreed.class);

  private final String subject;

  TlsNotAgreed(String subject) {
    this.subject = subject;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
      LOG.warn(
          "A client ended TLS with {} ({}): let it trust {} and call the stack by a name that is in"
              + " the certificate.",
          subject,
          String.valueOf(handshake.cause().getMessage()),
          LocalCertificate.PEM_FILE);
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof DecoderException && cause.getCause() instanceof SSLException) {
      var unused = context.close();
    } else {
      context.fireExceptionCaught(cause);
    }
  }
}
