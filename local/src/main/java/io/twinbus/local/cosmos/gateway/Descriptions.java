package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Database;
import java.util.Collection;
import java.util.Locale;

/** What databases and containers say about themselves. */
final class Descriptions {
  private static final double CREATION = 4.95;
  private static final double READ = 2;

  private Descriptions() {}

  static Reply database(int status, Database database) {
    return Reply.of(status, describe(database))
        .with("etag", etag(database.createdAt()))
        .charged(status == 201 ? CREATION : READ);
  }

  static Reply databases(Collection<Database> databases) {
    ObjectNode feed = Json.object().put("_rid", "").put("_count", databases.size());
    ArrayNode all = feed.putArray("Databases");
    databases.forEach(database -> all.add(describe(database)));
    return Reply.of(200, feed).with("x-ms-item-count", Integer.toString(all.size())).charged(READ);
  }

  static Reply container(int status, Database database, Container container) {
    return Reply.of(status, describe(container))
        .with("etag", etag(container.createdAt()))
        .with("x-ms-alt-content-path", "dbs/" + database.id())
        .with("x-ms-content-path", database.resourceId())
        .charged(status == 201 ? CREATION : READ);
  }

  static Reply containers(Database database) {
    Collection<Container> containers = database.containers();
    ObjectNode feed =
        Json.object().put("_rid", database.resourceId()).put("_count", containers.size());
    ArrayNode all = feed.putArray("DocumentCollections");
    containers.forEach(container -> all.add(describe(container)));
    return Reply.of(200, feed)
        .with("x-ms-item-count", Integer.toString(all.size()))
        .with("x-ms-alt-content-path", "dbs/" + database.id())
        .charged(READ);
  }

  private static ObjectNode describe(Database database) {
    String resourceId = database.resourceId();
    return system(
            Json.object().put("id", database.id()),
            resourceId,
            "dbs/" + resourceId + "/",
            etag(database.createdAt()))
        .put("_ts", database.createdAt())
        .put("_colls", "colls/")
        .put("_users", "users/");
  }

  private static ObjectNode describe(Container container) {
    ObjectNode source = container.definition().source().deepCopy();
    source.putIfAbsent("indexingPolicy", indexingPolicy());
    return system(source, container.resourceId(), container.selfLink(), etag(container.createdAt()))
        .put("_ts", container.createdAt())
        .put("_docs", "docs/")
        .put("_sprocs", "sprocs/")
        .put("_triggers", "triggers/")
        .put("_udfs", "udfs/")
        .put("_conflicts", "conflicts/");
  }

  private static ObjectNode system(ObjectNode node, String resourceId, String self, String etag) {
    return node.put("_rid", resourceId).put("_self", self).put("_etag", etag);
  }

  private static ObjectNode indexingPolicy() {
    ObjectNode policy = Json.object().put("indexingMode", "consistent").put("automatic", true);
    policy.putArray("includedPaths").addObject().put("path", "/*");
    policy.putArray("excludedPaths");
    return policy;
  }

  private static String etag(long createdAt) {
    return String.format(Locale.ROOT, "\"%08x-0000-0000-0000-000000000000\"", createdAt);
  }
}
