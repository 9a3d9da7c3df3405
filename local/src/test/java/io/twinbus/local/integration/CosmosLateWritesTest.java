package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.GatewayConnectionConfig;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.ControlException;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.regions.LateWriteCounts;
import io.twinbus.local.network.Outage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that an account of two regions refuses while one of them is away, and that land later. */
class CosmosLateWritesTest {
  private static final int UNAVAILABLE = 503;

  private final LocalStack stack =
      LocalStack.builder()
          .ledgerAccount(AccountOptions.defaults().withRegions("east", "west"))
          .start();
  private final ControlClient control = new ControlClient(stack.controlUrl());
  private CosmosClient client;
  private CosmosContainer items;

  @BeforeEach
  void connect() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
    client =
        new CosmosClientBuilder()
            .endpoint(stack.ledgerEndpoint())
            .key(stack.ledgerKey())
            .gatewayMode(new GatewayConnectionConfig())
            .buildClient();
    client.createDatabaseIfNotExists("twinbus");
    client.getDatabase("twinbus").createContainerIfNotExists("ledger", "/session");
    items = client.getDatabase("twinbus").getContainer("ledger");
  }

  @AfterEach
  void stop() {
    client.close();
    stack.close();
  }

  @Test
  void aRefusedWriteLandsWhenTheRegionReturnsUntilThatIsEnded() {
    control.landLedgerWritesLate(1);
    control.ledgerOutage("west", Outage.REFUSE);
    assertThat(create("kept")).isEqualTo(UNAVAILABLE);
    assertThat(control.stats().ledger().lateWrites()).isEqualTo(new LateWriteCounts(1, 0, 0, 0));

    control.heal();

    assertThat(exists("kept")).isTrue();
    assertThat(control.stats().ledger().lateWrites()).isEqualTo(new LateWriteCounts(0, 1, 0, 0));
    control.ledgerOutage("west", Outage.REFUSE);
    assertThat(create("refused")).isEqualTo(UNAVAILABLE);
    control.heal();
    assertThat(exists("refused")).isFalse();
  }

  @Test
  void theOperationsOfABulkRequestLandTogether() {
    control.landLedgerWritesLate(1);
    control.ledgerOutage("west", Outage.REFUSE);

    Map<String, Integer> statuses =
        Bulk.statuses(items, List.of(Bulk.create("first"), Bulk.create("second")));
    assertThat(statuses).isEqualTo(Map.of("first", UNAVAILABLE, "second", UNAVAILABLE));
    control.restoreLedger("west");

    assertThat(exists("first")).isTrue();
    assertThat(exists("second")).isTrue();
  }

  @Test
  void whatIsNoChanceIsRefusedWithTheRule() {
    assertThatThrownBy(() -> control.landLedgerWritesLate(1.5))
        .isInstanceOfSatisfying(ControlException.class, e -> assertThat(e.status()).isEqualTo(400))
        .hasMessageContaining("from 0 to 1");
  }

  private int create(String id) {
    try {
      return items.createItem(Doc.of(id, 1)).getStatusCode();
    } catch (CosmosException e) {
      return e.getStatusCode();
    }
  }

  private boolean exists(String id) {
    try {
      return items.readItem(id, Doc.key(id), JsonNode.class).getStatusCode() == 200;
    } catch (CosmosException e) {
      assertThat(e.getStatusCode()).isEqualTo(404);
      return false;
    }
  }
}
