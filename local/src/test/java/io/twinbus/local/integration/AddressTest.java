package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.models.PartitionKey;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.servicebus.QueueSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stack that listens at every address of its machine, as one in a container has to. */
class AddressTest {
  /** Another address of this machine, which a listener on 127.0.0.1 does not have. */
  private static final String OTHER = "127.0.0.2";

  private static LocalStack stack;

  @BeforeAll
  static void start() throws IOException {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
    stack =
        LocalStack.builder()
            .regions("east")
            .queues(QueueSettings.plainQueue("jobs"))
            .address(InetAddress.getByName("0.0.0.0"))
            .start();
  }

  @AfterAll
  static void close() {
    stack.close();
  }

  @Test
  void serviceBusClientsComeByAnyAddress() {
    ServiceBusClientBuilder client =
        new ServiceBusClientBuilder()
            .connectionString(stack.connectionString("east").replace("127.0.0.1", OTHER));
    try (var sender = client.sender().queueName("jobs").buildClient();
        var receiver = client.receiver().queueName("jobs").buildClient()) {
      sender.sendMessage(new ServiceBusMessage("from elsewhere"));

      assertThat(receiver.receiveMessages(1, ServiceBusClients.BOUND))
          .extracting(message -> message.getBody().toString())
          .containsExactly("from elsewhere");
    }
  }

  @Test
  void cosmosClientsComeByAnyAddress() {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint("http://" + OTHER + ":" + stack.ledger().port())
            .key(stack.ledgerKey())
            .gatewayMode(new GatewayConnectionConfig())
            .buildClient()) {
      client.createDatabaseIfNotExists("shop");
      client.getDatabase("shop").createContainerIfNotExists("orders", "/id");
      CosmosContainer orders = client.getDatabase("shop").getContainer("orders");
      orders.createItem(Map.of("id", "1"));

      assertThat(orders.readItem("1", new PartitionKey("1"), JsonNode.class).getItem().get("id"))
          .hasToString("\"1\"");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Host: 127.0.0.2:18081, http://127.0.0.2:18081/", // the port that a container is mapped to
    "Host: emulator, http://emulator/",
    "Host: [::1]:18081, http://[::1]:18081/"
  })
  void theAccountIsCalledAsItsClientCallsIt(String host, String endpoint) throws IOException {
    assertThat(regionsToldTo(stack, host)).containsExactly(endpoint);
  }

  @Test
  void aHostThatIsNoneIsNotRepeated() throws IOException {
    assertThat(regionsToldTo(stack, "Host: a\"b"))
        .containsExactly("http://localhost:" + stack.ledger().port() + "/");
  }

  @Test
  void regionsBesideEachOtherKeepTheirPorts() throws IOException {
    AccountOptions account = AccountOptions.defaults().withRegions("east", "west");
    try (LocalStack two = LocalStack.builder().ledgerAccount(account).start()) {
      assertThat(regionsToldTo(two, "Host: emulator:18081"))
          .containsExactlyInAnyOrder(
              "http://emulator:" + URI.create(two.ledger().endpoint("east")).getPort() + "/",
              "http://emulator:" + URI.create(two.ledger().endpoint("west")).getPort() + "/");
    }
  }

  @Test
  void faultsAreOrderedByAddressOrByTheNameOfAContainer() throws IOException {
    assertThat(control("Host: twinbus:8082")).startsWith("HTTP/1.1 200");
    assertThat(control("Host: 10.1.2.3:8082")).startsWith("HTTP/1.1 200");
    assertThat(control("Host: example.org")).startsWith("HTTP/1.1 403");
    assertThat(control("Host: twinbus\r\nOrigin: http://twinbus")).startsWith("HTTP/1.1 403");
  }

  @Test
  void unlessToldSoNothingListensBesideLoopback() {
    try (LocalStack closed = LocalStack.builder().start()) {
      List<Integer> ports =
          List.of(
              closed.region("east").port(), closed.ledger().port(), closed.controlUrl().getPort());

      assertThat(ports)
          .allSatisfy(
              port ->
                  assertThatThrownBy(() -> new Socket(OTHER, port).close())
                      .isInstanceOf(ConnectException.class));
    }
  }

  private static List<String> regionsToldTo(LocalStack asked, String host) throws IOException {
    HttpRequest signed =
        SignedRequest.account(URI.create(asked.ledgerEndpoint()), asked.ledgerKey());
    String headers =
        signed.headers().map().entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue().get(0) + "\r\n")
            .collect(Collectors.joining());
    String answer = said(asked.ledger().port(), "GET / HTTP/1.1\r\n" + headers + host);
    return new ObjectMapper()
            .readTree(answer.substring(answer.indexOf("\r\n\r\n")))
            .findValuesAsText("databaseAccountEndpoint")
            .stream()
            .distinct()
            .toList();
  }

  private static String control(String host) throws IOException {
    return said(stack.controlUrl().getPort(), "GET /faults HTTP/1.1\r\n" + host);
  }

  private static String said(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write((request + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
