package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.protocol.RegionName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Two deployments do not share a ledger. */
class DeploymentTest {

  private static final Deployment SHOP = deployment("shop", "orders", "east", "west");

  @AutoClose private final LocalAccount account = LocalAccount.start();
  private final CosmosLedger ledger = account.ledger;

  @Test
  void theFirstDeploymentOwnsTheLedgerAndComesBackToIt() {
    ledger.requireDeployment(SHOP);
    ledger.requireDeployment(deployment("shop", "orders", "west", "east"));

    assertThat(ledger.meter().snapshot().writes()).as("not counted").isZero();
  }

  @Test
  void anotherClusterEntityOrRegionIsRefusedInWords() {
    ledger.requireDeployment(SHOP);

    for (Deployment other :
        List.of(
            deployment("store", "orders", "east", "west"),
            deployment("shop", "payments", "east", "west"),
            deployment("shop", "orders", "east", "north"),
            deployment("shop", "orders", "east"),
            new Deployment(
                "shop", "orders", new TreeMap<>(Map.of(new RegionName("east"), "elsewhere"))))) {
      assertThat(refusal(other))
          .hasMessageContaining("belongs to another deployment (" + SHOP)
          .hasMessageContaining("delete the document");
    }
  }

  @Test
  void ofSeveralThatStartAtOnceOneDeploymentWins() {
    List<Deployment> rivals = List.of(SHOP, deployment("store", "orders", "east", "west"));
    List<CompletableFuture<Boolean>> starts =
        Stream.concat(rivals.stream(), rivals.stream())
            .map(rival -> CompletableFuture.supplyAsync(() -> isAccepted(rival)))
            .toList();

    List<Boolean> accepted = starts.stream().map(CompletableFuture::join).toList();

    assertThat(accepted.get(0)).isEqualTo(accepted.get(2)).isNotEqualTo(accepted.get(1));
    assertThat(accepted.get(1)).isEqualTo(accepted.get(3));
  }

  @Test
  void anOlderBuildRefusesANewerLedger() {
    ledger.requireDeployment(SHOP);
    raiseSchema(LocalAccount.settings(account.endpoint));

    assertThat(refusal(SHOP)).hasMessageContaining("schema 99").hasMessageContaining("upgrade");
  }

  private boolean isAccepted(Deployment deployment) {
    try {
      ledger.requireDeployment(deployment);
      return true;
    } catch (LedgerStartException e) {
      return false;
    }
  }

  private LedgerStartException refusal(Deployment deployment) {
    LedgerStartException refusal =
        catchThrowableOfType(
            LedgerStartException.class, () -> ledger.requireDeployment(deployment));
    assertThat(refusal.reason()).isEqualTo(Reason.OTHER_DEPLOYMENT);
    assertThat(refusal.getMessage()).endsWith(".").doesNotContain("\n");
    return refusal;
  }

  private static void raiseSchema(LedgerSettings settings) {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(settings.endpoint().toString())
            .key(settings.key().orElseThrow().reveal())
            .gatewayMode()
            .buildClient()) {
      var container = client.getDatabase(settings.database()).getContainer(settings.container());
      PartitionKey partition = new PartitionKey("deployment");
      ObjectNode document =
          container.readItem("whose-ledger", partition, ObjectNode.class).getItem();
      container.replaceItem(
          document.put("schema", 99), "whose-ledger", partition, new CosmosItemRequestOptions());
    }
  }

  private static Deployment deployment(String cluster, String entity, String... regions) {
    TreeMap<RegionName, String> endpoints = new TreeMap<>();
    for (String region : regions) {
      endpoints.put(new RegionName(region), region + ".example.net");
    }
    return new Deployment(cluster, entity, endpoints);
  }
}
