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
 * Stands before an account and makes it forget conditions: it accepts outdated ETags, in all writes
 * or in such as share a request alone, or creates over what is there in those.
 */
final class ForgetfulAccount implements AutoCloseable {

  private static final Set<String> NOT_FORWARDED =
      Set.of("host", "content-length", "connection", "transfer-encoding", "upgrade");

  private enum Forgotten {
    ETAGS,
    ETAGS_IN_BULK_REQUESTS,
    CREATES_IN_BULK_REQUESTS
  }

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String account;
  private final Forgotten forgotten;
  private final PlainServer server;

  private ForgetfulAccount(String account, Forgotten forgotten) {
    this.account = account;
    this.forgotten = forgotten;
    this.server = PlainServer.handling(this::forward);
  }

  static ForgetfulAccount before(String account) {
    return new ForgetfulAccount(account, Forgotten.ETAGS);
  }

  static ForgetfulAccount inBulkRequests(String account) {
    return new ForgetfulAccount(account, Forgotten.ETAGS_IN_BULK_REQUESTS);
  }

  /** A create in a bulk request overwrites what is there. */
  static ForgetfulAccount ofCreates(String account) {
    return new ForgetfulAccount(account, Forgotten.CREATES_IN_BULK_REQUESTS);
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
                    altered(
                        new String(
                            exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              String known = name.toLowerCase(Locale.ROOT);
              boolean isStripped = known.equals("if-match") && forgotten == Forgotten.ETAGS;
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

  private String altered(String body) {
    return forgotten == Forgotten.CREATES_IN_BULK_REQUESTS
        ? body.replace("\"operationType\":\"Create\"", "\"operationType\":\"Upsert\"")
        : body.replaceAll("\"ifMatch\":\"(?:[^\"\\\\]|\\\\.)*\",?", "");
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
