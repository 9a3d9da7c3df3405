package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static io.twinbus.local.conformance.cosmos.Documents.query;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: containers",
    notEmulated = {
      "Throughput that limits: it is kept and shown, and a budget is set by `Quotas` instead.",
      "Computed properties, materialized views, vector and full text policies."
    })
class ContainerRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();

  @Rule(
      id = "cosmos-unique-keys",
      text = "Within a partition no two items have the values of a unique key: 409.",
      doc = Pages.UNIQUE_KEYS)
  void keepsUniqueKeysWithinAPartition() {
    CosmosContainer items =
        COSMOS.container(
            properties ->
                properties.setUniqueKeyPolicy(
                    new UniqueKeyPolicy()
                        .setUniqueKeys(List.of(new UniqueKey(List.of("/email"))))));
    items.createItem(person("s1", "a"));

    assertThat(refusal(() -> items.createItem(person("s1", "b"))).getStatusCode()).isEqualTo(409);
    assertThat(items.createItem(person("s2", "a")).getStatusCode()).isEqualTo(201);
  }

  @Rule(
      id = "cosmos-container-replace",
      text = "A replace changes the time to live and the indexing policy of a container.",
      doc = Pages.REPLACE_CONTAINER)
  void replacesADefinition() {
    CosmosContainer items = COSMOS.container();

    items.replace(items.read().getProperties().setDefaultTimeToLiveInSeconds(90));

    assertThat(items.read().getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(90);
  }

  @Rule(
      id = "cosmos-container-fixed",
      text = "A container's partition key stays as it was made.",
      doc = Pages.REPLACE_CONTAINER)
  void keepsThePartitionKey() {
    CosmosContainer items = COSMOS.container();
    CosmosContainerProperties other =
        items
            .read()
            .getProperties()
            .setPartitionKeyDefinition(new PartitionKeyDefinition().setPaths(List.of("/other")));

    assertThat(refusal(() -> items.replace(other)).getStatusCode()).isEqualTo(400);
  }

  @Rule(
      id = "cosmos-container-throughput",
      text = "A container's throughput is read and changed; one that was given none has 400.",
      doc = Pages.THROUGHPUT)
  void changesTheThroughput() {
    CosmosContainer items = COSMOS.container();
    int before = items.readThroughput().getProperties().getManualThroughput();

    items.replaceThroughput(ThroughputProperties.createManualThroughput(500));

    assertThat(before).isEqualTo(400);
    assertThat(items.readThroughput().getProperties().getManualThroughput()).isEqualTo(500);
  }

  @Rule(
      id = "cosmos-partition-delete",
      text = "All items of a partition key can be deleted with one request.",
      doc = Pages.DELETE_BY_KEY)
  void deletesAPartition() {
    CosmosContainer items = COSMOS.container();
    items.createItem(document("s1", "a"));
    items.createItem(document("s1", "b"));
    items.createItem(document("s2", "c"));

    items.deleteAllItemsByPartitionKey(key("s1"), new CosmosItemRequestOptions());

    assertThat(query(items, "SELECT VALUE c.id FROM c")).hasToString("[\"c\"]");
  }

  private static ObjectNode person(String session, String id) {
    return document(session, id).put("email", "x@example.com");
  }
}
