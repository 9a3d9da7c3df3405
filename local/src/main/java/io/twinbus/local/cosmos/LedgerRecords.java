package io.twinbus.local.cosmos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Change;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.ContainerState;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.PartitionKey;
import io.twinbus.local.cosmos.store.ProvisionedThroughput;
import java.util.Optional;

/** The JSON that a data directory keeps of databases, containers and items. */
final class LedgerRecords {
  private static final char SEPARATOR = '\n';

  private LedgerRecords() {}

  static ObjectNode of(Change.DatabaseCreated database) {
    ObjectNode node = described(database.number(), database.createdAt());
    putThroughput(node, database.throughput());
    return node;
  }

  static Change.DatabaseCreated database(String id, JsonNode node) {
    return new Change.DatabaseCreated(
        id, node.path("number").asInt(), node.path("createdAt").asLong(), throughput(node));
  }

  static ObjectNode of(Change.ContainerCreated container) {
    ObjectNode node = described(container.number(), container.createdAt());
    node.set("definition", container.state().definition().source());
    putThroughput(node, container.state().throughput());
    return node.put("revision", container.state().revision());
  }

  /** Empty if the record has no definition. */
  static Optional<Change.ContainerCreated> container(String database, JsonNode node) {
    return node.path("definition") instanceof ObjectNode source
        ? Optional.of(
            new Change.ContainerCreated(
                database,
                new ContainerState(
                    ContainerDefinition.parse(source),
                    throughput(node),
                    node.path("revision").asInt()),
                node.path("number").asInt(),
                node.path("createdAt").asLong()))
        : Optional.empty();
  }

  static String key(PartitionKey partition, String id) {
    return partition.json() + SEPARATOR + id;
  }

  static ObjectNode of(Item item) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("number", item.number())
            .put("sequence", item.sequence())
            .put("etag", item.etag())
            .put("timestamp", item.timestamp())
            .put("bytes", item.bytes());
    node.set("document", item.document());
    return node;
  }

  /** Empty if the record has no document. */
  static Optional<Item> item(String key, JsonNode node) {
    int at = key.indexOf(SEPARATOR);
    return node.path("document") instanceof ObjectNode document
        ? Optional.of(
            new Item(
                key.substring(at + 1),
                PartitionKey.parse(key.substring(0, at)),
                node.path("number").asLong(),
                node.path("sequence").asLong(),
                node.path("etag").asText(),
                node.path("timestamp").asLong(),
                document,
                node.path("bytes").asInt()))
        : Optional.empty();
  }

  private static ObjectNode described(int number, long createdAt) {
    return JsonNodeFactory.instance.objectNode().put("number", number).put("createdAt", createdAt);
  }

  private static void putThroughput(ObjectNode node, Optional<ProvisionedThroughput> throughput) {
    throughput.ifPresent(
        given ->
            node.putObject("throughput")
                .put("requestUnits", given.requestUnits())
                .put("autoscale", given.autoscale()));
  }

  private static Optional<ProvisionedThroughput> throughput(JsonNode node) {
    JsonNode given = node.path("throughput");
    return given.isObject()
        ? Optional.of(
            new ProvisionedThroughput(
                given.path("requestUnits").asInt(), given.path("autoscale").asBoolean()))
        : Optional.empty();
  }
}
