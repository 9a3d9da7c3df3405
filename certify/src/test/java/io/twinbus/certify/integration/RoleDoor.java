package io.twinbus.certify.integration;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.local.LocalStack;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Stands before the account of a local stack and lets in an identity as Azure does: by a token of
 * Entra ID, and as far as its data role goes, which makes no databases and no containers. What it
 * lets in it signs with the account's key.
 */
final class RoleDoor implements AutoCloseable {

  /** What the token's identity may do. */
  enum Role {
    /** Read what the account is, and read and write items. */
    CONTRIBUTOR,
    /** Read what the account is. */
    NONE_IN_THE_DATABASE
  }

  private static final Set<String> NOT_PASSED_ON =
      Set.of("host", "connection", "content-length", "authorization", "upgrade", "expect");

  private final LocalStack stack;
  private final String token;
  private final Role role;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** A door that knows one identity by {@code token}. */
  RoleDoor(LocalStack stack, String token, Role role) throws IOException {
    this.stack = stack;
    this.token = token;
    this.role = role;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** Where it stands. */
  URI endpoint() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String path = exchange.getRequestURI().getPath().replaceAll("^/|/$", "");
    String brought =
        URLDecoder.decode(
            String.valueOf(exchange.getRequestHeaders().getFirst("authorization")),
            StandardCharsets.UTF_8);
    if (!brought.equals("type=aad&ver=1.0&sig=" + token)) {
      reply(exchange, 401, "{\"code\":\"Unauthorized\",\"message\":\"Who is this?\"}");
    } else if (!isAllowed(exchange.getRequestMethod(), path)) {
      reply(exchange, 403, "{\"code\":\"Forbidden\",\"message\":\"No role allows this.\"}");
    } else {
      passOn(exchange, path, body);
    }
  }

  private boolean isAllowed(String verb, String path) {
    if (path.isEmpty()) {
      return true;
    }
    boolean isAboutItems = path.contains("/docs") || verb.equals("GET");
    return role == Role.CONTRIBUTOR && isAboutItems;
  }

  private void passOn(HttpExchange exchange, String path, byte[] body) throws IOException {
    String asked = exchange.getRequestURI().toString().replaceFirst("^/", "");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(stack.ledgerEndpoint().replaceFirst("/$", "") + "/" + asked))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_PASSED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                request.setHeader(name, values.get(0));
              }
            });
    request.setHeader(
        "authorization",
        signature(
            exchange.getRequestMethod(),
            path,
            String.valueOf(exchange.getRequestHeaders().getFirst("x-ms-date"))));
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      response
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!NOT_PASSED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                  exchange.getResponseHeaders().set(name, values.get(0));
                }
              });
      // The account names its own address, and clients would go there.
      reply(
          exchange,
          response.statusCode(),
          response.body().replace(":" + URI.create(stack.ledgerEndpoint()).getPort(), port()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String port() {
    return ":" + server.getAddress().getPort();
  }

  private String signature(String verb, String path, String date) {
    List<String> segments = path.isEmpty() ? List.of() : List.of(path.split("/"));
    int size = segments.size();
    boolean isFeed = size % 2 == 1;
    String type = size == 0 ? "" : segments.get(isFeed ? size - 1 : size - 2);
    String link = String.join("/", isFeed ? segments.subList(0, size - 1) : segments);
    String payload =
        String.join("\n", verb.toLowerCase(Locale.ROOT), type, link, date.toLowerCase(Locale.ROOT))
            + "\n\n";
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(stack.ledgerKey()), "HmacSHA256"));
      String sign =
          Base64.getEncoder().encodeToString(mac.doFinal(payload.getBytes(StandardCharsets.UTF_8)));
      return URLEncoder.encode("type=master&ver=1.0&sig=" + sign, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
