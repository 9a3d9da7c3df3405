package io.twinbus.console.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.Console;
import io.twinbus.console.ConsoleAccess;
import io.twinbus.console.ConsoleOptions;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A console that shows one queue of two. */
class SeveralQueuesTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static LocalStack stack;
  private static Console console;

  @BeforeAll
  static void start() throws Exception {
    stack =
        LocalStack.builder()
            .queues(QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("payments"))
            .start();
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING", stack.connectionString("east"),
                "TWINBUS_REGIONS_WEST_CONNECTION_STRING", stack.connectionString("west"),
                "TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint(),
                "TWINBUS_LEDGER_KEY", stack.ledgerKey(),
                "TWINBUS_QUEUES_ORDERS_QUEUE", "orders",
                "TWINBUS_QUEUES_PAYMENTS_QUEUE", "payments",
                "TWINBUS_HOME", "west"));
    FlatSettings settings = Configuration.read(null, environment).settings();
    FlatSettings orders = ConfiguredQueues.one(settings, Optional.of("orders"), "--queue");
    try (Sender sender = Sender.builder(settings, "payments").build()) {
      var unused = sender.sendAndWait(OutboundMessage.of("s", "m").body("one").build());
    }
    CliContext here = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(here.ledger(), here.queues(), here.clocks(), here.pause(), environment);
    assertThat(
            TwinbusCli.with(TwinbusCli.operatorCommands(context))
                .execute("ledger", "init", "--yes"))
        .isZero();
    console =
        Console.start(new ConsoleOptions(0, List.of(), ConsoleAccess.reading()), orders, context);
  }

  @AfterAll
  static void stop() {
    console.close();
    stack.close();
  }

  @Test
  void theOverviewShowsAllQueues() throws Exception {
    String overview = get("/");
    String queues = get("/queues");

    assertThat(overview).contains("All queues", "hx-get=\"/queues\"");
    assertThat(queues)
        .containsPattern("orders</bdi></th><td>east</td><td>OPEN</td><td class=\"n\">0<")
        .containsPattern("payments</bdi></th><td>east</td><td>OPEN</td><td class=\"n\">0<")
        .containsPattern("payments</bdi></th><td>west</td><td>OPEN</td><td class=\"n\">1<");
  }

  private static String get(String path) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(console.address().resolve(path)).timeout(BOUND).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }
}
