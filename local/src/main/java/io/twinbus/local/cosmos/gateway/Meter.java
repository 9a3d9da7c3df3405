package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.http.Reply;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The running counts of an endpoint. Thread-safe. */
final class Meter {
  private static final int THROTTLED = 429;

  /** Clients can ask for containers of any name, also for those that are not there. */
  private static final int MOST_CONTAINERS = 1_000;

  private final Map<CosmosOperation, Map<Integer, Long>> byStatus =
      new EnumMap<>(CosmosOperation.class);
  private final Map<String, RequestCounts.OfContainer> byContainer = new TreeMap<>();
  private long bulkRequests;
  private double requestUnits;

  /** Counts a request; {@code container} is empty where it named none. */
  synchronized void count(CosmosOperation operation, String container, Reply reply) {
    count(container, List.of(new Ended(operation, reply.status())), reply.charge());
  }

  synchronized void countBulk(String container, List<Ended> operations, double charge) {
    bulkRequests++;
    count(container, operations, charge);
  }

  synchronized RequestCounts counts() {
    Map<CosmosOperation, Map<Integer, Long>> copy = new EnumMap<>(CosmosOperation.class);
    long reads = 0;
    long writes = 0;
    for (Map.Entry<CosmosOperation, Map<Integer, Long>> entry : byStatus.entrySet()) {
      copy.put(entry.getKey(), new TreeMap<>(entry.getValue()));
      long requests = entry.getValue().values().stream().mapToLong(Long::longValue).sum();
      reads += entry.getKey().isRead() ? requests : 0;
      writes += entry.getKey().isWrite() ? requests : 0;
    }
    return new RequestCounts(
        reads, writes, bulkRequests, requestUnits, copy, new TreeMap<>(byContainer));
  }

  private void count(String container, List<Ended> operations, double charge) {
    operations.forEach(this::count);
    requestUnits += charge;
    boolean isKnown = byContainer.containsKey(container);
    if (isKnown || (!container.isEmpty() && byContainer.size() < MOST_CONTAINERS)) {
      long throttled = operations.stream().filter(ended -> ended.status() == THROTTLED).count();
      byContainer.merge(
          container,
          new RequestCounts.OfContainer(operations.size(), throttled, charge),
          RequestCounts.OfContainer::plus);
    }
  }

  private void count(Ended ended) {
    byStatus
        .computeIfAbsent(ended.kind(), absent -> new TreeMap<>())
        .merge(ended.status(), 1L, Long::sum);
  }
}
