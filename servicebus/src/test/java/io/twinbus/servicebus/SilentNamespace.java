package io.twinbus.servicebus;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A namespace whose management answers with an error, or takes requests and answers none. */
final class SilentNamespace implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();

  private SilentNamespace(int status) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          if (status == 0) {
            waitForClose();
          } else {
            exchange.sendResponseHeaders(status, -1);
          }
          exchange.close();
        });
    server.start();
  }

  /** One that never answers. */
  static SilentNamespace start() {
    return new SilentNamespace(0);
  }

  /** One that answers with {@code status} each time. */
  static SilentNamespace answering(int status) {
    return new SilentNamespace(status);
  }

  String connectionString() {
    return "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=a;SharedAccessKey=b;UseDevelopmentEmulator=true"
        .formatted(server.getAddress().getPort());
  }

  int requests() {
    return requests.get();
  }

  private void waitForClose() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
