package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.gateway.Consistency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client of session consistency makes of containers in several databases. */
class CosmosSessionsTest {
  @RegisterExtension
  static final Account ACCOUNT =
      new Account(CosmosEndpointOptions.defaults().withConsistency(Consistency.SESSION));

  @Test
  void theSessionOfOneContainerIsNotTakenForThatOfAnotherDatabases() {
    CosmosContainer busy = container("first");
    CosmosContainer quiet = container("second");
    quiet.createItem(Doc.of("s1", 7));
    for (int i = 0; i < 10; i++) {
      busy.createItem(Doc.of("s" + i, i));
    }

    assertThat(
            quiet.readItem("s1", Doc.key("s1"), ObjectNode.class).getItem().path("value").asInt())
        .isEqualTo(7);
    // The SDK asks again without a token: only the endpoint sees that it was refused first.
    assertThat(ACCOUNT.endpoint.counts().of(CosmosOperation.READ, 404)).isZero();
  }

  private static CosmosContainer container(String database) {
    ACCOUNT.client.createDatabaseIfNotExists(database);
    ACCOUNT.client.getDatabase(database).createContainerIfNotExists("items", "/session");
    return ACCOUNT.client.getDatabase(database).getContainer("items");
  }
}
