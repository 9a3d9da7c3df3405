package io.twinbus.receiver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that keeps ids as hashes: its handler gets clear ids, and neither its log, in calm and
 * in trouble, nor a page nor a figure has one.
 */
@Tag("long")
class HashedIdsServiceTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";
  private static final String CANARY = "canary-of-an-id-";
  private static final String ADMIN_TOKEN = "a token of the admin pages".replace(' ', '-');

  @TempDir private Path directory;
  private final Set<String> subjects = ConcurrentHashMap.newKeySet();
  private LocalStack stack;
  private HttpServer handler;

  @BeforeEach
  void start() throws IOException {
    System.setProperty(PLAIN_HTTP, "true");
    stack = LocalStack.builder().start();
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
  void noClearIdIsLoggedServedOrCounted() throws Exception {
    try (ServiceProcess service = service().awaitReady()) {
      send("well", "m-1");
      send("failing", "m-1");
      await().atMost(BOUND).until(() -> subjects.contains("attempt 2 of " + CANARY + "failing"));
      int before = service.lines().size();
      stack.region("east").outage(Outage.REFUSE);
      stack.ledger().outage(Outage.REFUSE);
      await()
          .atMost(BOUND)
          .until(
              () ->
                  service.lines().stream()
                      .skip(before)
                      .anyMatch(line -> line.contains("WARN") || line.contains("ERROR")));
      stack.heal();
      send("well", "m-2");
      await().atMost(BOUND).until(() -> subjects.contains("m-2 of " + CANARY + "well"));

      for (String path : List.of("/health", "/prometheus", "/env", "/beans")) {
        assertThat(service.get(path).body()).isNotEmpty().doesNotContain(CANARY);
      }
      for (String path : List.of("/settings", "/stats", "/threads")) {
        assertThat(service.admin(path, "Authorization", "Bearer " + ADMIN_TOKEN).body())
            .isNotEmpty()
            .doesNotContain(CANARY);
      }
      service.terminate();
      assertThat(service.exitCode()).isEqualTo(143);
      assertThat(service.lines()).anyMatch(line -> line.contains("hmac-"));
      assertThat(service.lines()).noneMatch(line -> line.contains(CANARY));
    }
  }

  private ServiceProcess service() throws Exception {
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
                ids-key: a key of thirty-two characters..
              receiver:
                beat: 500ms
                lease: 3s
                http:
                  url: http://127.0.0.1:%d/
                admin:
                  token: %s
            """
                .formatted(
                    stack.connectionString("east"),
                    stack.ledgerEndpoint(),
                    stack.ledgerKey(),
                    handler.getAddress().getPort(),
                    ADMIN_TOKEN));
    return ServiceProcess.start(
        List.of(), Map.of(), "--config", config.toString(), "--region", "east", "--port", "0");
  }

  /** The first call of a message fails. */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String session = exchange.getRequestHeaders().getFirst("ce-subject");
      String message = exchange.getRequestHeaders().getFirst("ce-id");
      String attempt = exchange.getRequestHeaders().getFirst("Twinbus-Attempt");
      subjects.add("attempt %s of %s".formatted(attempt, session));
      subjects.add("%s of %s".formatted(message.substring(message.indexOf("m-")), session));
      boolean fails = session.endsWith("failing") && "1".equals(attempt);
      exchange.sendResponseHeaders(fails ? 500 : 204, -1);
    }
  }

  private void send(String session, String id) {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(stack.connectionString("east"))
            .sender()
            .queueName("orders")
            .buildClient()) {
      sender.sendMessage(
          new ServiceBusMessage("{}").setMessageId(CANARY + id).setSessionId(CANARY + session));
    }
  }
}
