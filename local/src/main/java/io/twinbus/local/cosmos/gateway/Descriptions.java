package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Database;
import java.util.Locale;
import java.util.stream.StreamSupport;

/** What databases and containers say about themselves. */
final class Descriptions {
  private static final String ETAG_PATH = "/\"_etag\"/?";

  private Descriptions() {}

  static ObjectNode of(Database database) {
    String resourceId = database.resourceId();
    return Json.object()
        .put("id", database.id())
        .put("_rid", resourceId)
        .put("_self", "dbs/" + resourceId + "/")
        .put("_etag", etag(database))
        .put("_ts", database.createdAt())
        .put("_colls", "colls/")
        .put("_users", "users/");
  }

  static ObjectNode of(Container container) {
    ObjectNode source = container.definition().source().deepCopy();
    source.set("indexingPolicy", indexingPolicy(source.path("indexingPolicy")));
    return source
        .put("_rid", container.resourceId())
        .put("_self", container.selfLink())
        .put("_etag", etag(container))
        .put("_ts", container.createdAt())
        .put("_docs", "docs/")
        .put("_sprocs", "sprocs/")
        .put("_triggers", "triggers/")
        .put("_udfs", "udfs/")
        .put("_conflicts", "conflicts/");
  }

  static String etag(Database database) {
    return etag(database.createdAt(), 0);
  }

  static String etag(Container container) {
    return etag(container.createdAt(), container.state().revision());
  }

  /** The policy as the service completes it: everything is indexed except the ETag. */
  private static ObjectNode indexingPolicy(JsonNode source) {
    ObjectNode policy =
        Json.object()
            .put("indexingMode", source.path("indexingMode").asText("consistent"))
            .put("automatic", source.path("automatic").asBoolean(true));
    if (source instanceof ObjectNode given) {
      policy.setAll(given.deepCopy());
    }
    if (policy.path("indexingMode").asText().equalsIgnoreCase("none")) {
      return policy;
    }
    ArrayNode included = policy.withArray("includedPaths");
    ArrayNode excluded = policy.withArray("excludedPaths");
    boolean everything = names(included, "/*") || names(excluded, "/*");
    if (included.isEmpty() && !everything) {
      included.addObject().put("path", "/*");
    }
    if (!names(excluded, ETAG_PATH) && !names(included, ETAG_PATH)) {
      excluded.addObject().put("path", ETAG_PATH);
    }
    return policy;
  }

  private static boolean names(ArrayNode paths, String path) {
    return StreamSupport.stream(paths.spliterator(), false)
        .anyMatch(entry -> entry.path("path").asText().equals(path));
  }

  private static String etag(long createdAt, int revision) {
    return String.format(Locale.ROOT, "\"%08x-0000-0000-0000-%012x\"", createdAt, revision);
  }
}
