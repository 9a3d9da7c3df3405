package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What an account says about itself.
 *
 * @param region the name of its one region
 * @param endpoint the region's URL, which clients take verbatim
 * @param multipleWriteRegions only said, not done: it lets a product's refusal be seen
 */
public record Account(
    String region, String endpoint, Consistency consistency, boolean multipleWriteRegions) {
  /** What the service's query engine can do; clients read it only to pass it on. */
  private static final String QUERY_ENGINE =
      "{\"maxSqlQueryInputLength\":262144,\"maxJoinsPerSqlQuery\":5,\"maxLogicalAndPerSqlQuery\":500,"
          + "\"maxLogicalOrPerSqlQuery\":500,\"maxInExpressionItemsCount\":16000,\"sqlAllowTop\":true,"
          + "\"sqlAllowAggregateFunctions\":true,\"sqlAllowSubQuery\":false,\"allowNewKeywords\":true}";

  ObjectNode document() {
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
    document.putArray("writableLocations").add(location());
    document.putArray("readableLocations").add(location());
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

  private ObjectNode location() {
    return Json.object().put("name", region).put("databaseAccountEndpoint", endpoint);
  }

  private static ObjectNode replication(ObjectNode policy) {
    return policy.put("minReplicaSetSize", 3).put("maxReplicasetSize", 4);
  }
}
