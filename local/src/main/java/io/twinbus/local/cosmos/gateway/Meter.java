package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.http.Reply;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The running counts of an endpoint. Thread-safe. */
final class Meter {
  private final Map<CosmosOperation, Map<Integer, Long>> byStatus =
      new EnumMap<>(CosmosOperation.class);
  private long bulkRequests;
  private double requestUnits;

  synchronized void count(CosmosOperation operation, Reply reply) {
    count(new Ended(operation, reply.status()));
    requestUnits += reply.charge();
  }

  synchronized void countBulk(List<Ended> operations, double charge) {
    bulkRequests++;
    operations.forEach(this::count);
    requestUnits += charge;
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
    return new RequestCounts(reads, writes, bulkRequests, requestUnits, copy);
  }

  private void count(Ended ended) {
    byStatus
        .computeIfAbsent(ended.kind(), absent -> new TreeMap<>())
        .merge(ended.status(), 1L, Long::sum);
  }
}
