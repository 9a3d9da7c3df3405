package io.twinbus.receiver.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Answers what operators ask: pages to read, none to change anything with.
 *
 * <p>It runs on the JDK's own server with {@value #THREADS} threads, and shares nothing with the
 * server of probes and metrics: it answers also when that server does not. A request that has not
 * arrived whole after {@value #REQUEST_SECONDS} s loses its connection, so half-sent requests block
 * no thread for longer. Beyond {@value #WAITING} waiting requests, a further one is not served.
 * Thread-safe.
 */
public final class AdminServer implements AutoCloseable {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int BACKLOG = 16;
  private static final int THREADS = 4;
  private static final int WAITING = 64;
  private static final int REQUEST_SECONDS = 5;

  static {
    // The JDK's server reads its deadline once, when its first instance is created; 17 has no API.
    if (System.getProperty("sun.net.httpserver.maxReqTime") == null) {
      System.setProperty("sun.net.httpserver.maxReqTime", String.valueOf(REQUEST_SECONDS));
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final Map<String, Page> pages;
  private final AdminAuthorizer authorizer;

  private AdminServer(
      HttpServer server,
      ExecutorService threads,
      Map<String, Page> pages,
      AdminAuthorizer authorizer) {
    this.server = server;
    this.threads = threads;
    this.pages = new TreeMap<>(pages);
    this.authorizer = authorizer;
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
    ExecutorService threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            task -> {
              Thread daemon = new Thread(task, "admin");
              daemon.setDaemon(true);
              return daemon;
            });
    AdminServer admin =
        new AdminServer(server, threads, pages, new AdminAuthorizer(settings.tokens()));
    server.createContext("/", admin::answer);
    server.setExecutor(threads);
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
          authorizer.decide(
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
    threads.shutdownNow();
  }
}
