package io.twinbus.receiver.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An outside system that writes down the calls it gets. */
final class Sink implements AutoCloseable {

  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final List<String> applied = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  Sink() throws IOException {
    server = JdkServer.create();
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/handle";
  }

  /** Sessions and message ids, in the order of the calls. */
  List<String> applied() {
    return applied;
  }

  /** Answers nothing until the latch that it gives is counted down. */
  CountDownLatch hold() {
    gate = new CountDownLatch(1);
    return gate;
  }

  private void handle(HttpExchange exchange) throws IOException {
    applied.add(
        exchange.getRequestHeaders().getFirst("ce-subject")
            + " "
            + exchange.getRequestHeaders().getFirst("Twinbus-Sequence"));
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  @Override
  public void close() {
    gate.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
