package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * What an account says about itself.
 *
 * @param endpoints the plain URL of each region by its name, which clients take verbatim; one that
 *     asks over TLS is given the same as https
 * @param multipleWriteRegions only said, not done: it lets a product's refusal be seen
 */
public record Account(
    Map<String, String> endpoints, Consistency consistency, boolean multipleWriteRegions) {
  /** What the service's query engine can do; clients read it only to pass it on. */
  private static final String QUERY_ENGINE =
      "{\"maxSqlQueryInputLength\":262144,\"maxJoinsPerSqlQuery\":5,\"maxLogicalAndPerSqlQuery\":500,"
          + "\"maxLogicalOrPerSqlQuery\":500,\"maxInExpressionItemsCount\":16000,\"sqlAllowTop\":true,"
          + "\"sqlAllowAggregateFunctions\":true,\"sqlAllowSubQuery\":false,\"allowNewKeywords\":true}";

  /** The account document, with the write region first; secure: for a client that speaks TLS. */
  ObjectNode document(List<String> byPriority, boolean secure) {
    ObjectNode document =
        Json.object()
            .put("_self", "")
            .put("id", "local")
            .put("_rid", "local")
            .put("media", "//media/")
            .put("addresses", "//addresses/")
            .put("_dbs", "//dbs/")
            .put("enableMultipleWriteLocations", multipleWriteRegions)
            .put("enableNRegionSynchronousCommit", false)
            .put("enablePerPartitionFailoverBehavior", false)
            .put("continuousBackupEnabled", false)
            .put("queryEngineConfiguration", QUERY_ENGINE);
    List<String> writable = multipleWriteRegions ? byPriority : byPriority.subList(0, 1);
    locations(document.putArray("writableLocations"), writable, secure);
    locations(document.putArray("readableLocations"), byPriority, secure);
    document
        .putObject("userConsistencyPolicy")
        .put("defaultConsistencyLevel", consistency.wireName());
    replication(document.putObject("userReplicationPolicy")).put("asyncReplication", false);
    replication(document.putObject("systemReplicationPolicy"));
    document
        .putObject("readPolicy")
        .put("primaryReadCoefficient", 1)
        .put("secondaryReadCoefficient", 1);
    return document;
  }

  private void locations(ArrayNode locations, List<String> regions, boolean secure) {
    for (String region : regions) {
      locations
          .addObject()
          .put("name", region)
          .put("databaseAccountEndpoint", secure ? secured(region) : endpoints.get(region));
    }
  }

  private String secured(String region) {
    return String.valueOf(endpoints.get(region)).replaceFirst("^http:", "https:");
  }

  private static ObjectNode replication(ObjectNode policy) {
    return policy.put("minReplicaSetSize", 3).put("maxReplicasetSize", 4);
  }
}
