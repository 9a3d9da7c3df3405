package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.exists;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: access",
    notEmulated = "Microsoft Entra ID, resource tokens, users and permissions.")
class AccessRulesTest {
  @RegisterExtension
  static final CosmosTarget COSMOS =
      CosmosTarget.with(CosmosEndpointOptions.defaults().withConsistency(Consistency.SESSION));

  @Rule(
      id = "cosmos-key-wrong",
      text = "A request that another key signed is answered with 401.",
      doc = Pages.ACCESS)
  void refusesAnotherKey() {
    String foreign =
        Base64.getEncoder().encodeToString("another key".getBytes(StandardCharsets.UTF_8));

    Throwable refused =
        catchThrowable(
            () -> {
              try (CosmosClient stranger = COSMOS.builder().key(foreign).buildClient()) {
                stranger.getDatabase(COSMOS.database().getId()).read();
              }
            });

    assertThat(refused).hasMessageContaining("401");
  }

  @Rule(
      id = "cosmos-key-read-only",
      text = "A read-only key reads and queries; writes with it are answered with 403.",
      doc = Pages.ACCESS)
  void allowsOnlyReadsToTheReadOnlyKey() {
    CosmosContainer items = COSMOS.container();
    items.createItem(document("s"));
    try (CosmosClient reader = COSMOS.builder().key(COSMOS.local().readOnlyKey()).buildClient()) {
      CosmosContainer seen =
          reader.getDatabase(COSMOS.database().getId()).getContainer(items.getId());

      assertThat(exists(seen, "s", "s")).isTrue();
      assertThat(Documents.query(seen, "SELECT * FROM c")).hasSize(1);
      assertThat(refusal(() -> seen.createItem(document("t"))).getStatusCode()).isEqualTo(403);
      assertThat(exists(items, "t", "t")).isFalse();
    }
  }

  @Rule(
      id = "cosmos-consistency-only-weaker",
      text = "A client can ask for less consistency than the account's default, not for more.",
      doc = Pages.CONSISTENCY)
  void refusesMoreConsistencyThanTheAccountHas() {
    CosmosContainer items = COSMOS.container();
    COSMOS.local(); // the account's default is the test's own
    items.createItem(document("s"));
    try (CosmosClient strong =
            COSMOS.builder().consistencyLevel(ConsistencyLevel.STRONG).buildClient();
        CosmosClient eventual =
            COSMOS.builder().consistencyLevel(ConsistencyLevel.EVENTUAL).buildClient()) {
      String database = COSMOS.database().getId();

      assertThat(
              refusal(
                      () ->
                          exists(
                              strong.getDatabase(database).getContainer(items.getId()), "s", "s"))
                  .getStatusCode())
          .isEqualTo(400);
      assertThat(exists(eventual.getDatabase(database).getContainer(items.getId()), "s", "s"))
          .isTrue();
    }
  }
}
