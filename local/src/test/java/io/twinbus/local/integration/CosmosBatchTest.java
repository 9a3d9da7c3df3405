package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CosmosBatchTest {
  private static Account account;
  private static CosmosContainer items;

  @BeforeAll
  static void start() {
    account = Account.calm();
    items = account.container("items");
  }

  @AfterAll
  static void stop() {
    account.close();
  }

  @Test
  void aBatchAppliesAllItsOperations() {
    String etag = items.createItem(Doc.of("all", 1)).getETag();
    CosmosBatch batch = CosmosBatch.createCosmosBatch(Doc.key("all"));
    batch.replaceItemOperation(
        "all", Doc.of("all", 2), new CosmosBatchItemRequestOptions().setIfMatchETag(etag));
    batch.createItemOperation(Doc.of("all", "message-1", 1));
    batch.readItemOperation("message-1");

    CosmosBatchResponse response = items.executeCosmosBatch(batch);

    assertThat(response.isSuccessStatusCode()).isTrue();
    assertThat(response.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(200, 201, 200);
    assertThat(response.getResults().get(0).getETag()).isNotEqualTo(etag);
    assertThat(ids("all")).containsExactlyInAnyOrder("all", "message-1");
  }

  @Test
  void aBatchWithAStaleEtagAppliesNothing() {
    String stale = items.createItem(Doc.of("none", 1)).getETag();
    items.upsertItem(Doc.of("none", 2));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(Doc.key("none"));
    batch.createItemOperation(Doc.of("none", "message-1", 1));
    batch.replaceItemOperation(
        "none", Doc.of("none", 3), new CosmosBatchItemRequestOptions().setIfMatchETag(stale));
    batch.createItemOperation(Doc.of("none", "message-2", 1));

    CosmosBatchResponse response = items.executeCosmosBatch(batch);

    assertThat(response.isSuccessStatusCode()).isFalse();
    assertThat(response.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(424, 412, 424);
    assertThat(ids("none")).containsExactly("none");
  }

  private static List<String> ids(String session) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(Doc.key(session));
    return items.queryItems("SELECT VALUE c.id FROM c", options, String.class).stream().toList();
  }
}
