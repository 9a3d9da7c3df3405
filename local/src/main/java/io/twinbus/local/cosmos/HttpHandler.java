package io.twinbus.local.cosmos;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.twinbus.local.cosmos.gateway.CosmosGateway;
import io.twinbus.local.cosmos.http.Answer;
import io.twinbus.local.cosmos.http.Answer.Delivery;
import io.twinbus.local.cosmos.http.Content;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.network.Patience;
import io.twinbus.local.storage.Outbox;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection's HTTP: it hands requests to the gateway and writes its answers, in order. */
final class HttpHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(HttpHandler.class);

  private final @Nullable String region;
  private final CompletableFuture<CosmosGateway> gateway;
  private final Patience patience;
  private final Outbox outbox;
  private final InstantSource clock;
  private long connection;
  private long unnamed;

  /** Hands requests to a region; null: to the one that is written. */
  HttpHandler(
      @Nullable String region,
      CompletableFuture<CosmosGateway> gateway,
      Patience patience,
      Outbox outbox,
      InstantSource clock) {
    this.region = region;
    this.outbox = outbox;
    this.clock = clock;
    this.gateway = gateway;
    this.patience = patience;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    byte[] name = ctx.channel().id().asLongText().getBytes(StandardCharsets.UTF_8);
    connection = UUID.nameUUIDFromBytes(name).getMostSignificantBits();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest message) {
    patience.satisfied();
    Answer answer = answer(message, ctx.pipeline().get(SslHandler.class) != null);
    if (answer.delivery() == Delivery.DROP) {
      var unused = ctx.close();
    } else if (answer.delivery() == Delivery.SEND) {
      FullHttpResponse response = response(answer.reply(), message);
      boolean last = !HttpUtil.isKeepAlive(message);
      outbox.send(() -> write(ctx, response, last, answer.lateMillis()));
    }
  }

  private static void write(
      ChannelHandlerContext ctx, FullHttpResponse response, boolean last, int lateMillis) {
    if (lateMillis > 0) {
      var unused =
          ctx.executor()
              .schedule(() -> write(ctx, response, last, 0), lateMillis, TimeUnit.MILLISECONDS);
      return;
    }
    var written = ctx.writeAndFlush(response);
    if (last) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private Answer answer(FullHttpRequest message, boolean secure) {
    if (message.decoderResult().isFailure()) {
      return Answer.refused(400, "The request is no HTTP.");
    }
    Request request;
    try {
      request = request(message, secure);
    } catch (IllegalArgumentException e) {
      return Answer.refused(400, "The request's path has an escape that is none.");
    }
    try {
      CosmosGateway door = gateway.join();
      return region == null ? door.answer(request) : door.answer(request, region);
    } catch (RuntimeException e) {
      LOG.error(
          "The ledger endpoint failed on {} {}; the client is told 500.",
          request.verb(),
          message.uri(),
          e);
      return Answer.refused(500, "The local ledger failed; its log says why.");
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof IdleStateEvent) {
      // Whoever sends nothing for so long does not come back.
      var unused = ctx.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug(
        "A connection to the ledger endpoint failed; it is closed and the client has to open another one.",
        cause);
    var unused = ctx.close();
  }

  private static Request request(FullHttpRequest message, boolean secure) {
    Map<String, String> headers = new HashMap<>();
    message
        .headers()
        .forEach(
            header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    headers.put(Request.SCHEME_HEADER, secure ? "https" : "http");
    return new Request(
        message.method().name(),
        Request.segments(message.uri()),
        headers,
        Content.of(ByteBufUtil.getBytes(message.content())));
  }

  private FullHttpResponse response(Reply reply, FullHttpRequest message) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(reply.status()),
            Unpooled.wrappedBuffer(reply.body().bytes()));
    reply.headers().forEach(response.headers()::set);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
        .setInt(HttpHeaderNames.CONTENT_LENGTH, reply.body().bytes().length)
        .set(HttpHeaderNames.DATE, DateFormatter.format(Date.from(clock.instant())))
        .set("x-ms-request-charge", charge(reply.charge()))
        .set("x-ms-serviceversion", "version=2.14.0.0")
        .set("x-ms-gatewayversion", "version=2.14.0");
    String activity = message.headers().get("x-ms-activity-id");
    response.headers().set("x-ms-activity-id", activity == null ? activityId() : activity);
    return response;
  }

  /** For a request whose client has given it none. */
  private String activityId() {
    return new UUID(connection, ++unnamed).toString();
  }

  /** With two decimals, without the cost of a formatter on every reply. */
  private static String charge(double units) {
    long hundredths = Math.round(units * 100);
    long rest = hundredths % 100;
    return hundredths / 100 + (rest < 10 ? ".0" : ".") + rest;
  }
}
