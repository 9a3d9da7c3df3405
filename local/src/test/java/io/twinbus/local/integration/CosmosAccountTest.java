package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.ReadConsistencyStrategy;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.PortTakenException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CosmosAccountTest {
  @Test
  void aKeyOfAnotherAccountIsRefused() {
    try (Account account = Account.calm()) {
      String foreign =
          Base64.getEncoder().encodeToString("another key".getBytes(StandardCharsets.UTF_8));

      Throwable refused =
          catchThrowable(() -> account.client(foreign, null).getDatabase("twinbus").read());

      assertThat(refused).hasMessageContaining("401");
    }
  }

  @Test
  void aStrongAccountServesGloballyStrongReadsAndAWeakerOneDoesNot() {
    assertThat(strongReadFailure(Consistency.STRONG)).isNull();
    assertThat(strongReadFailure(Consistency.SESSION)).isNotNull();
  }

  @Test
  void aContainerThatExistsIsFoundAgain() {
    try (Account account = Account.calm()) {
      account.container("items").createItem(Doc.of("a", 1));

      CosmosContainer again = account.container("items");

      assertThat(again.readItem("a", Doc.key("a"), JsonNode.class).getStatusCode()).isEqualTo(200);
      assertThat(again.read().getProperties().getPartitionKeyDefinition().getPaths())
          .containsExactly("/session");
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    try (CosmosEndpoint first = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      CosmosEndpointOptions same = CosmosEndpointOptions.defaults().withPort(first.port());

      assertThatThrownBy(() -> CosmosEndpoint.start(same))
          .isInstanceOf(PortTakenException.class)
          .hasMessageContaining(Integer.toString(first.port()));
    }
  }

  private static @Nullable Throwable strongReadFailure(Consistency consistency) {
    try (Account account =
            new Account(CosmosEndpointOptions.defaults().withConsistency(consistency));
        CosmosClient client = account.client(account.endpoint.key(), ConsistencyLevel.EVENTUAL)) {
      account.container("items").createItem(Doc.of("a", 1));
      CosmosItemRequestOptions strong =
          new CosmosItemRequestOptions()
              .setReadConsistencyStrategy(ReadConsistencyStrategy.GLOBAL_STRONG);
      return catchThrowable(
          () ->
              client
                  .getDatabase("twinbus")
                  .getContainer("items")
                  .readItem("a", Doc.key("a"), strong, JsonNode.class));
    }
  }
}
