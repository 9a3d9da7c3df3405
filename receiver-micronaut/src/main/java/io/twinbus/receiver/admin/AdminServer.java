package io.twinbus.receiver.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers what operators ask: pages to read, none to change anything with.
 *
 * <p>It has one thread and the JDK's own server, and shares nothing with the server of probes and
 * metrics: so it answers also when that one does not, and one can look why. Thread-safe.
 */
public final class AdminServer implements AutoCloseable {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService thread;
  private final Map<String, Page> pages;
  private final AdminAuthorizer doorkeeper;

  private AdminServer(
      HttpServer server,
      ExecutorService thread,
      Map<String, Page> pages,
      AdminAuthorizer doorkeeper) {
    this.server = server;
    this.thread = thread;
    this.pages = new TreeMap<>(pages);
    this.doorkeeper = doorkeeper;
  }

  /**
   * Starts it.
   *
   * @param pages by path, such as {@code /stats}
   * @throws AdminPortTakenException when the port is taken, or the address is not this machine's
   */
  public static AdminServer start(AdminSettings settings, Map<String, Page> pages)
      throws AdminPortTakenException {
    HttpServer server;
    try {
      server =
          HttpServer.create(new InetSocketAddress(settings.address(), settings.port()), BACKLOG);
    } catch (IOException e) {
      throw new AdminPortTakenException(settings, e);
    }
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread daemon = new Thread(task, "admin");
              daemon.setDaemon(true);
              return daemon;
            });
    AdminServer admin =
        new AdminServer(server, thread, pages, new AdminAuthorizer(settings.token()));
    server.createContext("/", admin::answer);
    server.setExecutor(thread);
    server.start();
    return admin;
  }

  /** Its port. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      AdminAuthorizer.Decision decision =
          doorkeeper.decide(
              exchange.getRequestHeaders().getFirst("Host"),
              exchange.getRequestHeaders().getFirst("Authorization"));
      Page page = pages.get(exchange.getRequestURI().getPath());
      if (!decision.isAllowed()) {
        decision
            .challenge()
            .ifPresent(how -> exchange.getResponseHeaders().set("WWW-Authenticate", how));
        send(exchange, decision.status(), Page.text(decision.sentence()));
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, METHOD_NOT_ALLOWED, Page.text("These pages are to be read (GET)."));
      } else if (page == null) {
        send(
            exchange, NOT_FOUND, Page.text("There are " + String.join(", ", pages.keySet()) + "."));
      } else {
        send(exchange, OK, page);
      }
    }
  }

  private static void send(HttpExchange exchange, int status, Page page) throws IOException {
    byte[] body = page.content().get().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", page.type());
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
