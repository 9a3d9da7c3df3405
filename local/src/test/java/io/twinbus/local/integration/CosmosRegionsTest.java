package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.GatewayConnectionConfig;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.Outage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An account of several regions as the SDK sees it: discovery, fail-over, outages. */
class CosmosRegionsTest {
  private static final AccountOptions STRONG =
      AccountOptions.defaults().withRegions("east", "west", "north");

  @Test
  void theSdkReadsInItsPreferredRegionAndWritesInTheWriteRegion() {
    try (Account account = account(STRONG);
        CosmosClient client = preferring(account, "west")) {
      CosmosContainer items = items(client);

      String written = diagnostics(items.createItem(Doc.of("a", 1)).getDiagnostics().toString());
      String read =
          diagnostics(
              items.readItem("a", Doc.key("a"), ObjectNode.class).getDiagnostics().toString());

      assertThat(written).contains("east").doesNotContain("west");
      assertThat(read).contains("west").doesNotContain("east");
    }
  }

  @Test
  void aFailOverIsFoundOutAtTheNextWrite() {
    try (Account account = account(STRONG);
        CosmosClient client = preferring(account, "east")) {
      CosmosContainer items = items(client);
      String etag = items.createItem(Doc.of("a", 1)).getETag();

      account.endpoint.failOver("west");
      var written = items.createItem(Doc.of("b", 2));

      assertThat(written.getStatusCode()).isEqualTo(201);
      assertThat(diagnostics(written.getDiagnostics().toString())).contains("west");
      assertThat(items.readItem("a", Doc.key("a"), ObjectNode.class).getETag()).isEqualTo(etag);
      assertThat(account.endpoint.regions()).containsExactly("west", "east", "north");
    }
  }

  @Test
  void aDeadReadRegionCostsThreeRegionsNothingAndTwoTheirWrites() {
    assertThat(writesWithOneReadRegionDown(STRONG)).isEqualTo(201);
    assertThat(writesWithOneReadRegionDown(AccountOptions.defaults().withRegions("east", "west")))
        .isEqualTo(503);
  }

  @Test
  void readsGoElsewhereWhileTheirRegionIsDown() {
    try (Account account = account(STRONG);
        CosmosClient client = preferring(account, "west", "north")) {
      CosmosContainer items = items(client);
      items.createItem(Doc.of("a", 1));
      items.readItem("a", Doc.key("a"), ObjectNode.class);

      account.endpoint.outage("west", Outage.REFUSE);
      var read = items.readItem("a", Doc.key("a"), ObjectNode.class);

      assertThat(read.getStatusCode()).isEqualTo(200);
      assertThat(diagnostics(read.getDiagnostics().toString())).contains("north");
    }
  }

  @Test
  void aForcedFailOverOfASessionAccountLosesTheLastWritesAndSaysHowMany() {
    AccountOptions lazy =
        AccountOptions.defaults()
            .withRegions("east", "west")
            .withConsistency(Consistency.SESSION)
            .withReplicationLag(Duration.ofHours(1));
    try (Account account = account(lazy);
        CosmosClient client = preferring(account, "east")) {
      account.endpoint.failOver("west");
      account.endpoint.failOver("east"); // takes the container to both
      CosmosContainer items = items(client);
      items.createItem(Doc.of("a", 1));

      int lost = account.endpoint.forceFailOver("west");
      CosmosException absent = refusal(() -> items.readItem("a", Doc.key("a"), ObjectNode.class));

      assertThat(lost).isEqualTo(1);
      assertThat(absent.getStatusCode()).isEqualTo(404);
      assertThat(items.createItem(Doc.of("a", 2)).getStatusCode()).isEqualTo(201);
    }
  }

  @Test
  void aSessionReadsItsOwnWritesWhereTheyHaveNotArrived() {
    AccountOptions lazy =
        AccountOptions.defaults()
            .withRegions("east", "west")
            .withConsistency(Consistency.SESSION)
            .withReplicationLag(Duration.ofHours(1));
    try (Account account = account(lazy);
        CosmosClient mine = preferring(account, "west");
        CosmosClient other = preferring(account, "west")) {
      account.endpoint.failOver("west");
      account.endpoint.failOver("east");
      items(mine).createItem(Doc.of("a", 1));

      int read = items(mine).readItem("a", Doc.key("a"), ObjectNode.class).getStatusCode();
      CosmosException absent =
          refusal(() -> items(other).readItem("a", Doc.key("a"), ObjectNode.class));

      assertThat(read).isEqualTo(200);
      assertThat(absent.getStatusCode()).isEqualTo(404);
    }
  }

  private static int writesWithOneReadRegionDown(AccountOptions options) {
    try (Account account = account(options);
        CosmosClient client = preferring(account, "east")) {
      CosmosContainer items = items(client);
      account.endpoint.outage("west", Outage.REFUSE);
      try {
        return items.createItem(Doc.of("a", 1)).getStatusCode();
      } catch (CosmosException e) {
        return e.getStatusCode();
      }
    }
  }

  private static Account account(AccountOptions options) {
    Account account = new Account(CosmosEndpointOptions.defaults().withAccount(options));
    account.container("items");
    return account;
  }

  private static CosmosContainer items(CosmosClient client) {
    return client.getDatabase("twinbus").getContainer("items");
  }

  private static CosmosClient preferring(Account account, String... regions) {
    CosmosEndpoint endpoint = account.endpoint;
    return new CosmosClientBuilder()
        .endpoint(endpoint.endpoint())
        .key(endpoint.key())
        .preferredRegions(List.of(regions))
        .gatewayMode(new GatewayConnectionConfig())
        .buildClient();
  }

  /** The regions that the SDK says it has contacted. */
  private static String diagnostics(String text) {
    int begin = text.indexOf("\"regionsContacted\":");
    return text.substring(begin, text.indexOf(']', begin));
  }

  private static CosmosException refusal(Runnable call) {
    return catchThrowableOfType(CosmosException.class, call::run);
  }
}
