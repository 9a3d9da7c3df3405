package io.twinbus.ledger.integration;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Stands before an account and makes it forget preconditions, as an endpoint would that accepts
 * writes with outdated ETags: those of all writes, or of such as share a request alone.
 */
final class IfMatchStripper implements AutoCloseable {

  private static final Set<String> NOT_FORWARDED =
      Set.of("host", "content-length", "connection", "transfer-encoding", "upgrade");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String account;
  private final boolean bulkAlone;
  private final PlainServer server;

  private IfMatchStripper(String account, boolean bulkAlone) {
    this.account = account;
    this.bulkAlone = bulkAlone;
    this.server = PlainServer.handling(this::forward);
  }

  static IfMatchStripper before(String account) {
    return new IfMatchStripper(account, false);
  }

  static IfMatchStripper inBulkRequests(String account) {
    return new IfMatchStripper(account, true);
  }

  String url() {
    return server.url();
  }

  @Override
  public void close() {
    server.close();
  }

  private void forward(HttpExchange exchange) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(account + exchange.getRequestURI().getRawPath()))
            .method(
                exchange.getRequestMethod(),
                HttpRequest.BodyPublishers.ofString(
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                        .replaceAll("\"ifMatch\":\"(?:[^\"\\\\]|\\\\.)*\",?", "")));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              String known = name.toLowerCase(Locale.ROOT);
              boolean isStripped = known.equals("if-match") && !bulkAlone;
              if (!NOT_FORWARDED.contains(known) && !isStripped) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      answer(exchange, client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.close();
    }
  }

  /** The account names its own address in what it says about itself; here it is this one's. */
  private void answer(HttpExchange exchange, HttpResponse<String> response) throws IOException {
    byte[] body = response.body().replace(account, url()).getBytes(StandardCharsets.UTF_8);
    response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, List.copyOf(values));
              }
            });
    exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
