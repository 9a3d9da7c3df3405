package io.twinbus.receiver.process;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An OTLP collector that keeps the newest request, whose names are plain text in it. */
final class MetricsCollector implements AutoCloseable {

  private static final String PATH = "/v1/metrics";

  private final HttpServer server;
  private volatile String newest = "";

  MetricsCollector() throws IOException {
    server = JdkServer.create();
    server.createContext(
        PATH,
        exchange -> {
          newest =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), PATH);
  }

  String received() {
    return newest;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
