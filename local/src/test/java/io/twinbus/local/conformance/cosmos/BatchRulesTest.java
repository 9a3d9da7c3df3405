package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.exists;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static io.twinbus.local.conformance.cosmos.Documents.ofSize;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Cosmos DB: transactional batches")
class BatchRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();

  private CosmosContainer items;

  @BeforeEach
  void makeContainer() {
    items = COSMOS.container();
  }

  @Rule(
      id = "cosmos-batch-all",
      text = "A batch applies all its operations, and later ones see what earlier ones wrote.",
      doc = Pages.BATCH)
  void appliesAll() {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(key("s"));
    batch.createItemOperation(document("s", "a"));
    batch.replaceItemOperation("a", document("s", "a").put("n", 2));
    batch.readItemOperation("a");

    CosmosBatchResponse done = items.executeCosmosBatch(batch);

    assertThat(done.isSuccessStatusCode()).isTrue();
    assertThat(done.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(201, 200, 200);
    assertThat(exists(items, "s", "a")).isTrue();
  }

  @Rule(
      id = "cosmos-batch-nothing",
      text = "A batch of which one operation fails applies none; the others are shown as 424.",
      doc = Pages.BATCH)
  void appliesNothingWhenOneFails() {
    String stale = items.createItem(document("s", "a")).getETag();
    items.upsertItem(document("s", "a").put("n", 2));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(key("s"));
    batch.createItemOperation(document("s", "before"));
    batch.replaceItemOperation(
        "a", document("s", "a"), new CosmosBatchItemRequestOptions().setIfMatchETag(stale));
    batch.createItemOperation(document("s", "after"));

    CosmosBatchResponse failed = items.executeCosmosBatch(batch);

    assertThat(failed.isSuccessStatusCode()).isFalse();
    assertThat(failed.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(424, 412, 424);
    assertThat(exists(items, "s", "before")).isFalse();
    assertThat(exists(items, "s", "after")).isFalse();
  }

  @Rule(
      id = "cosmos-batch-hundred",
      text = "A batch has at most 100 operations.",
      doc = Pages.BATCH)
  void takesAHundredOperationsAndNoMore() {
    assertThat(status(batch(100, "fits"))).isEqualTo(200);

    assertThat(status(batch(101, "much"))).isEqualTo(400);
    assertThat(exists(items, "s", "much0")).isFalse();
  }

  @Rule(
      id = "cosmos-batch-size",
      text = "A batch is at most 2 MB; a larger one is answered with 413.",
      doc = Pages.BATCH)
  void refusesABatchAboveTwoMegabytes() {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(key("s"));
    batch.createItemOperation(ofSize("s", 1_200_000).put("id", "a"));
    batch.createItemOperation(ofSize("s", 1_200_000).put("id", "b"));

    assertThat(status(batch)).isEqualTo(413);
    assertThat(exists(items, "s", "a")).isFalse();
  }

  private static CosmosBatch batch(int operations, String prefix) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(key("s"));
    for (int i = 0; i < operations; i++) {
      batch.createItemOperation(document("s", prefix + i));
    }
    return batch;
  }

  private int status(CosmosBatch batch) {
    try {
      return items.executeCosmosBatch(batch).getStatusCode();
    } catch (CosmosException e) {
      return e.getStatusCode();
    }
  }
}
