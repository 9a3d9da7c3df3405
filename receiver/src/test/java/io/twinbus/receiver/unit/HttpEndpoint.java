package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.handler.HttpFailures;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.ticked.TickedTimer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An endpoint of HTTP that answers what a test says, and handlers that call it. */
final class HttpEndpoint implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch release = new CountDownLatch(1);
  private final HttpServer server;
  final TickedTimer timer = new TickedTimer();
  HttpFailures failures = HttpFailures.DEFAULT;
  volatile int status = 204;
  volatile String retryAfter = "";
  volatile String body = "";
  private volatile boolean hangs;
  private volatile Headers seen = new Headers();
  private volatile String seenBody = "";
  private volatile String asked = "";

  HttpEndpoint() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** It takes calls, and answers none before it is to {@link #goOn}. */
  void hang() {
    hangs = true;
  }

  void goOn() {
    release.countDown();
  }

  /** Nothing listens any longer. */
  void stop() {
    server.stop(0);
  }

  /** What a handler makes of its answer. */
  HandlerOutcome handle() {
    return start(Duration.ofSeconds(30)).orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Begins a call of a handler that waits for {@code grace} when it is given up. */
  CompletableFuture<HandlerOutcome> start(Duration grace) {
    return start(port(), grace);
  }

  /** The same to another port. */
  CompletableFuture<HandlerOutcome> start(int port, Duration grace) {
    return handler(port, grace)
        .handle(Calls.message("s", "m"), Calls.invocation(Duration.ofSeconds(30)))
        .toCompletableFuture();
  }

  /** The same of a handler that ends cancelled calls by {@code ending}. */
  CompletableFuture<HandlerOutcome> start(ScheduledExecutorService ending) {
    return handler(port(), Duration.ofSeconds(20), Optional.empty(), ending)
        .handle(Calls.message("s", "m"), Calls.invocation(Duration.ofSeconds(30)))
        .toCompletableFuture();
  }

  /** A handler that calls it. */
  HttpHandler handler() {
    return handler(port(), Duration.ofSeconds(30));
  }

  /** A handler that asks it, by its {@code health} address if there is one, whether it is there. */
  HttpHandler asking(Optional<String> health) {
    return handler(
        port(),
        Duration.ofSeconds(30),
        health.map(path -> URI.create("http://127.0.0.1:%d%s".formatted(port(), path))),
        timer);
  }

  private HttpHandler handler(int port, Duration grace) {
    return handler(port, grace, Optional.empty(), timer);
  }

  private HttpHandler handler(
      int port, Duration grace, Optional<URI> health, ScheduledExecutorService ending) {
    URI url = URI.create("http://127.0.0.1:%d/handle".formatted(port));
    return new HttpHandler(
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
        new HttpHandler.Endpoint(url, grace, "/twinbus/orders", Optional.empty(), failures, health),
        InstantSource.fixed(NOW),
        ending);
  }

  private int port() {
    return server.getAddress().getPort();
  }

  /** The headers of the last call. */
  Headers seen() {
    return seen;
  }

  /** The first header {@code name} of the last call, or "null". */
  String header(String name) {
    return String.valueOf(seen.getFirst(name));
  }

  /** The method and the path of the last call; empty before the first. */
  String asked() {
    return asked;
  }

  /** The body of the last call; empty before the first. */
  String seenBody() {
    return seenBody;
  }

  private void answer(HttpExchange exchange) throws IOException {
    seen = exchange.getRequestHeaders();
    asked = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    seenBody = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (hangs) {
      await().atMost(Duration.ofSeconds(30)).until(() -> release.getCount() == 0);
    }
    if (!retryAfter.isEmpty()) {
      exchange.getResponseHeaders().set("Retry-After", retryAfter);
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    release.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
