package io.twinbus.local.servicebus.transport;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.management.EntityXml;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** Describes entities to who asks over HTTP; changes none. */
final class ManagementHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final Supplier<NamespaceSettings> entities;

  ManagementHandler(Supplier<NamespaceSettings> entities) {
    this.entities = entities;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    FullHttpResponse response = answer(request);
    HttpUtil.setContentLength(response, response.content().readableBytes());
    HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(request));
    var written = context.writeAndFlush(response);
    if (!HttpUtil.isKeepAlive(request)) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private FullHttpResponse answer(FullHttpRequest request) {
    if (!request.method().equals(HttpMethod.GET)) {
      return response(
          HttpResponseStatus.METHOD_NOT_ALLOWED, "Here entities are described, and not changed.");
    }
    if (!request.headers().contains(HttpHeaderNames.AUTHORIZATION)) {
      return response(HttpResponseStatus.UNAUTHORIZED, "A token is missing.");
    }
    String path = new QueryStringDecoder(request.uri()).path().replaceAll("^/+|/+$", "");
    Optional<String> entry = EntityXml.entry(entities.get(), path);
    return entry
        .map(xml -> response(HttpResponseStatus.OK, xml))
        .orElseGet(
            () -> response(HttpResponseStatus.NOT_FOUND, "No such entity in this namespace."));
  }

  /** An error is an entity of its own: {@code <Error><Code>, <Detail>}. */
  private static FullHttpResponse response(HttpResponseStatus status, String text) {
    String body =
        status.equals(HttpResponseStatus.OK)
            ? text
            : "<Error><Code>%d</Code><Detail>%s</Detail></Error>".formatted(status.code(), text);
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, "application/atom+xml;type=entry;charset=utf-8");
    return response;
  }
}
