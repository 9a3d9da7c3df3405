package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Unique keys of a container, kept within each partition. */
class CosmosUniqueKeysTest {
  @RegisterExtension static final Account ACCOUNT = Account.calm();

  private CosmosContainer items;

  @BeforeEach
  void newContainer(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName();
    ACCOUNT.database.createContainer(
        new CosmosContainerProperties(name, "/session")
            .setUniqueKeyPolicy(
                new UniqueKeyPolicy()
                    .setUniqueKeys(
                        List.of(
                            new UniqueKey(List.of("/email")),
                            new UniqueKey(List.of("/name/first", "/name/last"))))));
    items = ACCOUNT.database.getContainer(name);
  }

  @Test
  void aSecondItemWithTheValuesIsRefusedInItsPartitionOnly() {
    items.createItem(person("p", "a", "x@example.com", "Ada"));

    assertThat(conflict(() -> items.createItem(person("p", "b", "x@example.com", "Bo")))).isTrue();
    assertThat(conflict(() -> items.createItem(person("p", "b", "y@example.com", "Ada")))).isTrue();
    items.createItem(person("p", "b", "y@example.com", "Bo"));
    items.createItem(person("other", "a", "x@example.com", "Ada"));
  }

  @Test
  void theSamePropertiesMissingTwiceIsAConflict() {
    items.createItem(Doc.of("p", "a", 1));

    assertThat(conflict(() -> items.createItem(Doc.of("p", "b", 1)))).isTrue();
  }

  @Test
  void aReplaceKeepsItsOwnValuesAndMayNotTakeOthers() {
    items.createItem(person("p", "a", "x@example.com", "Ada"));
    items.createItem(person("p", "b", "y@example.com", "Bo"));

    items.upsertItem(person("p", "a", "x@example.com", "Ada"));

    assertThat(conflict(() -> items.upsertItem(person("p", "a", "y@example.com", "Ada")))).isTrue();
  }

  @Test
  void aDeletionGivesTheValuesFree() {
    items.createItem(person("p", "a", "x@example.com", "Ada"));
    items.deleteItem("a", Doc.key("p"), null);

    items.createItem(person("p", "b", "x@example.com", "Ada"));
  }

  @Test
  void aBatchSeesItsOwnChanges() {
    items.createItem(person("p", "a", "x@example.com", "Ada"));
    CosmosBatch passedOn = CosmosBatch.createCosmosBatch(Doc.key("p"));
    passedOn.deleteItemOperation("a");
    passedOn.createItemOperation(person("p", "b", "x@example.com", "Ada"));
    CosmosBatch twice = CosmosBatch.createCosmosBatch(Doc.key("p"));
    twice.createItemOperation(person("p", "c", "z@example.com", "Cy"));
    twice.createItemOperation(person("p", "d", "z@example.com", "Di"));

    CosmosBatchResponse first = items.executeCosmosBatch(passedOn);
    CosmosBatchResponse second = items.executeCosmosBatch(twice);

    assertThat(first.isSuccessStatusCode()).isTrue();
    assertThat(second.getResults().get(1).getStatusCode()).isEqualTo(409);
  }

  private static boolean conflict(Runnable write) {
    CosmosException refused = catchThrowableOfType(CosmosException.class, write::run);
    return refused != null && refused.getStatusCode() == 409;
  }

  private static ObjectNode person(String partition, String id, String email, String first) {
    ObjectNode person = Doc.of(partition, id, 1).put("email", email);
    person.putObject("name").put("first", first).put("last", "Lovelace");
    return person;
  }
}
