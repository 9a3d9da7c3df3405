package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.http.Json;
import io.twinbus.local.cosmos.http.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an account says about itself.
 *
 * @param ports of each region by its name
 * @param multipleWriteRegions only said, not done: it lets a product's refusal be seen
 * @param partitionFailOver whether it says that its partitions fail over by themselves
 * @param serverless whether nothing is provisioned; the account's document does not say it
 */
public record Account(
    Map<String, Integer> ports,
    Consistency consistency,
    boolean multipleWriteRegions,
    boolean partitionFailOver,
    boolean serverless) {
  /** What the service's query engine can do; clients read it only to pass it on. */
  private static final String QUERY_ENGINE =
      "{\"maxSqlQueryInputLength\":262144,\"maxJoinsPerSqlQuery\":5,\"maxLogicalAndPerSqlQuery\":500,"
          + "\"maxLogicalOrPerSqlQuery\":500,\"maxInExpressionItemsCount\":16000,\"sqlAllowTop\":true,"
          + "\"sqlAllowAggregateFunctions\":true,\"sqlAllowSubQuery\":false,\"allowNewKeywords\":true}";

  /** The account document as the answer to {@code request}, with the write region first. */
  ObjectNode document(List<String> byPriority, Request request) {
    Map<String, String> endpoints = endpoints(request);
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
            .put("enablePerPartitionFailoverBehavior", partitionFailOver)
            .put("continuousBackupEnabled", false)
            .put("queryEngineConfiguration", QUERY_ENGINE);
    List<String> writable = multipleWriteRegions ? byPriority : byPriority.subList(0, 1);
    locations(document.putArray("writableLocations"), writable, endpoints);
    locations(document.putArray("readableLocations"), byPriority, endpoints);
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

  private static void locations(
      ArrayNode locations, List<String> regions, Map<String, String> endpoints) {
    for (String region : regions) {
      locations
          .addObject()
          .put("name", region)
          .put("databaseAccountEndpoint", endpoints.get(region));
    }
  }

  /**
   * Clients take these addresses verbatim, so they have the scheme and the host by which this
   * client came, and of an account of one region the port, too: a container's is another one
   * outside.
   */
  private Map<String, String> endpoints(Request request) {
    String scheme = request.secure() ? "https://" : "http://";
    Map<String, String> endpoints = new HashMap<>();
    ports.forEach(
        (region, port) -> {
          Authority came = Authority.of(request.header("host"), port);
          endpoints.put(region, scheme + (ports.size() == 1 ? came : came.withPort(port)) + "/");
        });
    return endpoints;
  }

  private static ObjectNode replication(ObjectNode policy) {
    return policy.put("minReplicaSetSize", 3).put("maxReplicasetSize", 4);
  }
}
