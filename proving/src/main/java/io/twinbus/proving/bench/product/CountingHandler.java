package io.twinbus.proving.bench.product;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handler over HTTP, on loopback, that keeps no body. It counts the messages that came in the
 * order of their session's only stream, those that came again, and those that came too early.
 * Thread-safe.
 */
public final class CountingHandler implements AutoCloseable {

  private static final int THREADS = 8;
  private static final int BACKLOG = 1_024;
  private static final int NO_CONTENT = 204;
  private static final long NO_BODY = -1;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Map<String, Long> latest = new ConcurrentHashMap<>();
  private final AtomicInteger handled = new AtomicInteger();
  private final AtomicInteger repeats = new AtomicInteger();
  private final AtomicInteger disordered = new AtomicInteger();

  private CountingHandler(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Starts one on a free port.
   *
   * @throws IOException when no port can be opened
   */
  public static CountingHandler start() throws IOException {
    // Read once by the JDK's server: without the first, every answer waits for Nagle's 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "4096");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "counting-handler");
              thread.setDaemon(true);
              return thread;
            });
    CountingHandler handler = new CountingHandler(server, threads);
    server.createContext("/", handler::take);
    server.setExecutor(threads);
    server.start();
    return handler;
  }

  /** Where receivers send their calls. */
  public URI address() {
    return URI.create(
        "http://%s:%d/"
            .formatted(
                server.getAddress().getAddress().getHostAddress(), server.getAddress().getPort()));
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = exchange.getRequestBody()) {
      var unused = body.transferTo(OutputStream.nullOutputStream());
      String session = String.valueOf(exchange.getRequestHeaders().getFirst("ce-subject"));
      String number = String.valueOf(exchange.getRequestHeaders().getFirst("Twinbus-Sequence"));
      latest.compute(
          session, (key, before) -> judge(before == null ? 0 : before, Long.parseLong(number)));
      exchange.sendResponseHeaders(NO_CONTENT, NO_BODY);
    }
  }

  private long judge(long before, long now) {
    if (now == before + 1) {
      handled.incrementAndGet();
    } else if (now <= before) {
      repeats.incrementAndGet();
    } else {
      disordered.incrementAndGet();
    }
    return Math.max(before, now);
  }

  /** How many messages came in order. */
  public int handled() {
    return handled.get();
  }

  /** How many calls were for a message that had come before. */
  public int repeats() {
    return repeats.get();
  }

  /** How many calls came before a message that stands before theirs. */
  public int disordered() {
    return disordered.get();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
