package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static io.twinbus.local.conformance.cosmos.Documents.read;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Cosmos DB: patch")
class PatchRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();

  private CosmosContainer items;

  @BeforeEach
  void makeItem() {
    items = COSMOS.container();
    ObjectNode item = document("s").put("n", 1).put("old", "x");
    item.putArray("tags").add("a").add("b");
    items.createItem(item);
  }

  @Rule(
      id = "cosmos-patch-operations",
      text = "A patch adds, sets, replaces, removes, increments and moves properties.",
      doc = Pages.PATCH)
  void changesWhatItNames() {
    patch(
        CosmosPatchOperations.create()
            .add("/tags/1", "between")
            .set("/made", true)
            .replace("/old", "new")
            .increment("/n", 41)
            .remove("/tags/0"));

    ObjectNode patched = read(items, "s");
    assertThat(patched.path("tags"))
        .extracting(tag -> tag.asText())
        .isEqualTo(List.of("between", "b"));
    assertThat(patched.path("made").asBoolean()).isTrue();
    assertThat(patched.path("old").asText()).isEqualTo("new");
    assertThat(patched.path("n").asInt()).isEqualTo(42);
  }

  @Rule(
      id = "cosmos-patch-move",
      text = "A move takes a value from one path and puts it at another.",
      doc = Pages.PATCH)
  void movesAValue() {
    patch(CosmosPatchOperations.create().move("/old", "/young"));

    assertThat(read(items, "s").has("old")).isFalse();
    assertThat(read(items, "s").path("young").asText()).isEqualTo("x");
  }

  @Rule(
      id = "cosmos-patch-strict",
      text = "Replacing or removing what is not there fails, and then nothing is changed.",
      doc = Pages.PATCH)
  void failsAsAWhole() {
    CosmosException refused =
        refusal(() -> patch(CosmosPatchOperations.create().set("/n", 9).replace("/absent", 1)));

    assertThat(refused.getStatusCode()).isEqualTo(400);
    assertThat(read(items, "s").path("n").asInt()).isEqualTo(1);
  }

  @Rule(
      id = "cosmos-patch-condition",
      text = "A patch whose condition does not hold is answered with 412 and changes nothing.",
      doc = Pages.PATCH)
  void appliesOnlyWhereItsConditionHolds() {
    CosmosPatchOperations increment = CosmosPatchOperations.create().increment("/n", 1);
    CosmosPatchItemRequestOptions two =
        new CosmosPatchItemRequestOptions().setFilterPredicate("from c where c.n = 2");
    CosmosPatchItemRequestOptions one =
        new CosmosPatchItemRequestOptions().setFilterPredicate("from c where c.n = 1");

    CosmosException refused =
        refusal(() -> items.patchItem("s", key("s"), increment, two, ObjectNode.class));
    items.patchItem("s", key("s"), increment, one, ObjectNode.class);

    assertThat(refused.getStatusCode()).isEqualTo(412);
    assertThat(read(items, "s").path("n").asInt()).isEqualTo(2);
  }

  @Rule(
      id = "cosmos-patch-if-match",
      text =
          "A patch with If-Match changes only the current version; else it is answered with 412.",
      doc = Pages.OPTIMISTIC)
  void patchesOnlyTheVersionThatTheCallerHolds() {
    CosmosPatchOperations increment = CosmosPatchOperations.create().increment("/n", 1);
    String before = items.readItem("s", key("s"), ObjectNode.class).getETag();
    CosmosPatchItemRequestOptions held = new CosmosPatchItemRequestOptions();
    held.setIfMatchETag(before);
    items.patchItem("s", key("s"), increment, held, ObjectNode.class);

    CosmosException stale =
        refusal(() -> items.patchItem("s", key("s"), increment, held, ObjectNode.class));

    assertThat(stale.getStatusCode()).isEqualTo(412);
    assertThat(read(items, "s").path("n").asInt()).isEqualTo(2);
  }

  @Rule(id = "cosmos-patch-ten", text = "A patch has at most ten operations.", doc = Pages.PATCH)
  void takesTenOperationsAndNoMore() {
    CosmosPatchOperations ten = CosmosPatchOperations.create();
    CosmosPatchOperations eleven = CosmosPatchOperations.create().set("/p", 0);
    for (int i = 0; i < 10; i++) {
      ten.set("/p" + i, i);
      eleven.set("/p" + i, i);
    }
    patch(ten);

    assertThat(refusal(() -> patch(eleven)).getStatusCode()).isEqualTo(400);
    assertThat(read(items, "s").has("p")).isFalse();
  }

  private void patch(CosmosPatchOperations operations) {
    items.patchItem("s", key("s"), operations, ObjectNode.class);
  }
}
