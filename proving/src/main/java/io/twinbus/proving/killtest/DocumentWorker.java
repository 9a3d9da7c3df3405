package io.twinbus.proving.killtest;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.rehearsal.stack.Endpoints;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Creates, replaces (If-Match) and deletes documents of one partition. */
final class DocumentWorker extends Worker {
  private static final int DOCUMENTS = 20;

  private record Written(int version, String etag) {}

  private final Endpoints stack;
  private final String partition;
  private final Expectations expectations;
  private final Random random;
  private final Map<String, Written> there = new HashMap<>();
  private int version;

  DocumentWorker(
      Endpoints stack,
      String partition,
      Expectations expectations,
      Random random,
      AtomicBoolean killed) {
    super("documents " + partition, killed);
    this.stack = stack;
    this.partition = partition;
    this.expectations = expectations;
    this.random = random;
  }

  @Override
  void work() {
    try (CosmosClient client = Documents.client(stack)) {
      CosmosContainer container = Documents.container(client);
      while (goesOn()) {
        String id = partition + "-" + random.nextInt(DOCUMENTS);
        if (there.containsKey(id) && random.nextInt(5) == 0) {
          delete(container, id);
        } else {
          write(container, id);
        }
      }
    }
  }

  private void write(CosmosContainer container, String id) {
    String name = Documents.PREFIX + id;
    Written before = there.get(id);
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", id)
            .put("partition", partition)
            .put("version", ++version);
    // The ETag of a write under way is not known: any that comes with this version will do.
    expectations.underWayVersion(name, version);
    PartitionKey key = new PartitionKey(partition);
    String etag =
        before == null
            ? container.createItem(document, key, new CosmosItemRequestOptions()).getETag()
            : container
                .replaceItem(
                    document, id, key, new CosmosItemRequestOptions().setIfMatchETag(before.etag()))
                .getETag();
    there.put(id, new Written(version, etag));
    expectations.acknowledged(name, Documents.value(version, etag));
  }

  private void delete(CosmosContainer container, String id) {
    String name = Documents.PREFIX + id;
    expectations.underWay(name, "");
    container.deleteItem(id, new PartitionKey(partition), new CosmosItemRequestOptions());
    there.remove(id);
    expectations.acknowledged(name, "");
  }
}
