package io.twinbus.proving.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.models.PartitionKey;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.local.testcontainers.TwinbusLocalContainer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.images.builder.Transferable;

/** A user's tests against the image, at ports that the engine maps to others of this machine. */
class LocalContainerTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String CONFIG =
      """
      {
        "UserConfig": {
          "Namespaces": [
            {
              "Name": "sbemulatorns",
              "Queues": [{ "Name": "parcels", "Properties": { "RequiresSession": false } }]
            }
          ]
        }
      }
      """;

  private static TwinbusLocalContainer container;

  @BeforeAll
  static void start() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
    Engine.requireBuilt("the container of the local stack", ContainerSite.LOCAL);
    Engine.requireBridge("the container of the local stack");
    container =
        new TwinbusLocalContainer(ContainerSite.LOCAL)
            .withImagePullPolicy(name -> false)
            .withRegions("east", "west")
            .withConfig(Transferable.of(CONFIG))
            .withTls();
    container.start();
  }

  @AfterAll
  static void stop() {
    if (container != null) {
      container.stop();
    }
  }

  @Test
  void queuesOfTheFileAreInEveryRegion() {
    for (String region : new String[] {"east", "west"}) {
      ServiceBusClientBuilder client = client(container.getConnectionString(region));
      try (var sender = client.sender().queueName("parcels").buildClient();
          var receiver = client.receiver().queueName("parcels").buildClient()) {
        sender.sendMessage(new ServiceBusMessage(region));

        assertThat(receiver.receiveMessages(1, BOUND))
            .extracting(ServiceBusReceivedMessage::getBody)
            .extracting(Object::toString)
            .containsExactly(region);
      }
    }
  }

  @Test
  void theAccountIsFoundAgainAtItsMappedPort() {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(container.getEmulatorEndpoint().replace("https:", "http:"))
            .key(container.getEmulatorKey())
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

  @Test
  void faultsAreOrderedFromOutside() {
    String message = "{\"operation\":\"send\",\"point\":\"before\",\"action\":\"server-busy\"}";
    container.control().request("POST", "/regions/east/faults", message);
    try (var sender =
        client(container.getConnectionString()).sender().queueName("parcels").buildClient()) {
      assertThatThrownBy(() -> sender.sendMessage(new ServiceBusMessage("one")))
          .isInstanceOf(ServiceBusException.class);
      sender.sendMessage(new ServiceBusMessage("two"));
    }
    container.control().reset();
    assertThat(container.control().request("GET", "/stats", "")).contains("\"active\":0");
  }

  @Test
  void clientsThatTrustTheCertificateSpeakTls() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build();
    URI account = URI.create(container.getEmulatorEndpoint() + "/");

    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(account).build(), HttpResponse.BodyHandlers.ofString());

    assertThat(account.getScheme()).isEqualTo("https");
    assertThat(answer.statusCode()).isEqualTo(401); // it was not signed
    assertThat(container.getTlsConnectionString("west"))
        .startsWith("Endpoint=sb://" + container.getHost());
  }

  private static SSLContext trusting() throws GeneralSecurityException {
    KeyStore store = container.buildNewKeyStore();
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static ServiceBusClientBuilder client(String connectionString) {
    return new ServiceBusClientBuilder()
        .connectionString(connectionString)
        .retryOptions(new AmqpRetryOptions().setMaxRetries(0).setTryTimeout(BOUND));
  }
}
