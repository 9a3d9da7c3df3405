package io.twinbus.local.servicebus.transport;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.twinbus.local.servicebus.management.ApiRequest;
import io.twinbus.local.servicebus.management.ApiResponse;
import io.twinbus.local.servicebus.management.ManagementApi;
import io.twinbus.local.storage.Outbox;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Hands the requests of one connection to the management API, and its answers back. */
final class ManagementHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final ManagementApi api;
  private final Outbox outbox;

  ManagementHandler(ManagementApi api, Outbox outbox) {
    this.api = api;
    this.outbox = outbox;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    ApiResponse answer = api.answer(request(request));
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.copiedBuffer(answer.body(), StandardCharsets.UTF_8));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
    HttpUtil.setContentLength(response, response.content().readableBytes());
    HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(request));
    boolean last = !HttpUtil.isKeepAlive(request);
    outbox.send(
        () -> {
          var written = context.writeAndFlush(response);
          if (last) {
            written.addListener(ChannelFutureListener.CLOSE);
          }
        });
  }

  private static ApiRequest request(FullHttpRequest request) {
    QueryStringDecoder uri = new QueryStringDecoder(request.uri());
    Map<String, String> query = new HashMap<>();
    uri.parameters().forEach((name, values) -> query.put(name, values.get(0)));
    return new ApiRequest(
        request.method().name(),
        uri.path().replaceAll("^/+|/+$", ""),
        query,
        request.headers().get(HttpHeaderNames.AUTHORIZATION),
        request.headers().contains(HttpHeaderNames.IF_MATCH),
        request.content().toString(StandardCharsets.UTF_8));
  }
}
