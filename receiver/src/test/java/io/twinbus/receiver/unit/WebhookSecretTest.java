package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handler calls are signed as Standard Webhooks says; the examples are those of its libraries. */
class WebhookSecretTest {

  private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER_KEY = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

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
  }

  @Test
  void theSignatureIsTheOneOfThePublishedExample() {
    call(KEY, 1_614_265_330L, "msg_p5jXN8AQM9LWM0D4loKWxJek", "{\"test\": 2432232314}");

    assertThat(seen.getFirst("webhook-id")).isEqualTo("msg_p5jXN8AQM9LWM0D4loKWxJek");
    assertThat(seen.getFirst("webhook-timestamp")).isEqualTo("1614265330");
    assertThat(seen.getFirst("webhook-signature"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void twoKeysGiveTwoSignatures() {
    call(
        KEY + " " + OTHER_KEY,
        1_649_367_553L,
        "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
        "{\"email\":\"test@example.com\",\"username\":\"test_user\"}");

    assertThat(seen.getFirst("webhook-signature").split(" "))
        .hasSize(2)
        .contains("v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=");
  }

  @Test
  void anIdThatNoHeaderCarriesIsSignedAsItIsSent() {
    call(KEY, 1_614_265_330L, "bestellung ü", "{}");

    assertThat(seen.getFirst("webhook-id"))
        .isEqualTo("bestellung%20%C3%BC")
        .isEqualTo(seen.getFirst("ce-id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "secret", "whsec_", "whsec_c2hvcnQ=", "whsec_#", KEY + "  x"})
  void whatIsNoKeyIsRefused(String text) {
    assertThat(WebhookSecret.parse(new Secret(text))).isEmpty();
  }

  @Test
  void itDoesNotPrintItsKeys() {
    assertThat(WebhookSecret.parse(new Secret(KEY)).orElseThrow()).hasToString("********");
  }

  private void call(String secret, long seconds, String id, String body) {
    URI url = URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    HttpHandler handler =
        new HttpHandler(
            HttpClient.newHttpClient(),
            new HttpHandler.Endpoint(
                url,
                Duration.ofSeconds(5),
                "/twinbus/orders",
                WebhookSecret.parse(new Secret(secret))),
            InstantSource.fixed(Instant.ofEpochSecond(seconds)));
    Message message =
        new Message(
            new SessionId("s"),
            new MessageId(id),
            Body.ofUtf8(body),
            Map.of(),
            Calls.message("s", "m").envelope());
    HandlerOutcome outcome =
        handler
            .handle(message, Calls.invocation(Duration.ofSeconds(30)))
            .toCompletableFuture()
            .orTimeout(20, TimeUnit.SECONDS)
            .join();
    assertThat(outcome).isEqualTo(new HandlerOutcome.Completed());
  }
}
