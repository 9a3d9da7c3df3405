package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.handler.WebhookSecret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handler calls are signed: as Standard Webhooks says, and once more for what the body lacks. */
class WebhookSecretTest {

  private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER_KEY = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

  private static final String ID =
      "tb_1a556a69f078a21b7c63b2d8b524c649a68470b134f2c13c56791d5f4793e0a7";

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private HttpServer server;
  private volatile Headers seen = new Headers();

  @BeforeEach
  void startEndpoint() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          seen = exchange.getRequestHeaders();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stopEndpoint() {
    server.stop(0);
    timer.shutdownNow();
  }

  /**
   * What the library standardwebhooks 1.1.1 for JavaScript signs for the same id, time and body.
   */
  @Test
  void aLibraryOfAnotherLanguageSignsAlike() {
    call(KEY + " " + OTHER_KEY, "msg.1");

    assertThat(seen.getFirst("webhook-id")).isEqualTo(ID);
    assertThat(seen.getFirst("webhook-timestamp")).isEqualTo("1614265330");
    assertThat(seen.getFirst("webhook-signature"))
        .isEqualTo(
            "v1,OQwqu5GrKerWI0xsRMC9uoxqVjAZ0aQKV7JgeyppK1Y="
                + " v1,ovY/U8UtythCp8Sglddk8675aJ4yvdlhx4ZdH/8iTIs=");
  }

  /** HMAC-SHA256, by OpenSSL through Node, over the lines that the class's Javadoc describes. */
  @Test
  void theSecondSignatureCoversTokenAttemptSessionStateAndKey() {
    call(KEY + " " + OTHER_KEY, "msg.1");

    assertThat(seen.getFirst("Twinbus-Signature"))
        .isEqualTo(
            "v1,cySkg5SkutdotE6pU0JRSDONZH7dQdNmu67rZPaYfoQ="
                + " v1,eqCmAcKCnL1oO6A4lPeGX3gfCUYqOJveZkJ5Z9YhZWM=");
  }

  @Test
  void whileAKeyIsReplacedEachOfTheTwoVerifies() {
    call(KEY + " " + OTHER_KEY, "msg.1");
    String both = seen.getFirst("webhook-signature");
    String bothOfCall = seen.getFirst("Twinbus-Signature");

    for (String single : List.of(KEY, OTHER_KEY)) {
      call(single, "msg.1");
      assertThat(both.split(" ")).contains(seen.getFirst("webhook-signature"));
      assertThat(bothOfCall.split(" ")).contains(seen.getFirst("Twinbus-Signature"));
    }
  }

  @Test
  void theIdHasNoDotAndIsTheSameForEveryAttempt() {
    call(KEY, "a.b.c", 1, 41);
    String first = seen.getFirst("webhook-id");
    String firstSignature = seen.getFirst("Twinbus-Signature");
    call(KEY, "a.b.c", 2, 42);

    assertThat(first).doesNotContain(".").isEqualTo(seen.getFirst("webhook-id"));
    assertThat(seen.getFirst("Twinbus-Signature")).isNotEqualTo(firstSignature);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "secret", "whsec_", "whsec_c2hvcnQ=", "whsec_#", KEY + "  x"})
  void whatIsNoKeyIsRefused(String text) {
    assertThat(WebhookSecret.parse(new Secret(text))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"23, false", "24, true", "64, true", "65, false"})
  void aKeyHas24To64Bytes(int bytes, boolean isKey) {
    String text = "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);

    assertThat(WebhookSecret.parse(new Secret(text)).isPresent()).isEqualTo(isKey);
  }

  @Test
  void itDoesNotPrintItsKeys() {
    assertThat(WebhookSecret.parse(new Secret(KEY)).orElseThrow()).hasToString("********");
  }

  private void call(String secret, String id) {
    call(secret, id, 2, 41);
  }

  private void call(String secret, String id, int attempt, long token) {
    URI url = URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    HttpHandler handler =
        new HttpHandler(
            HttpClient.newHttpClient(),
            new HttpHandler.Endpoint(
                url,
                Duration.ofSeconds(5),
                "/twinbus/orders",
                WebhookSecret.parse(new Secret(secret))),
            InstantSource.fixed(Instant.ofEpochSecond(1_614_265_330L)),
            timer);
    Message message =
        new Message(
            new SessionId("s"),
            new MessageId(id),
            Body.ofUtf8("{\"test\": 2432232314}"),
            Map.of(),
            Calls.message("s", "m").envelope());
    Invocation like = Calls.invocation(Duration.ofSeconds(30));
    Invocation invocation =
        new Invocation(
            token, attempt, like.position(), like.state(), like.caller(), like.timeout());
    HandlerOutcome outcome =
        handler
            .handle(message, invocation)
            .toCompletableFuture()
            .orTimeout(20, TimeUnit.SECONDS)
            .join();
    assertThat(outcome).isEqualTo(new HandlerOutcome.Completed());
  }
}
