package io.twinbus.local.control;

import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.gateway.RequestCounts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the ledger was asked since it started, and what its faults did.
 *
 * @param reads point reads and query pages
 * @param writes requests that can change items, refused ones included
 * @param bulkRequests how many bulk requests there were; the counts have their operations one by
 *     one
 * @param byStatus by operation, such as {@code create}, and HTTP status
 */
public record LedgerStats(
    long reads,
    long writes,
    long bulkRequests,
    double requestUnits,
    Map<String, Map<Integer, Long>> byStatus,
    List<FaultStats> faults) {

  static LedgerStats of(CosmosEndpoint ledger) {
    RequestCounts counts = ledger.counts();
    Map<String, Map<Integer, Long>> byStatus = new TreeMap<>();
    counts.byStatus().forEach((operation, statuses) -> byStatus.put(operation.label(), statuses));
    return new LedgerStats(
        counts.reads(),
        counts.writes(),
        counts.bulkRequests(),
        counts.requestUnits(),
        byStatus,
        ledger.faults().stream().map(FaultStats::of).toList());
  }
}
