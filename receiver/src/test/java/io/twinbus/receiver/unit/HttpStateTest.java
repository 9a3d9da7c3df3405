package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.protocol.Body;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.ticked.TickedTimer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session's state over HTTP. */
class HttpStateTest {

  private HttpServer server;
  private volatile @Nullable String answered;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile @Nullable String seen;

  @BeforeEach
  void startEndpoint() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stopEndpoint() {
    server.stop(0);
  }

  @Test
  void theStateTravelsAsBase64BothWays() {
    answered = "AAH/";

    HandlerOutcome outcome = handle(Optional.of(Body.ofUtf8("{}")));

    assertThat(seen).isEqualTo("e30=");
    assertThat(outcome)
        .isEqualTo(HandlerOutcome.Completed.withState(Body.wrap(new byte[] {0, 1, -1})));
  }

  @Test
  void anAnswerWithoutTheHeaderLeavesTheState() {
    assertThat(handle(Optional.empty())).isEqualTo(new HandlerOutcome.Completed());
    assertThat(seen).isNull();
  }

  @Test
  void anEmptyHeaderClearsTheState() {
    answered = "";

    assertThat(handle(Optional.of(Body.ofUtf8("{}"))))
        .isEqualTo(HandlerOutcome.Completed.clearingState());
  }

  @Test
  void aHeaderThatIsNotBase64IsAFailedCall() {
    answered = "{}";

    assertThat(((HandlerOutcome.Retry) handle(Optional.empty())).reason())
        .isEqualTo(
            "The endpoint answered 204 with a Twinbus-State that is not base64 or of more than"
                + " 4096 bytes.");
  }

  @Test
  void aStateOfAsMuchAsFitsIsTaken() {
    answered = Base64.getEncoder().encodeToString(new byte[4_096]);

    assertThat(handle(Optional.of(Body.wrap(new byte[4_096]))))
        .isEqualTo(HandlerOutcome.Completed.withState(Body.wrap(new byte[4_096])));
  }

  @Test
  void aStateBeyondTheBoundIsAFailedCallEitherWay() {
    String tooLarge = Base64.getEncoder().encodeToString(new byte[4_097]);
    answered = tooLarge;

    HandlerOutcome back = handle(Optional.of(Body.wrap(new byte[4_096])));
    HandlerOutcome there = handle(Optional.of(Body.wrap(new byte[4_097])));

    assertThat(back).isInstanceOf(HandlerOutcome.Retry.class);
    assertThat(there).isInstanceOf(HandlerOutcome.Retry.class);
    assertThat(calls.get()).as("no call without its state").isEqualTo(1);
  }

  private HandlerOutcome handle(Optional<Body> state) {
    URI url = URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    Invocation plain = Calls.invocation(Duration.ofSeconds(10));
    return new HttpHandler(
            HttpClient.newHttpClient(),
            new HttpHandler.Endpoint(
                url, Duration.ofSeconds(5), "/twinbus/orders", Optional.empty()),
            InstantSource.system(),
            new TickedTimer())
        .handle(
            Calls.message("s", "m"),
            new Invocation(
                plain.token(),
                plain.attempt(),
                plain.position(),
                state,
                plain.caller(),
                plain.timeout()))
        .toCompletableFuture()
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
  }

  private void answer(HttpExchange exchange) throws IOException {
    calls.incrementAndGet();
    seen = exchange.getRequestHeaders().getFirst("Twinbus-State");
    String state = answered;
    if (state != null) {
      exchange.getResponseHeaders().set("Twinbus-State", state);
    }
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }
}
