package io.twinbus.console.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.console.RunningSystem;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A console whose build does not read the schema of the ledger. */
class AnotherSchemaTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int NEWER = 99;

  @AutoClose private static RunningSystem system;

  @BeforeAll
  static void start() throws Exception {
    system = RunningSystem.start(Map.of());
    system.twinbus().send("calm", "{}");
    system.twinbus().awaitHandled("calm", 1);
  }

  @Test
  void eachPageSaysSoAndGuessesNothing() throws Exception {
    int own = schema(NEWER);
    system.startConsoleAgain();

    await()
        .atMost(BOUND)
        .untilAsserted(
            () ->
                assertThat(system.get("/").body())
                    .contains("The ledger does not tell:", "has schema 99", "upgrade it")
                    .doesNotContain("WORKING"));
    for (String path : new String[] {"/sessions", "/session?id=calm", "/timeline"}) {
      assertThat(system.get(path).body()).as(path).contains("has schema 99", "upgrade it");
    }
    assertThat(system.get("/session?id=calm").body()).doesNotContain("fencing token");

    schema(own);

    await()
        .atMost(BOUND)
        .untilAsserted(
            () ->
                assertThat(system.get("/").body())
                    .contains("WORKING")
                    .doesNotContain("has schema 99"));
    await()
        .atMost(BOUND)
        .untilAsserted(
            () ->
                assertThat(system.get("/session?id=calm").body())
                    .contains("fencing token")
                    .doesNotContain("has schema 99"));
  }

  /** Has the ledger be of the schema {@code wanted}; returns what it was. */
  private static int schema(int wanted) {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(system.twinbus().stack().ledgerEndpoint())
            .key(system.twinbus().stack().ledgerKey())
            .gatewayMode()
            .buildClient()) {
      CosmosContainer container = client.getDatabase("twinbus").getContainer("ledger");
      PartitionKey partition = new PartitionKey("deployment");
      ObjectNode document =
          container.readItem("whose-ledger", partition, ObjectNode.class).getItem();
      int was = document.path("schema").asInt();
      container.replaceItem(
          document.put("schema", wanted),
          "whose-ledger",
          partition,
          new CosmosItemRequestOptions());
      return was;
    }
  }
}
