package io.twinbus.receiver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets that one recognises, looked for in all that a service says at TRACE, libraries included,
 * in calm and in trouble; at every endpoint; and in every document of the ledger. And a payload,
 * which the endpoint says again in its refusals, looked for in the ledger.
 */
@Tag("long")
class SecretsTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";
  private static final String ACCESS_KEY = base64("canary of the connection string ");
  private static final String LEDGER_KEY =
      base64("canary of the ledger's key, 48 bytes in its raw form");
  private static final String HTTP_SECRET = base64("canary of the calls' signature..");
  private static final String IDS_KEY = base64("canary of the key of hashed ids ");
  private static final String ADMIN_TOKEN = "canary-of-the-admin-endpoints";
  private static final String USERS_OWN = base64("canary of the user's own settings...");
  private static final String PAYLOAD = "canary-of-a-payload";
  private static final String POISONED = "poisoned";
  private static final String POISONED_TOO = "poisoned-by-a-foreign-message";
  private static final List<String> SECRETS =
      Stream.of(ACCESS_KEY, LEDGER_KEY, IDS_KEY, HTTP_SECRET, ADMIN_TOKEN, USERS_OWN)
          .flatMap(secret -> Stream.of(secret, raw(secret)))
          .distinct()
          .toList();

  @TempDir private Path directory;
  private final AtomicInteger calls = new AtomicInteger();
  private LocalStack stack;
  private HttpServer handler;

  @BeforeEach
  void start() throws IOException {
    System.setProperty(PLAIN_HTTP, "true");
    stack = LocalStack.builder().ledgerKey(LEDGER_KEY).start();
    handler = JdkServer.create();
    handler.createContext("/", this::handle);
    handler.start();
  }

  @AfterEach
  void stop() {
    handler.stop(0);
    stack.close();
  }

  @Test
  void noSecretIsSaidAnywhereAndNoPayloadIsKept() throws Exception {
    try (ServiceProcess service = service(LEDGER_KEY)) {
      send("s", 1, 4);
      await().atMost(BOUND).until(() -> settled() && calls.get() >= 6);
      trouble();
      send("s", 5, 6);
      await().atMost(BOUND).until(this::settled);
      send(POISONED, 1, 1);
      send(List.of(message("f", POISONED_TOO)));
      AtomicInteger last = new AtomicInteger(6);
      await()
          .atMost(BOUND)
          .until(
              () -> {
                // Only while the handler works for others do failures count against a message.
                send("s", last.incrementAndGet(), last.get());
                return blocked() == 2;
              });

      assertThat(service.lines()).anyMatch(line -> line.contains("TRACE"));
      for (String path : List.of("/health", "/prometheus", "/env", "/beans", "/configprops")) {
        saysNothing(service.get(path).body());
      }
      for (String path : List.of("/settings", "/stats", "/threads")) {
        String page = service.admin(path, "Authorization", "Bearer " + ADMIN_TOKEN).body();
        assertThat(page).isNotEmpty();
        saysNothing(page);
        saysNothing(service.admin(path).body());
      }
      assertThat(service.admin("/settings", "Authorization", "Bearer " + ADMIN_TOKEN).body())
          .contains("\"twinbus.ledger.key\":\"********\"");
      service.terminate();
      assertThat(service.exitCode()).isEqualTo(143);
      service.lines().forEach(SecretsTest::saysNothing);
    }
    List<JsonNode> documents = documents();
    assertThat(documents).hasSizeGreaterThan(2);
    for (JsonNode document : documents) {
      saysNothing(document.toString());
      assertThat(document.toString()).doesNotContain(PAYLOAD, base64(PAYLOAD));
    }
  }

  @Test
  void aRefusalDoesNotRepeatWhatItWasGiven() throws Exception {
    String wrong = base64("canary of a key that is not right, 48 bytes as well");
    try (ServiceProcess service = start(wrong)) {
      assertThat(service.exitCode()).isNotZero();
      assertThat(service.lines()).isNotEmpty();
      service.lines().forEach(line -> assertThat(line).doesNotContain(wrong));
      service.lines().forEach(SecretsTest::saysNothing);
    }
  }

  private static void saysNothing(String text) {
    assertThat(text).doesNotContain(SECRETS);
  }

  /**
   * Everything that a client can run into: refusals, silence, lost locks, a ledger that is away.
   */
  private void trouble() {
    stack.region("east").outage(Outage.REFUSE);
    stack.ledger().outage(Outage.REFUSE);
    await().pollDelay(Duration.ofSeconds(6)).atMost(BOUND).until(() -> true);
    stack.heal();
  }

  private boolean settled() {
    return stack.region("east").counts().get(0).unsettled() == 0;
  }

  private ServiceProcess service(String ledgerKey) throws Exception {
    return start(ledgerKey).awaitReady();
  }

  private ServiceProcess start(String ledgerKey) throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("twinbus.yaml"),
            """
            twinbus:
              regions:
                east:
                  connection-string: %s
              ledger:
                endpoint: %s
                key: %s
                create-if-missing: true
                ids: hashed
                ids-key: %s
              receiver:
                beat: 500ms
                lease: 3s
                max-attempts: 2
                give-up-after: 0s
                on-poison: block
                http:
                  url: http://127.0.0.1:%d/
                  secret: whsec_%s
                admin:
                  token: %s
            """
                .formatted(
                    connectionString(),
                    stack.ledgerEndpoint(),
                    ledgerKey,
                    IDS_KEY,
                    handler.getAddress().getPort(),
                    HTTP_SECRET,
                    ADMIN_TOKEN));
    return ServiceProcess.start(
        List.of(
            "-Dlogback.configurationFile=logback-trace.xml",
            "-Dmicronaut.config.files=" + usersOwn()),
        Map.of(),
        "--config",
        config.toString(),
        "--region",
        "east",
        "--port",
        "0");
  }

  /** What an application has in its own file, which Micronaut's loader reads. */
  private Path usersOwn() throws IOException {
    return Files.writeString(
        directory.resolve("application.yml"),
        """
        shop:
          password: %s
        """
            .formatted(USERS_OWN));
  }

  private String connectionString() {
    return stack
        .connectionString("east")
        .replaceAll("SharedAccessKey=[^;]*", "SharedAccessKey=" + ACCESS_KEY);
  }

  /**
   * Fails every other call and each of the poisoned session, and refuses the foreign message for
   * good.
   */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean first = "1".equals(exchange.getRequestHeaders().getFirst("Twinbus-Attempt"));
      String subject = exchange.getRequestHeaders().getFirst("ce-subject");
      boolean poisoned = subject.startsWith(POISONED);
      calls.incrementAndGet();
      if (!first && !poisoned) {
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      byte[] body = exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(subject.equals(POISONED_TOO) ? 422 : 500, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private void send(String session, int from, int to) {
    List<ServiceBusMessage> messages = new ArrayList<>();
    for (int seq = from; seq <= to; seq++) {
      ServiceBusMessage message = message("m" + seq, session);
      message
          .getApplicationProperties()
          .putAll(
              new SequencedHeaders(
                      new Position(new StreamId("stream-" + session), seq, seq - 1),
                      seq == 1 ? null : Instant.now(),
                      new RegionName("east"),
                      Instant.now(),
                      null)
                  .toProperties());
      messages.add(message);
    }
    send(messages);
  }

  private static ServiceBusMessage message(String id, String session) {
    return new ServiceBusMessage("{\"text\":\"%s\"}".formatted(PAYLOAD))
        .setMessageId(id)
        .setSessionId(session);
  }

  private void send(List<ServiceBusMessage> messages) {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(stack.connectionString("east"))
            .sender()
            .queueName("orders")
            .buildClient()) {
      messages.forEach(sender::sendMessage);
    }
  }

  private long blocked() {
    return documents().stream()
        .filter(document -> document.path("status").asText().equals("BLOCKED"))
        .count();
  }

  private List<JsonNode> documents() {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(stack.ledgerEndpoint())
            .key(LEDGER_KEY)
            .gatewayMode()
            .buildClient()) {
      return client
          .getDatabase("twinbus")
          .getContainer("ledger")
          .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
          .stream()
          .toList();
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String raw(String secret) {
    return secret.equals(ADMIN_TOKEN)
        ? secret
        : new String(Base64.getDecoder().decode(secret), StandardCharsets.UTF_8);
  }
}
