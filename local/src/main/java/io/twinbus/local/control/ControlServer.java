package io.twinbus.local.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.local.network.PortTakenException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP endpoint that injects faults, changes entities and tells counts.
 *
 * <p>Requests take turns on one thread, so each finds the effects of those before it. Thread-safe.
 */
public final class ControlServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
  private static final int MAX_BODY_BYTES = 65_536;
  private static final int BACKLOG = 64;

  /**
   * The JDK's server sends an answer in two segments, and without TCP_NODELAY, which is a property
   * of the process there, holds the second back until the client's delayed acknowledgement: 40 ms a
   * question.
   */
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  private final ObjectMapper json = new ObjectMapper();
  private final ControlActions actions;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "local-control");
            made.setDaemon(true);
            return made;
          });
  private final HttpServer server;
  private final CallerCheck callers;

  private ControlServer(HttpServer server, CallerCheck callers, ControlledStack stack) {
    this.server = server;
    this.callers = callers;
    this.actions = new ControlActions(stack);
    server.createContext("/", this::handle);
    server.setExecutor(thread);
  }

  /**
   * Starts to listen.
   *
   * @param address usually loopback; elsewhere callers may give the host any name without a dot
   * @param port 0 means any free one
   * @throws PortTakenException if another process listens on the port
   */
  public static ControlServer start(InetAddress address, int port, ControlledStack stack) {
    if (System.getProperty(NO_DELAY) == null) {
      System.setProperty(NO_DELAY, "true");
    }
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(address, port), BACKLOG);
      ControlServer control = new ControlServer(server, new CallerCheck(address), stack);
      server.start();
      return control;
    } catch (IOException e) {
      throw new PortTakenException("the control endpoint", port, e);
    }
  }

  /** The URL for a {@link ControlClient}. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        callers.check(exchange.getRequestHeaders());
        answer(
            exchange,
            200,
            actions.act(exchange.getRequestMethod(), path(exchange), body(exchange)));
      } catch (ControlException e) {
        answer(exchange, e.status(), Map.of("error", String.valueOf(e.getMessage())));
      } catch (RuntimeException e) {
        LOG.error(
            "A control request failed; what it was to change may have changed in part, heal ends"
                + " all faults.",
            e);
        answer(exchange, 500, Map.of("error", String.valueOf(e.getMessage())));
      }
    }
  }

  private static List<String> path(HttpExchange exchange) {
    // Decoded one by one: the name of an entity may have slashes.
    return Arrays.stream(exchange.getRequestURI().getRawPath().split("/"))
        .filter(segment -> !segment.isEmpty())
        .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
        .toList();
  }

  private JsonNode body(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (bytes.length > MAX_BODY_BYTES) {
      throw new ControlException(
          400, "The request's body is longer than " + MAX_BODY_BYTES + " bytes.");
    }
    try {
      return bytes.length == 0 ? JsonNodeFactory.instance.objectNode() : json.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw new ControlException(400, "The request's body is no JSON.");
    }
  }

  private void answer(HttpExchange exchange, int status, Object value) throws IOException {
    byte[] bytes = json.writeValueAsBytes(value);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
