package io.twinbus.local.cli.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.models.PartitionKey;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user of another language starts: one file, in an empty directory. */
class StandaloneJarTest {

  private static final Duration BOUND = Duration.ofSeconds(45);

  @TempDir private Path logs;
  @TempDir private Path directory;

  @BeforeAll
  static void allowPlainHttp() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
  }

  @Test
  void clientsSendAndReceiveByWhatItPrints() throws Exception {
    try (LocalJar jar = LocalJar.start(logs, directory, List.of(), "--port", "0")) {
      String connection = after("Service Bus local: ", jar);
      sendAndReceive(connection);
      writeAndRead(after("Cosmos DB: ", jar));

      jar.interrupt();
      assertThat(jar.exitCode()).isEqualTo(143); // the signal's
      assertThat(jar.err()).isEmpty();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void itTakesTheFileOfMicrosoftsEmulator() throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("Config.json"),
            """
            {
              "UserConfig": {
                "Namespaces": [
                  { // as Microsoft's own files, with a comment
                    "Name": "sbemulatorns",
                    "Queues": [{ "Name": "parcels", "Properties": { "RequiresSession": false } }]
                  }
                ]
              }
            }
            """);
    try (LocalJar jar =
        LocalJar.start(logs, directory, List.of(), "--port", "0", "--config-file", "Config.json")) {
      ServiceBusClientBuilder client =
          new ServiceBusClientBuilder().connectionString(after("Service Bus local: ", jar));
      try (var sender = client.sender().queueName("parcels").buildClient();
          var receiver = client.receiver().queueName("parcels").buildClient()) {
        sender.sendMessage(new ServiceBusMessage("one"));
        assertThat(receiver.receiveMessages(1, BOUND)).hasSize(1);
      }
    }
    assertThat(files()).containsExactly(config);
  }

  @Test
  @Tag("long")
  void aClassArchiveIsRecordedByOneStartAndUsedByTheNext() throws Exception {
    List<String> record = List.of("-XX:ArchiveClassesAtExit=twinbus-local.jsa");
    List<String> use = List.of("-Xshare:on", "-XX:SharedArchiveFile=twinbus-local.jsa");
    try (LocalJar jar =
        LocalJar.start(logs, directory, record, "--port", "0", "--exit-when-ready")) {
      assertThat(jar.exitCode()).isZero();
    }
    assertThat(directory.resolve("twinbus-local.jsa")).isNotEmptyFile();

    // -Xshare:on refuses to start where the archive does not fit.
    try (LocalJar jar = LocalJar.start(logs, directory, use, "--port", "0")) {
      sendAndReceive(after("Service Bus local: ", jar));
    }
  }

  @Test
  void itTellsItsVersionAndItsMistakes() throws Exception {
    try (LocalJar jar = LocalJar.start(logs, directory, List.of(), "--version")) {
      assertThat(jar.line("twinbus-local ")).matches("twinbus-local \\d.*");
      assertThat(jar.exitCode()).isZero();
    }
    try (LocalJar jar = LocalJar.start(logs, directory, List.of(), "--queue")) {
      assertThat(jar.exitCode()).isEqualTo(2);
      assertThat(jar.err()).contains("--queue").contains("--help lists the options.");
    }
  }

  private static void sendAndReceive(String connectionString) {
    ServiceBusClientBuilder client =
        new ServiceBusClientBuilder().connectionString(connectionString);
    try (var sender = client.sender().queueName("orders").buildClient();
        var sessions = client.sessionReceiver().queueName("orders").buildClient()) {
      sender.sendMessage(new ServiceBusMessage("a parcel").setSessionId("s"));
      try (var session = sessions.acceptSession("s")) {
        assertThat(session.receiveMessages(1, BOUND))
            .extracting(ServiceBusReceivedMessage::getSessionId)
            .containsExactly("s");
      }
    }
  }

  private static void writeAndRead(String connectionString) {
    Map<String, String> parts =
        Stream.of(connectionString.split(";"))
            .map(part -> part.split("=", 2))
            .collect(Collectors.toMap(part -> part[0], part -> part[1]));
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(parts.get("AccountEndpoint"))
            .key(parts.get("AccountKey"))
            .gatewayMode(new GatewayConnectionConfig())
            .buildClient()) {
      client.createDatabaseIfNotExists("shop");
      client.getDatabase("shop").createContainerIfNotExists("orders", "/id");
      CosmosContainer orders = client.getDatabase("shop").getContainer("orders");
      orders.createItem(Map.of("id", "1"));
      assertThat(orders.readItem("1", new PartitionKey("1"), Map.class).getStatusCode())
          .isEqualTo(200);
    }
  }

  private static String after(String beginning, LocalJar jar) {
    return jar.line(beginning).substring(beginning.length());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
