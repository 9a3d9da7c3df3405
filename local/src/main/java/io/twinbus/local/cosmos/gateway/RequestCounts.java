package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import java.util.Map;

/**
 * What an endpoint was asked and answered since it started, requests taken by a fault before they
 * did anything left out.
 *
 * <p>A batch counts once. A bulk request counts each of its operations as if it had come alone, so
 * that sharing requests changes no count.
 *
 * @param reads point reads and query pages
 * @param writes requests that can change items, refused ones included
 * @param bulkRequests how many requests shared the operations of bulk requests
 * @param byStatus by operation, how many requests ended with which status; what was done counts
 *     with its own status, also where a fault took the reply
 * @param byContainer by the container's name, whichever database it is in
 */
public record RequestCounts(
    long reads,
    long writes,
    long bulkRequests,
    double requestUnits,
    Map<CosmosOperation, Map<Integer, Long>> byStatus,
    Map<String, OfContainer> byContainer) {

  /**
   * What one container was asked.
   *
   * @param requests how many, those within bulk requests one by one
   * @param throttled how many of them were answered with 429
   */
  public record OfContainer(long requests, long throttled, double requestUnits) {
    static final OfContainer NOTHING = new OfContainer(0, 0, 0);

    OfContainer plus(OfContainer other) {
      return new OfContainer(
          requests + other.requests,
          throttled + other.throttled,
          requestUnits + other.requestUnits);
    }
  }

  /** What was asked of the containers of this name; nothing if there was nothing. */
  public OfContainer of(String container) {
    return byContainer.getOrDefault(container, OfContainer.NOTHING);
  }

  /** How many requests of this kind ended with this status. */
  public long of(CosmosOperation operation, int status) {
    return byStatus.getOrDefault(operation, Map.of()).getOrDefault(status, 0L);
  }
}
