package io.twinbus.proving.bench.baseline;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Replaces documents under their ETag: 16 at a time, each one write after the other. */
public final class RawReplaces implements Contender {
  private static final int DOCUMENTS = 16;

  private static final String TEXT = "x".repeat(Workload.SMALL);

  private final CosmosAsyncClient client;
  private final CosmosAsyncContainer container;
  private final int perDocument;

  /** Replaces so often a round. */
  public RawReplaces(String endpoint, String key, int replaces) {
    this.client =
        new CosmosClientBuilder()
            .endpoint(endpoint)
            .key(key)
            .gatewayMode()
            .contentResponseOnWriteEnabled(false)
            .buildAsyncClient();
    client.createDatabaseIfNotExists("bench").block(BOUND);
    client.getDatabase("bench").createContainerIfNotExists("items", "/id").block(BOUND);
    this.container = client.getDatabase("bench").getContainer("items");
    this.perDocument = replaces / DOCUMENTS;
  }

  @Override
  public Lap run(int round) {
    Stopwatch watch = Stopwatch.start();
    Flux.range(0, DOCUMENTS).flatMap(i -> document("document-" + i), DOCUMENTS).blockLast(BOUND);
    return watch.lap((long) perDocument * DOCUMENTS);
  }

  private Flux<String> document(String id) {
    AtomicReference<String> etag = new AtomicReference<>("");
    Mono<String> first = container.upsertItem(content(id, 0)).map(answer -> answer.getETag());
    return first
        .doOnNext(etag::set)
        .thenMany(Flux.range(1, perDocument))
        .concatMap(
            version ->
                replace(id, version, Objects.requireNonNull(etag.get())).doOnNext(etag::set));
  }

  private Mono<String> replace(String id, int version, String etag) {
    CosmosItemRequestOptions ifMatch = new CosmosItemRequestOptions().setIfMatchETag(etag);
    return container
        .replaceItem(content(id, version), id, new PartitionKey(id), ifMatch)
        .map(answer -> answer.getETag());
  }

  private static ObjectNode content(String id, int version) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("version", version)
        .put("text", TEXT);
  }

  @Override
  public void close() {
    client.close();
  }
}
