package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.region.RegionReceiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/**
 * A deployment that keeps ids as hashes: a receiver with a working, a failing and a foreign
 * sender's session, and an operator's commands. Every id in it begins alike, and is looked for in
 * the whole ledger and in the logs.
 */
@Isolated("it looks at the whole log")
class HashedIdsTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final String CANARY = "canary-";
  private static final String WELL = CANARY + "well";
  private static final String POISONED = CANARY + "poisoned";
  private static final String FOREIGN = CANARY + "foreign";
  private static final String KEY = "a key of thirty-two characters..";
  private static final RecordedIds IDS = RecordedIds.hashed(new Secret(KEY));

  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final List<String> handled = new CopyOnWriteArrayList<>();
  @AutoClose private final LocalStack stack = LocalStack.builder().start();
  private volatile boolean isCured;
  private long sent;

  @BeforeEach
  void listen() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    lines.start();
    root.addAppender(lines);
  }

  @AfterEach
  void stop() {
    root.detachAppender(lines);
  }

  @Test
  void noClearIdIsInLedgerOrLogsAndCommandsTakeItAllTheSame() throws Exception {
    assertThat(run("ledger", "init", "--yes").code()).isZero();
    try (RegionReceiver receiver =
        RegionReceiver.builder(FlatSettings.of(settings())).handler(this::handle).start()) {
      var unused = receiver.awaitReady();
      sendWell();
      send(message(FOREIGN, FOREIGN + "-1"));
      send(sequenced(POISONED, 1));
      await()
          .atMost(BOUND)
          .until(
              () -> {
                sendWell(); // failures count only while the handler works for others
                return status(POISONED).equals("BLOCKED") && status(FOREIGN).equals("BLOCKED");
              });

      operate();

      isCured = true;
      await().atMost(BOUND).until(() -> handled.contains(POISONED + "-1"));
      assertThat(handled).contains(WELL + "-1").doesNotContain(FOREIGN + "-1");
      refusals();
    }
    List<String> documents = documents();
    assertThat(documents).hasSizeGreaterThan(8);
    assertThat(documents).noneMatch(document -> document.contains(CANARY));
    assertThat(documents).anyMatch(document -> document.contains(IDS.of(id(WELL)).value()));
    assertThat(logged()).anyMatch(line -> line.contains(IDS.of(id(POISONED)).value()));
    assertThat(logged()).noneMatch(line -> line.contains(CANARY));
  }

  private void operate() throws JsonProcessingException {
    String recorded = IDS.of(id(POISONED)).value();
    assertThat(run("sessions", "list", "-o", "json").out()).contains(recorded);
    assertThat(run("sessions", "show", recorded, "-o", "json").json().at("/queues/0/active"))
        .as("the copies of a session that is named by its hash")
        .hasToString("1");
    assertThat(run("messages", "trace", FOREIGN + "-1", "--session", FOREIGN).out())
        .contains("is BLOCKED")
        .contains("attempts");
    done("sessions", "unblock", FOREIGN, "--skip", "--reason", "x", "--yes");
    await().atMost(BOUND).until(() -> status(FOREIGN).equals("IDLE"));
    assertThat(run("messages", "trace", FOREIGN + "-1", "--session", FOREIGN).out())
        .contains("SKIPPED");
    done("sessions", "unblock", POISONED, "--retry", "--reason", "x", "--yes");
    done("sessions", "show", WELL, "--state", "--no-queues", "--reason", "x");
    Site.Answer refused = run("sessions", "unblock", WELL, "--retry", "--reason", "x", "--yes");
    assertThat(refused.code()).isNotZero();
    assertThat(run("audit", "list", "--session", POISONED, "-o", "json").json().findValues("act"))
        .isNotEmpty();
  }

  private void refusals() {
    Site.Answer prefix = run("sessions", "list", "--prefix", CANARY);
    assertThat(prefix.code()).isEqualTo(2);
    assertThat(prefix.err()).contains("keeps ids as hashes").hasLineCount(1);
    Map<String, String> other = environment();
    other.put("TWINBUS_LEDGER_IDS_KEY", KEY + ".");
    Site.Answer otherKey = run(other, "sessions", "show", WELL);
    assertThat(otherKey.code()).isNotZero();
    assertThat(otherKey.err()).contains("under another key").doesNotContain(KEY).hasLineCount(1);
    other.remove("TWINBUS_LEDGER_IDS_KEY");
    other.remove("TWINBUS_LEDGER_IDS");
    assertThat(run(other, "sessions", "show", WELL).err()).contains("twinbus.ledger.ids is clear");
  }

  private void done(String... command) {
    Site.Answer answer = run(command);
    assertThat(answer.code()).as(answer.err()).isZero();
  }

  private CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    if (!message.session().value().equals(WELL) && !isCured) {
      return CompletableFuture.completedFuture(
          new HandlerOutcome.Retry("it is not cured", Optional.empty()));
    }
    handled.add(message.id().value());
    return CompletableFuture.completedFuture(
        new HandlerOutcome.Completed(
            new StateChange.Set(io.twinbus.protocol.Body.ofUtf8("state"))));
  }

  private String status(String session) throws JsonProcessingException {
    Site.Answer answer = run("sessions", "show", session, "--no-queues", "-o", "json");
    return answer.code() == 0 ? answer.json().get("status").asText() : "";
  }

  private void sendWell() {
    sent++;
    send(sequenced(WELL, sent));
  }

  private void send(ServiceBusMessage message) {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(stack.connectionString("east"))
            .sender()
            .queueName("orders")
            .buildClient()) {
      sender.sendMessage(message);
    }
  }

  private static ServiceBusMessage sequenced(String session, long seq) {
    ServiceBusMessage message = message(session, session + "-" + seq);
    message
        .getApplicationProperties()
        .putAll(
            new SequencedHeaders(
                    new Position(new StreamId("web-1"), seq, seq - 1),
                    seq == 1 ? null : Instant.now(),
                    new RegionName("east"),
                    Instant.now(),
                    null)
                .toProperties());
    return message;
  }

  private static ServiceBusMessage message(String session, String id) {
    return new ServiceBusMessage("body").setMessageId(id).setSessionId(session);
  }

  private static SessionId id(String session) {
    return new SessionId(session);
  }

  private Site.Answer run(String... arguments) {
    return run(environment(), arguments);
  }

  private static Site.Answer run(Map<String, String> environment, String... arguments) {
    CliContext here = CliContext.ofThisMachine();
    return Site.run(
        new CliContext(here.ledger(), here.queues(), here.clocks(), here.pause(), environment),
        arguments);
  }

  private Map<String, String> environment() {
    return new TreeMap<>(
        Map.of(
            "TWINBUS_REGIONS_EAST_CONNECTION_STRING",
            stack.connectionString("east"),
            "TWINBUS_LEDGER_ENDPOINT",
            stack.ledgerEndpoint(),
            "TWINBUS_LEDGER_KEY",
            stack.ledgerKey(),
            "TWINBUS_LEDGER_IDS",
            "hashed",
            "TWINBUS_LEDGER_IDS_KEY",
            KEY,
            "TWINBUS_OPERATOR",
            "ann"));
  }

  private Map<String, String> settings() {
    return new TreeMap<>(
        Map.of(
            "twinbus.regions.east.connection-string", stack.connectionString("east"),
            "twinbus.region", "east",
            "twinbus.ledger.endpoint", stack.ledgerEndpoint(),
            "twinbus.ledger.key", stack.ledgerKey(),
            "twinbus.ledger.ids", "hashed",
            "twinbus.ledger.ids-key", KEY,
            "twinbus.receiver.max-attempts", "2",
            "twinbus.receiver.give-up-after", "0s",
            "twinbus.receiver.on-poison", "block"));
  }

  private List<String> logged() {
    return List.copyOf(lines.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private List<String> documents() {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(stack.ledgerEndpoint())
            .key(stack.ledgerKey())
            .gatewayMode()
            .buildClient()) {
      return Stream.of("ledger", "ledger-leases", "ledger-audit")
          .flatMap(
              name ->
                  client
                      .getDatabase("twinbus")
                      .getContainer(name)
                      .queryItems(
                          "SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
                      .stream())
          .map(JsonNode::toString)
          .toList();
    }
  }
}
