package io.twinbus.receiver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceTest {

  private static final Duration BOUND = Duration.ofSeconds(90);

  private static final Pattern OVERDUE =
      Pattern.compile("twinbus_handlers_overdue\\{queue=\"orders\",region=\"east\"} (\\d+)");

  private static final String WELL = "as it should be";

  @TempDir private Path directory;
  private LocalStack stack;
  private Sink sink;

  @BeforeEach
  void start() throws Exception {
    stack = LocalStack.builder().start();
    sink = new Sink();
  }

  @AfterEach
  void stop() {
    sink.close();
    stack.close();
  }

  @Test
  void itHandlesMessagesAndSaysHowItIs() throws Exception {
    send("a", 3);
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "--config", config(), "--region", "east", "--port", "0")
            .awaitReady()) {
      await().atMost(BOUND).until(() -> sink.applied().size() == 3);

      assertThat(service.region()).isEqualTo("east");
      assertThat(sink.applied()).containsExactly("a 1", "a 2", "a 3");
      assertThat(service.get("/health/liveness").statusCode()).isEqualTo(200);
      assertThat(service.get("/health/readiness").statusCode()).isEqualTo(200);
      assertThat(service.get("/health/readiness").body())
          .contains("\"region\"", "\"ledger\"", "\"lease\"");
      assertThat(service.get("/stats").statusCode()).isEqualTo(404);
      assertThat(service.admin("/stats").body())
          .contains("\"region\":\"east\"", "\"handlerCalls\":3", "\"ended.DONE\":3");
      assertThat(service.get("/prometheus").body())
          .contains(
              "twinbus_messages_ended_total{queue=\"orders\",region=\"east\",state=\"DONE\"} 3.0",
              "twinbus_handler_seconds_count{outcome=\"completed\",queue=\"orders\",region=\"east\"} 3",
              "twinbus_lag_seconds{queue=\"orders\",region=\"east\"} 0.0",
              "twinbus_region_reachable{queue=\"orders\",region=\"east\"} 1.0");
    }
  }

  @Test
  @Tag("long")
  void itTakesSettingsFromTheEnvironmentPushesItsMetricsAndSpeaksJson() throws Exception {
    try (MetricsCollector collector = new MetricsCollector();
        ServiceProcess service =
            ServiceProcess.start(
                    Map.of(
                        "TWINBUS_REGION", "north-sea",
                        "TWINBUS_REGIONS_NORTH_SEA_CONNECTION_STRING",
                            stack.connectionString("east"),
                        "TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint(),
                        "TWINBUS_LEDGER_KEY", stack.ledgerKey(),
                        "TWINBUS_LEDGER_CREATE_IF_MISSING", "true",
                        "TWINBUS_RECEIVER_HTTP_URL", sink.url(),
                        "TWINBUS_RECEIVER_METRICS_OTLP_URL", collector.url(),
                        "TWINBUS_RECEIVER_METRICS_OTLP_EVERY", "1s",
                        "TWINBUS_LOG_FORMAT", "json"),
                    "--port",
                    "0")
                .awaitReady()) {
      assertThat(service.region()).isEqualTo("north-sea");
      await()
          .atMost(BOUND)
          .untilAsserted(
              () ->
                  assertThat(collector.received())
                      .contains("twinbus.region.reachable", "twinbus-receiver", "twinbus.region"));
      stack.region("east").outage(Outage.BLACKHOLE);
      await()
          .atMost(BOUND)
          .until(() -> service.lines().stream().anyMatch(line -> line.startsWith("{")));

      for (String line : service.lines()) {
        if (line.startsWith("{")) {
          assertThat(new ObjectMapper().readTree(line).path("level").asText()).isNotEmpty();
        }
      }
    }
  }

  @Test
  @Tag("long")
  void whatIsOutOfReachIsSaidInItsReadinessAndIsNoReasonToRestart() throws Exception {
    try (ServiceProcess service = service()) {
      stack.region("east").outage(Outage.BLACKHOLE);
      await().atMost(BOUND).until(() -> readiness(service).startsWith("503"));
      assertThat(reason(service, "region")).isNotEqualTo(WELL).doesNotContain("java.");
      assertThat(reason(service, "ledger")).isEqualTo(WELL);

      stack.heal();
      await().atMost(BOUND).until(() -> readiness(service).startsWith("200"));

      stack.ledger().outage(Outage.BLACKHOLE);
      await().atMost(BOUND).until(() -> !reason(service, "ledger").equals(WELL));
      assertThat(reason(service, "ledger")).doesNotContain("java.");
      await().atMost(BOUND).until(() -> reason(service, "lease").contains("no handler starts"));
      assertThat(readiness(service)).startsWith("503");
      assertThat(service.get("/health/liveness").statusCode()).isEqualTo(200);

      stack.heal();
      await().atMost(BOUND).until(() -> readiness(service).startsWith("200"));
    }
  }

  private static String readiness(ServiceProcess service) throws Exception {
    HttpResponse<String> answer = service.get("/health/readiness");
    return answer.statusCode() + " " + answer.body();
  }

  /** What readiness says of one of its parts. */
  private static String reason(ServiceProcess service, String part) throws Exception {
    return new ObjectMapper()
        .readTree(service.get("/health/readiness").body())
        .at("/details/" + part + "/details/reason")
        .asText();
  }

  /** A restart would help none of these calls: those that hang keep no other from starting. */
  @Test
  @Tag("long")
  void anEndpointThatHangsIsNoReasonToRestart() throws Exception {
    CountDownLatch gate = sink.hold();
    send("orders", IntStream.rangeClosed(1, 40).mapToObj(i -> "hung-" + i).toList(), 1);
    try (ServiceProcess service = service(Map.of("TWINBUS_RECEIVER_HANDLER_TIMEOUT", "1s"))) {
      await().atMost(BOUND).until(() -> overdue(service) == 40);

      assertThat(service.get("/health/liveness").body()).contains("\"status\":\"UP\"");
      assertThat(service.get("/health/liveness").statusCode()).isEqualTo(200);
    } finally {
      gate.countDown();
    }
  }

  private static int overdue(ServiceProcess service) throws Exception {
    Matcher figure = OVERDUE.matcher(service.get("/prometheus").body());
    return figure.find() ? Integer.parseInt(figure.group(1)) : 0;
  }

  @Test
  void onTermTheCallInHandEndsWellAndNothingIsRepeated() throws Exception {
    CountDownLatch gate = sink.hold();
    send("a", 2);
    try (ServiceProcess first = service()) {
      await().atMost(BOUND).until(() -> sink.applied().size() == 1);

      first.terminate();
      await().atMost(BOUND).until(() -> stack.region("east").counts().get(0).lockedSessions() == 1);
      gate.countDown();
      assertThat(first.exitCode()).isEqualTo(143);
      assertThat(first.lines())
          .anyMatch(line -> line.startsWith("Receiver drains"))
          .contains("Receiver ended.");
    }
    try (ServiceProcess second = service()) {
      await().atMost(BOUND).until(() -> stack.region("east").counts().get(0).unsettled() == 0);
      assertThat(second.lines()).noneMatch(line -> line.contains("taken over"));
    }
    assertThat(sink.applied()).containsExactly("a 1", "a 2");
  }

  @Test
  void oneProcessServesTwoQueuesEachByItsOwnEndpointUnderOneLease() throws Exception {
    stack.close();
    stack =
        LocalStack.builder()
            .queues(QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("payments"))
            .start();
    CountDownLatch hanging = sink.hold();
    send("a", 2);
    send("payments", "a", 3);
    try (Sink payments = new Sink();
        ServiceProcess service =
            service(
                Map.of(
                    "TWINBUS_QUEUES_ORDERS_ON_POISON",
                    "block",
                    "TWINBUS_QUEUES_PAYMENTS_HTTP_URL",
                    payments.url()))) {
      await().atMost(BOUND).until(() -> payments.applied().size() == 3);
      await().atMost(BOUND).until(() -> sink.applied().size() == 1);

      assertThat(payments.applied()).containsExactly("a 1", "a 2", "a 3");
      assertThat(service.lines()).anyMatch(line -> line.endsWith(" queues=orders,payments"));
      await()
          .atMost(BOUND)
          .untilAsserted(
              () ->
                  assertThat(service.get("/prometheus").body())
                      .contains(
                          "twinbus_messages_ended_total{queue=\"payments\",region=\"east\","
                              + "state=\"DONE\"} 3.0",
                          "twinbus_messages_ended_total{queue=\"orders\",region=\"east\","
                              + "state=\"DONE\"} 0.0",
                          "twinbus_lease_margin_seconds{region=\"east\"}"));
      assertThat(service.admin("/stats").body()).contains("\"orders\":{", "\"payments\":{");
      hanging.countDown();
      await().atMost(BOUND).until(() -> sink.applied().size() == 2);
    }
  }

  private ServiceProcess service() throws Exception {
    return service(Map.of());
  }

  private ServiceProcess service(Map<String, String> environment) throws Exception {
    return ServiceProcess.start(
            environment, "--config", config(), "--region", "east", "--port", "0")
        .awaitReady();
  }

  private String config() throws Exception {
    return Files.writeString(
            directory.resolve("twinbus.yaml"),
            """
            twinbus:
              regions:
                east:
                  connection-string: %s
                west:
                  connection-string: %s
              ledger:
                endpoint: %s
                key: %s
                create-if-missing: true
              receiver:
                max-sessions: 50
                http:
                  url: %s
            """
                .formatted(
                    stack.connectionString("east"),
                    stack.connectionString("west"),
                    stack.ledgerEndpoint(),
                    stack.ledgerKey(),
                    sink.url()))
        .toString();
  }

  private void send(String session, int count) {
    send("orders", session, count);
  }

  private void send(String queue, String session, int count) {
    send(queue, List.of(session), count);
  }

  private void send(String queue, List<String> sessions, int count) {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(stack.connectionString("east"))
            .sender()
            .queueName(queue)
            .buildClient()) {
      for (String session : sessions) {
        for (int seq = 1; seq <= count; seq++) {
          sender.sendMessage(message(session, seq));
        }
      }
    }
  }

  private static ServiceBusMessage message(String session, int seq) {
    ServiceBusMessage message =
        new ServiceBusMessage("{}").setMessageId(session + seq).setSessionId(session);
    message
        .getApplicationProperties()
        .putAll(
            new SequencedHeaders(
                    new Position(new StreamId(session), seq, seq - 1),
                    seq == 1 ? null : Instant.now(),
                    new RegionName("east"),
                    Instant.now(),
                    null)
                .toProperties());
    return message;
  }
}
