package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Database;
import java.util.Locale;

/** What databases and containers say about themselves. */
final class Descriptions {
  private Descriptions() {}

  static Reply database(int status, Database database) {
    String resourceId = database.resourceId();
    String etag = etag(database.createdAt());
    ObjectNode description =
        system(Json.object().put("id", database.id()), resourceId, "dbs/" + resourceId + "/", etag)
            .put("_ts", database.createdAt())
            .put("_colls", "colls/")
            .put("_users", "users/");
    return Reply.of(status, description).with("etag", etag).charged(status == 201 ? 4.95 : 2);
  }

  static Reply container(int status, Database database, Container container) {
    ObjectNode source = container.definition().source().deepCopy();
    source.putIfAbsent("indexingPolicy", indexingPolicy());
    String etag = etag(container.createdAt());
    ObjectNode description =
        system(source, container.resourceId(), container.selfLink(), etag)
            .put("_ts", container.createdAt())
            .put("_docs", "docs/")
            .put("_sprocs", "sprocs/")
            .put("_triggers", "triggers/")
            .put("_udfs", "udfs/")
            .put("_conflicts", "conflicts/");
    return Reply.of(status, description)
        .with("etag", etag)
        .with("x-ms-alt-content-path", "dbs/" + database.id())
        .with("x-ms-content-path", database.resourceId())
        .charged(status == 201 ? 4.95 : 2);
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
