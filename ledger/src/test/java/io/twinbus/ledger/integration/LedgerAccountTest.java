package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What an account says of itself, and where its clients read. */
class LedgerAccountTest {

  @AutoClose
  private final CosmosEndpoint endpoint =
      CosmosEndpoint.start(
          CosmosEndpointOptions.defaults()
              .withAccount(AccountOptions.defaults().withRegions("east", "west", "witness")));

  @Test
  void itsRegionsAreToldApartByWhatTheyAccept() {
    LedgerAccount account = connect();

    assertThat(account.regions()).containsExactlyInAnyOrder("east", "west", "witness");
    assertThat(account.writeRegions()).containsExactly("east");
    assertThat(account.hasMultipleWrites()).isFalse();
    assertThat(account.defaultConsistency()).isEqualTo("Strong");
  }

  @Test
  void aClientReadsInTheFirstRegion() {
    LocalAccount.open(endpoint).close();

    assertThat(connect().readingRegions(LocalAccount.CREATING)).containsExactly("east");
  }

  @Test
  void aClientForARegionReadsThere() {
    LocalAccount.open(endpoint).close();

    try (CosmosAsyncClient client = connect().clientIn("west", LocalAccount.CREATING)) {
      CosmosException missing =
          catchThrowableOfType(
              CosmosException.class,
              () ->
                  client
                      .getDatabase("twinbus")
                      .getContainer("ledger")
                      .readItem("none", new PartitionKey("none"), ObjectNode.class)
                      .block(Duration.ofSeconds(30)));

      assertThat(missing.getStatusCode()).isEqualTo(404);
      assertThat(missing.getDiagnostics().getContactedRegionNames()).containsExactly("west");
    }
  }

  @Test
  void theClientThatWasAskedLeavesNoConnection() {
    try (CosmosEndpoint single = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      LocalAccount.open(single).close();
      LedgerAccount account = connect(single);
      int connections = single.listener().connections();

      assertThat(account.readingRegions(LocalAccount.CREATING)).hasSize(1);

      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> single.listener().connections() <= connections);
    }
  }

  @Test
  void aReadThatIsNotAnsweredNamesNoRegion() {
    LocalAccount.open(endpoint).close();
    LedgerAccount account = connect();
    endpoint.inject(FaultRule.refuse(CosmosOperation.READ, 400).times(FaultRule.UNLIMITED));

    assertThat(
            catchThrowableOfType(
                LedgerStartException.class, () -> account.readingRegions(LocalAccount.CREATING)))
        .hasMessageContaining("does not answer reads (400/0)")
        .extracting(LedgerStartException::reason)
        .isEqualTo(Reason.UNREACHABLE);
  }

  private LedgerAccount connect() {
    return connect(endpoint);
  }

  private static LedgerAccount connect(CosmosEndpoint endpoint) {
    return LedgerAccount.connect(
        LocalAccount.settings(endpoint), Clocks.system(), LedgerIdentity.ofEnvironment());
  }
}
