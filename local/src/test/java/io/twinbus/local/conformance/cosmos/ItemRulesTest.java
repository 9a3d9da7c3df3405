package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.exists;
import static io.twinbus.local.conformance.cosmos.Documents.ifMatch;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static io.twinbus.local.conformance.cosmos.Documents.ofSize;
import static io.twinbus.local.conformance.cosmos.Documents.read;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: items",
    notEmulated = {
      "Direct mode, and several physical partitions in a container.",
      "Stored procedures, triggers, user-defined functions, the conflict feed."
    })
class ItemRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();
  private static final int MAX_ITEM_BYTES = 2 * 1_024 * 1_024;

  private CosmosContainer items;

  @BeforeEach
  void makeContainer() {
    items = COSMOS.container();
  }

  @Rule(
      id = "cosmos-create-conflict",
      text = "An id exists once in a partition: creating it again is answered with 409.",
      doc = Pages.CREATE)
  void refusesASecondItemOfTheSameIdInAPartition() {
    items.createItem(document("s", "a").put("n", 1));

    CosmosException refused = refusal(() -> items.createItem(document("s", "a").put("n", 2)));

    assertThat(refused.getStatusCode()).isEqualTo(409);
    assertThat(items.createItem(document("other", "a")).getStatusCode()).isEqualTo(201);
    assertThat(items.readItem("a", key("s"), ObjectNode.class).getItem().path("n").asInt())
        .isEqualTo(1);
  }

  @Rule(
      id = "cosmos-read-missing",
      text = "Reading, replacing or deleting an item that is not there is answered with 404.",
      doc = Pages.STATUSES)
  void answersForAMissingItemWith404() {
    assertThat(refusal(() -> read(items, "nobody")).getStatusCode()).isEqualTo(404);
    assertThat(
            refusal(() -> items.replaceItem(document("nobody"), "nobody", key("nobody"), null))
                .getStatusCode())
        .isEqualTo(404);
    assertThat(refusal(() -> items.deleteItem("nobody", key("nobody"), null)).getStatusCode())
        .isEqualTo(404);
  }

  @Rule(
      id = "cosmos-read-unchanged",
      text = "A read with If-None-Match is answered with 304 while the ETag is the current one.",
      doc = Pages.GET)
  void answersAReadOfAKnownVersionWith304() {
    String etag = items.createItem(document("s")).getETag();
    CosmosItemRequestOptions known = new CosmosItemRequestOptions().setIfNoneMatchETag(etag);
    assertThat(items.readItem("s", key("s"), known, ObjectNode.class).getStatusCode())
        .isEqualTo(304);

    items.replaceItem(document("s").put("n", 1), "s", key("s"), null);

    assertThat(items.readItem("s", key("s"), known, ObjectNode.class).getStatusCode())
        .isEqualTo(200);
  }

  @Rule(
      id = "cosmos-if-match",
      text =
          "A replace with If-Match is done only for the current ETag; else it is answered with 412.",
      doc = Pages.OPTIMISTIC)
  void replacesOnlyTheVersionThatTheCallerHolds() {
    String first = items.createItem(document("s").put("n", 1)).getETag();
    String second =
        items.replaceItem(document("s").put("n", 2), "s", key("s"), ifMatch(first)).getETag();

    CosmosException stale =
        refusal(() -> items.replaceItem(document("s").put("n", 3), "s", key("s"), ifMatch(first)));

    assertThat(stale.getStatusCode()).isEqualTo(412);
    assertThat(second).isNotEqualTo(first);
    assertThat(read(items, "s").path("n").asInt()).isEqualTo(2);
  }

  @Rule(
      id = "cosmos-etag-every-write",
      text = "Every write gives the item another ETag, also when the content stays the same.",
      doc = Pages.OPTIMISTIC)
  void givesEveryVersionAnEtagOfItsOwn() {
    String first = items.createItem(document("s")).getETag();

    String second = items.upsertItem(document("s")).getETag();

    assertThat(second).isNotEqualTo(first);
  }

  @Rule(
      id = "cosmos-delete-if-match",
      text =
          "A delete with If-Match is done only for the current ETag; else it is answered with 412.",
      doc = Pages.OPTIMISTIC)
  void deletesOnlyTheVersionThatTheCallerHolds() {
    String first = items.createItem(document("s")).getETag();
    String second = items.upsertItem(document("s")).getETag();
    assertThat(refusal(() -> items.deleteItem("s", key("s"), ifMatch(first))).getStatusCode())
        .isEqualTo(412);
    assertThat(exists(items, "s", "s")).isTrue();

    items.deleteItem("s", key("s"), ifMatch(second));

    assertThat(exists(items, "s", "s")).isFalse();
  }

  @Rule(
      id = "cosmos-upsert-if-match",
      text =
          "An upsert with If-Match replaces only the current version; else it is answered with 412.",
      doc = Pages.OPTIMISTIC)
  void upsertsOnlyOverTheVersionThatTheCallerHolds() {
    String first = items.createItem(document("s").put("n", 1)).getETag();
    items.upsertItem(document("s").put("n", 2), key("s"), ifMatch(first));

    CosmosException stale =
        refusal(() -> items.upsertItem(document("s").put("n", 3), key("s"), ifMatch(first)));

    assertThat(stale.getStatusCode()).isEqualTo(412);
    assertThat(read(items, "s").path("n").asInt()).isEqualTo(2);
  }

  @Rule(
      id = "cosmos-upsert",
      text = "An upsert creates an item (201) or replaces it (200).",
      doc = Pages.CREATE)
  void upsertsWhatIsThereAndWhatIsNot() {
    assertThat(items.upsertItem(document("s").put("n", 1)).getStatusCode()).isEqualTo(201);
    assertThat(items.upsertItem(document("s").put("n", 2)).getStatusCode()).isEqualTo(200);

    assertThat(read(items, "s").path("n").asInt()).isEqualTo(2);
  }

  @Rule(
      id = "cosmos-partition-key-fixed",
      text = "An item's partition key must be the one that the request names, and stays.",
      doc = Pages.CREATE)
  void refusesAPartitionKeyThatIsNotTheItems() {
    items.createItem(document("s", "a"));

    CosmosException refused =
        refusal(() -> items.replaceItem(document("other", "a"), "a", key("s"), null));

    assertThat(refused.getStatusCode()).isEqualTo(400);
    assertThat(exists(items, "s", "a")).isTrue();
  }

  @Rule(
      id = "cosmos-item-size",
      text = "An item is at most 2 MB of JSON; a larger one is answered with 413.",
      doc = Pages.LIMITS)
  void refusesAnItemAboveTwoMegabytes() {
    assertThat(items.createItem(ofSize("fits", MAX_ITEM_BYTES - 1_024)).getStatusCode())
        .isEqualTo(201);

    CosmosException refused =
        refusal(() -> items.createItem(ofSize("large", MAX_ITEM_BYTES + 1_024)));

    assertThat(refused.getStatusCode()).isEqualTo(413);
    assertThat(exists(items, "large", "large")).isFalse();
  }

  @Rule(id = "cosmos-id-length", text = "An id has at most 1,023 bytes.", doc = Pages.LIMITS)
  void refusesALongerId() {
    assertThat(items.createItem(document("s", "i".repeat(1_023))).getStatusCode()).isEqualTo(201);

    assertThat(refusal(() -> items.createItem(document("s", "i".repeat(1_024)))).getStatusCode())
        .isEqualTo(400);
  }

  @Rule(
      id = "cosmos-key-length",
      text = "A partition key has at most 2,048 bytes.",
      doc = Pages.LIMITS)
  void refusesALongerPartitionKey() {
    String longest = "k".repeat(2_048);
    assertThat(items.createItem(document(longest, "a")).getStatusCode()).isEqualTo(201);

    assertThat(refusal(() -> items.createItem(document(longest + "k", "a"))).getStatusCode())
        .isEqualTo(400);
  }

  @Rule(
      id = "cosmos-key-missing",
      text = "Items without the partition key's property stand together, apart from all others.",
      doc = Pages.LIMITS)
  void keepsItemsWithoutAKeyTogether() {
    ObjectNode keyless = document("s", "a");
    keyless.remove("session");

    items.createItem(keyless);

    assertThat(items.readItem("a", PartitionKey.NONE, ObjectNode.class).getStatusCode())
        .isEqualTo(200);
    assertThat(exists(items, "s", "a")).isFalse();
  }
}
