package io.twinbus.local.control;

import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.gateway.RequestCounts;
import io.twinbus.local.cosmos.regions.LateWriteCounts;
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
 * @param lateWrites what became of writes that were refused for want of a quorum
 * @param containers by name, those that are there now
 */
public record LedgerStats(
    long reads,
    long writes,
    long bulkRequests,
    double requestUnits,
    Map<String, Map<Integer, Long>> byStatus,
    LateWriteCounts lateWrites,
    Map<String, ContainerStats> containers,
    List<FaultStats> faults) {

  /** What the container of this name was asked; nothing if there is none. */
  public ContainerStats container(String name) {
    return containers.getOrDefault(name, ContainerStats.NOTHING);
  }

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
        ledger.lateWrites(),
        ContainerStats.of(ledger),
        ledger.faults().stream().map(FaultStats::of).toList());
  }
}
