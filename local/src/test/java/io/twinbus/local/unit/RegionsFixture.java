package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.Replication;
import io.twinbus.local.cosmos.regions.WriteRefusal;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Limits;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Accounts of several regions with one container, and what a test does to them. */
final class RegionsFixture {

  static final PartitionKey KEY = PartitionKey.parse("[\"s\"]");
  static final Duration LAG = Duration.ofSeconds(2);

  final TickingClock clock = new TickingClock();

  Regions strong(String... names) {
    return prepared(names, Replication.synchronous());
  }

  Regions lagging(String... names) {
    Regions regions = prepared(names, Replication.after(LAG));
    clock.tick(LAG);
    return regions;
  }

  private Regions prepared(String[] names, Replication replication) {
    Regions regions = new Regions(List.of(names), replication, Limits.ofTheService(), clock);
    ObjectNode source = JsonNodeFactory.instance.objectNode().put("id", "items");
    source.putObject("partitionKey").putArray("paths").add("/session");
    assertThat(
            regions.<Boolean>write(
                names[0],
                store ->
                    store
                        .createDatabase("db")
                        .flatMap(
                            database -> database.createContainer(ContainerDefinition.parse(source)))
                        .isPresent(),
                refusal -> false))
        .isTrue();
    return regions;
  }

  static ItemResult create(Regions regions, String region, String id) {
    return apply(regions, region, new Operation.Create(doc(id)));
  }

  static ItemResult apply(Regions regions, String region, Operation operation) {
    return regions.write(
        region,
        store -> items(store).apply(KEY, operation),
        refusal -> {
          throw new AssertionError("Refused: " + refusal);
        });
  }

  static void refuseButMayLand(Regions regions, String id) {
    assertThat(refusal(regions, regions.writeRegion())).contains(WriteRefusal.NO_QUORUM);
    regions.mayLandLater(
        "items",
        store ->
            items(store).apply(KEY, new Operation.Create(doc(id))).outcome()
                == ItemOutcome.CREATED);
  }

  static ItemResult createItem(Regions regions, String region, String id) {
    return regions.writeItems(
        region,
        "items",
        store -> items(store).apply(KEY, new Operation.Create(doc(id))),
        refusal -> {
          throw new AssertionError("Refused: " + refusal);
        });
  }

  static Optional<WriteRefusal> itemRefusal(Regions regions, String region) {
    return regions.writeItems(region, "items", store -> Optional.empty(), Optional::of);
  }

  static Optional<WriteRefusal> refusal(Regions regions, String region) {
    return regions.write(region, store -> Optional.empty(), Optional::of);
  }

  static boolean holds(Regions regions, String region, String id) {
    return regions.read(
        region,
        store -> items(store).apply(KEY, new Operation.Read(id, null)).outcome() == ItemOutcome.OK);
  }

  static Container items(DocumentStore store) {
    return store.database("db").flatMap(db -> db.container("items")).orElseThrow();
  }

  static Item item(ItemResult result) {
    return Objects.requireNonNull(result.item(), result.message());
  }

  static ObjectNode doc(String id) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("session", "s");
  }
}
