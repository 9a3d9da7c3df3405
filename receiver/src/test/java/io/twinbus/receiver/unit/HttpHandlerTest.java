package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.handler.HttpFailures;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.ticked.TickedTimer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHandlerTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch release = new CountDownLatch(1);
  private HttpServer server;
  private volatile int status = 204;
  private volatile String retryAfter = "";
  private final TickedTimer timer = new TickedTimer();
  private HttpFailures failures = HttpFailures.DEFAULT;
  private volatile String body = "";
  private volatile boolean hang;
  private volatile Headers seen = new Headers();
  private volatile String seenBody = "";

  @BeforeEach
  void startEndpoint() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/handle", this::answer);
    server.start();
  }

  @AfterEach
  void stopEndpoint() {
    release.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({
    "200, Completed",
    "204, Completed",
    "299, Completed",
    "302, AWAY",
    "400, DeadLetter",
    "401, AWAY",
    "402, AWAY",
    "403, AWAY",
    "404, AWAY",
    "405, AWAY",
    "407, AWAY",
    "408, EndUnknown",
    "409, DeadLetter",
    "410, DeadLetter",
    "412, Fenced",
    "421, AWAY",
    "422, DeadLetter",
    "425, THROTTLED",
    "426, AWAY",
    "429, THROTTLED",
    "431, AWAY",
    "451, AWAY",
    "499, DeadLetter",
    "500, AMBIGUOUS",
    "501, AMBIGUOUS",
    "502, EndUnknown",
    "503, AWAY",
    "504, EndUnknown",
    "599, AMBIGUOUS"
  })
  void everyStatusHasOneMeaning(int answered, String meaning) {
    status = answered;

    HandlerOutcome outcome = handle();

    assertThat(
            outcome instanceof HandlerOutcome.Retry retry
                ? retry.kind().name()
                : outcome.getClass().getSimpleName())
        .isEqualTo(meaning);
  }

  @Test
  void aStatusMayBeMovedToAnotherKind() {
    HttpFailures moved = HttpFailures.parse("404=judged, 500=throttled").orElseThrow();
    failures = moved;
    status = 404;
    HandlerOutcome notFound = handle();
    status = 500;
    HandlerOutcome failed = handle();

    assertThat(notFound).isInstanceOf(HandlerOutcome.DeadLetter.class);
    assertThat(((HandlerOutcome.Retry) failed).kind()).isEqualTo(FailureKind.THROTTLED);
  }

  @Test
  void aStatusMayHaveAWaitAndTheAnswersOwnGoesBefore() {
    failures = HttpFailures.parse("409=ambiguous:30s 429=throttled:250ms").orElseThrow();
    status = 409;
    HandlerOutcome conflict = handle();
    status = 429;
    HandlerOutcome busy = handle();
    retryAfter = "7";
    HandlerOutcome busyForLong = handle();

    assertThat(wait(conflict)).contains(Duration.ofSeconds(30));
    assertThat(((HandlerOutcome.Retry) conflict).kind()).isEqualTo(FailureKind.AMBIGUOUS);
    assertThat(wait(busy)).contains(Duration.ofMillis(250));
    assertThat(wait(busyForLong)).contains(Duration.ofSeconds(7));
  }

  private static Optional<Duration> wait(HandlerOutcome outcome) {
    return ((HandlerOutcome.Retry) outcome).after();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "404",
        "404=gone",
        "200=judged",
        "412=away",
        "404=unreached",
        "x=away",
        "404=judged:5s",
        "502=end-unknown:5s",
        "409=away:",
        "409=away:61m",
        "409=away:5s:5s"
      })
  void whatIsNoStatusWithAKindIsRefused(String text) {
    assertThat(HttpFailures.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "0, 0",
    "-3, 0",
    "999999, 3600",
    "'Sat, 21 Nov 2026 10:00:30 GMT', 30",
    "'Sat, 21 Nov 2026 09:00:00 GMT', 0"
  })
  void retryAfterIsHonouredWithinAnHour(String header, long seconds) {
    status = 503;
    retryAfter = header;

    assertThat(handle())
        .isEqualTo(
            new HandlerOutcome.Retry(
                FailureKind.THROTTLED,
                "The endpoint answered 503",
                Optional.empty(),
                Optional.of(Duration.ofSeconds(seconds))));
  }

  @Test
  void anUnreadableRetryAfterIsIgnored() {
    status = 429;
    retryAfter = "soon";

    assertThat(handle())
        .isEqualTo(
            new HandlerOutcome.Retry(
                FailureKind.THROTTLED,
                "The endpoint answered 429",
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void aRefusalBecomesADeadLetterWithWhatTheEndpointSaid() {
    status = 422;
    body = "unknown product " + "x".repeat(2_000);

    HandlerOutcome.DeadLetter dead = (HandlerOutcome.DeadLetter) handle();

    assertThat(dead.reason()).isEqualTo("HandlerRefused");
    assertThat(dead.description())
        .startsWith("The endpoint answered 422: unknown product xxx")
        .hasSizeLessThan(600);
  }

  @Test
  void theCallCarriesCloudEventAndClaim() {
    CompletableFuture<HandlerOutcome> call =
        handler(server.getAddress().getPort(), Duration.ofSeconds(30))
            .handle(
                Calls.message("päckchen 1%", "m \"1\""), Calls.invocation(Duration.ofSeconds(10)))
            .toCompletableFuture();

    assertThat(call.join()).isEqualTo(new HandlerOutcome.Completed());
    assertThat(header("ce-specversion")).isEqualTo("1.0");
    assertThat(header("ce-id")).isEqualTo("m%20%221%22");
    assertThat(header("ce-subject")).isEqualTo("p%C3%A4ckchen%201%25");
    assertThat(header("ce-source")).isEqualTo("/twinbus/orders");
    assertThat(header("ce-type")).isEqualTo("io.twinbus.message");
    assertThat(header("Content-Type")).isEqualTo("application/json");
    assertThat(header("Twinbus-Token")).isEqualTo("41");
    assertThat(header("Twinbus-Attempt")).isEqualTo("2");
    assertThat(header("Twinbus-Stream")).isEqualTo("s1");
    assertThat(header("Twinbus-Sequence")).isEqualTo("7");
    assertThat(header("Twinbus-Region")).isEqualTo("east");
    assertThat(header("Twinbus-Instance")).isEqualTo("i1");
    assertThat(seenBody).isEqualTo("{\"n\":1}");
  }

  @Test
  void theCallSaysWhenTheMessageWasSentAndWhatItsSenderAdded() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("weight kg", 7);
    properties.put("colour", "röd & vit");
    Message message =
        message(
            "s",
            "m",
            properties,
            new Message.Envelope(
                null, null, "order 7", null, null, Instant.parse("2026-11-21T09:59:00.250Z")));

    handler(server.getAddress().getPort(), Duration.ofSeconds(30))
        .handle(message, Calls.invocation(Duration.ofSeconds(10)))
        .toCompletableFuture()
        .join();

    assertThat(header("ce-time")).isEqualTo("2026-11-21T09:59:00.250Z");
    assertThat(header("ce-correlationid")).isEqualTo("order%207");
    assertThat(header("Twinbus-Properties")).isEqualTo("colour=r%C3%B6d+%26+vit&weight+kg=7");
    assertThat(header("Twinbus-Properties-Left-Out")).isEqualTo("null");
  }

  @Test
  void theHeadersOfNoCallAreLargerThanAServerTakes() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      properties.put("property-" + i, "ü".repeat(20));
    }
    properties.put("traceparent", "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01");
    properties.put("tracestate", "k=" + "v".repeat(510));
    String longest = "ä".repeat(1_024);
    Message message =
        message(
            longest,
            longest,
            properties,
            new Message.Envelope(longest, longest, longest, null, null, NOW));
    Invocation like = Calls.invocation(Duration.ofSeconds(10));
    Invocation invocation =
        new Invocation(
            Long.MAX_VALUE,
            like.attempt(),
            like.position(),
            Optional.of(Body.wrap(new byte[4_096])),
            like.caller(),
            like.timeout());

    handler(server.getAddress().getPort(), Duration.ofSeconds(30))
        .handle(message, invocation)
        .toCompletableFuture()
        .join();

    int bytes =
        seen.entrySet().stream()
            .mapToInt(each -> each.getKey().length() + each.getValue().get(0).length() + 4)
            .sum();
    assertThat(bytes).isLessThan(8_000);
    assertThat(header("ce-id")).startsWith("sha256:").hasSize(71);
    assertThat(header("ce-subject")).isEqualTo(header("ce-id"));
    assertThat(header("Twinbus-Properties-Left-Out")).isNotEqualTo("null");
  }

  private static Message message(
      String session, String id, Map<String, Object> properties, Message.Envelope envelope) {
    return new Message(
        new SessionId(session), new MessageId(id), Body.ofUtf8("{}"), properties, envelope);
  }

  @Test
  void anAnswerWithinTheGraceStillCounts() {
    hang = true;
    CompletableFuture<HandlerOutcome> call = start(Duration.ofSeconds(20));
    await().until(() -> !seenBody.isEmpty());

    call.cancel(true);
    release.countDown();

    assertThat(call.orTimeout(10, TimeUnit.SECONDS).join())
        .isEqualTo(new HandlerOutcome.Completed());
  }

  @Test
  void aCallThatIsGivenUpIsReportedOnlyAfterItsClaimIsRenewed() {
    hang = true;
    CompletableFuture<HandlerOutcome> call = start(Duration.ofSeconds(5));
    await().until(() -> !seenBody.isEmpty());

    call.cancel(true);
    timer.pass(Duration.ofMillis(9_999));
    assertThat(call).isNotDone();
    timer.pass(Duration.ofMillis(1));

    assertThat(call)
        .isCompletedWithValue(
            new HandlerOutcome.EndUnknown("The endpoint did not answer in time."));
  }

  @Test
  void aConnectionThatBreaksInMidCallLeavesTheEndUnknown() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<HandlerOutcome> call = start(rude.getLocalPort(), Duration.ofSeconds(20));
      rude.accept().close();

      assertThat(((HandlerOutcome.EndUnknown) call.orTimeout(10, TimeUnit.SECONDS).join()).reason())
          .contains("broke the connection off");
    }
  }

  @Test
  void anEndpointThatIsNotThereIsARetry() {
    server.stop(0);

    assertThat(((HandlerOutcome.Retry) handle()).reason()).contains("cannot be reached");
  }

  @Test
  void aCancelledCallHasItsConnectionClosed() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<HandlerOutcome> call = start(silent.getLocalPort(), Duration.ofMillis(200));
      Socket connection = silent.accept();
      connection.setSoTimeout(20_000);
      InputStream request = connection.getInputStream();
      assertThat(new String(request.readNBytes(4), StandardCharsets.UTF_8)).isEqualTo("POST");

      call.cancel(true);
      timer.pass(Duration.ofMillis(200));

      assertThat(request.readAllBytes()).isNotEmpty(); // returns at the connection's end only
    }
  }

  private HandlerOutcome handle() {
    return start(Duration.ofSeconds(30)).orTimeout(60, TimeUnit.SECONDS).join();
  }

  private CompletableFuture<HandlerOutcome> start(Duration grace) {
    return start(server.getAddress().getPort(), grace);
  }

  private CompletableFuture<HandlerOutcome> start(int port, Duration grace) {
    return handler(port, grace)
        .handle(Calls.message("s", "m"), Calls.invocation(Duration.ofSeconds(30)))
        .toCompletableFuture();
  }

  private HttpHandler handler(int port, Duration grace) {
    URI url = URI.create("http://127.0.0.1:%d/handle".formatted(port));
    return new HttpHandler(
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
        new HttpHandler.Endpoint(
            url, grace, "/twinbus/orders", Optional.empty(), failures, Optional.empty()),
        InstantSource.fixed(NOW),
        timer);
  }

  private String header(String name) {
    return String.valueOf(seen.getFirst(name));
  }

  private void answer(HttpExchange exchange) throws IOException {
    seen = exchange.getRequestHeaders();
    seenBody = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (hang) {
      await().atMost(Duration.ofSeconds(30)).until(() -> release.getCount() == 0);
    }
    if (!retryAfter.isEmpty()) {
      exchange.getResponseHeaders().set("Retry-After", retryAfter);
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
