package io.twinbus.local.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.network.Outage;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A test may leave anything behind: the next one finds the stack as new. */
@LocalStackTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BetweenTestsTest {

  @Test
  @Order(1)
  void oneTestLeavesMessagesItemsAndFaults(
      LocalStack azure,
      @ServiceBusConnection String first,
      @ServiceBusConnection("west") String west,
      CosmosEndpoint cosmos) {
    assertThat(first).isEqualTo(azure.connectionString("east"));
    try (var sender =
        new ServiceBusClientBuilder()
            .connectionString(west)
            .sender()
            .queueName("orders")
            .buildClient()) {
      sender.sendMessage(new ServiceBusMessage("left behind").setSessionId("s"));
    }
    try (CosmosClient client = client(cosmos)) {
      client.createDatabaseIfNotExists("shop");
      client.getDatabase("shop").createContainerIfNotExists("orders", "/id");
      CosmosContainer orders = client.getDatabase("shop").getContainer("orders");
      orders.createItem(Map.of("id", "1"));
      assertThat(items(orders)).isEqualTo(1);
    }
    azure.region("east").outage(Outage.REFUSE);
    assertThat(azure.region("west").counts().get(0).active()).isEqualTo(1);
  }

  @Test
  @Order(2)
  void theNextOneMeetsNoneOfThem(LocalStack azure, CosmosEndpoint cosmos) {
    assertThat(azure.region("west").counts().get(0).active()).isZero();
    assertThat(azure.region("east").listener().outage()).isEmpty();
    try (CosmosClient client = client(cosmos)) {
      assertThat(items(client.getDatabase("shop").getContainer("orders"))).isZero();
    }
  }

  private static long items(CosmosContainer container) {
    return container.queryItems("SELECT VALUE COUNT(1) FROM c", null, Long.class).iterator().next();
  }

  private static CosmosClient client(CosmosEndpoint cosmos) {
    return new CosmosClientBuilder()
        .endpoint(cosmos.endpoint())
        .key(cosmos.key())
        .gatewayMode(new GatewayConnectionConfig())
        .buildClient();
  }
}
