package io.twinbus.ledger.integration;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** An HTTP server on a loopback port that is no Cosmos DB account. */
final class PlainServer implements AutoCloseable {

  private final HttpServer server;

  private PlainServer(HttpServer server) {
    this.server = server;
  }

  static PlainServer answering(int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return handling(
        exchange -> {
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  static PlainServer handling(HttpHandler handler) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", handler);
      server.start();
      return new PlainServer(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
