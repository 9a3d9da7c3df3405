package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.handler.WebhookSecret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The product signs a call; the handler in Python takes it, and takes no call made of it. */
class SignedCallsTest {

  private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OLD_KEY = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String BODY = "{\"n\":1}";

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void pythonIsThere() throws InterruptedException {
    PythonHandler.assumeIsThere();
  }

  @Test
  void aSignedCallIsTaken() throws Exception {
    try (PythonHandler handler = start()) {
      assertThat(send(handler, signed(KEY), BODY)).isBetween(200, 299);
    }
  }

  @Test
  void aCallIsTakenWhileTheKeyIsReplaced() throws Exception {
    try (PythonHandler handler = start()) {
      assertThat(send(handler, signed(OLD_KEY + " " + KEY), BODY)).isBetween(200, 299);
      assertThat(send(handler, signed(OLD_KEY), BODY)).isEqualTo(503);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "twinbus-token, 9223372036854775807",
    "twinbus-attempt, 9",
    "twinbus-sequence, 8",
    "twinbus-stream, another",
    "ce-subject, another",
    "ce-id, another",
    "idempotency-key, another",
    "twinbus-state, c3RhdGU=",
    "twinbus-signature, v1"
  })
  void aCallThatWasChangedOnTheWayIsNotTaken(String header, String changed) throws Exception {
    try (PythonHandler handler = start()) {
      Map<String, String> headers = signed(KEY);
      headers.put(header, changed);

      assertThat(send(handler, headers, BODY)).isEqualTo(503);
      assertThat(send(handler, signed(KEY), BODY + " ")).isEqualTo(503);
    }
  }

  @Test
  void theBoundaryBetweenTimeAndBodyCannotBeShifted() throws Exception {
    try (PythonHandler handler = start()) {
      Map<String, String> headers = signed(KEY);
      headers.put("webhook-id", headers.get("webhook-id") + "." + headers.get("webhook-timestamp"));

      assertThat(send(handler, headers, BODY)).isEqualTo(503);
    }
  }

  private PythonHandler start() throws Exception {
    return PythonHandler.start(directory.resolve("effects.ndjson"), KEY);
  }

  /** The headers of a call as the product makes it. */
  private Map<String, String> signed(String keys) throws Exception {
    Map<String, String> seen = new ConcurrentHashMap<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try {
      server.createContext(
          "/",
          exchange -> {
            exchange.getRequestHeaders().forEach((name, all) -> seen.put(name, all.get(0)));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
      HttpHandler handler =
          new HttpHandler(
              client,
              new HttpHandler.Endpoint(
                  URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort())),
                  Duration.ofSeconds(5),
                  "/twinbus/orders",
                  WebhookSecret.parse(new Secret(keys))),
              InstantSource.system(),
              timer);
      handler
          .handle(message(), invocation())
          .toCompletableFuture()
          .orTimeout(BOUND.toSeconds(), TimeUnit.SECONDS)
          .join();
    } finally {
      server.stop(0);
      timer.shutdownNow();
    }
    Map<String, String> ours = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    seen.forEach(
        (name, value) -> {
          if (name.toLowerCase(Locale.ROOT).matches("(ce|twinbus|webhook|idempotency)-.*")) {
            ours.put(name, value);
          }
        });
    return ours;
  }

  private static Message message() {
    return new Message(
        new SessionId("TW1"),
        new MessageId("m-1"),
        Body.ofUtf8(BODY),
        Map.of(),
        new Message.Envelope(null, null, null));
  }

  private static Invocation invocation() {
    return new Invocation(
        41,
        1,
        Optional.of(new Position(new StreamId("stream"), 1, 0)),
        Optional.empty(),
        new Invocation.Caller(new RegionName("east"), new InstanceId("i1")),
        BOUND);
  }

  private int send(PythonHandler handler, Map<String, String> headers, String body)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(handler.url())
            .timeout(BOUND)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
  }
}
