package io.twinbus.local.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.gateway.RequestCounts;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one of the ledger's containers was asked since the stack started.
 *
 * @param requests how many, those within bulk requests one by one
 * @param throttled how many of them were answered with 429
 * @param requestUnits what they cost together
 * @param perSecond the request units a second that it may spend now; null: as many as are asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ContainerStats(
    long requests, long throttled, double requestUnits, @Nullable Integer perSecond) {

  /** What a container was asked that nothing was asked of. */
  static final ContainerStats NOTHING = new ContainerStats(0, 0, 0, null);

  static Map<String, ContainerStats> of(CosmosEndpoint ledger) {
    RequestCounts counts = ledger.counts();
    Map<String, ContainerStats> stats = new TreeMap<>();
    for (String name : ledger.containers()) {
      RequestCounts.OfContainer asked = counts.of(name);
      stats.put(
          name,
          new ContainerStats(
              asked.requests(),
              asked.throttled(),
              asked.requestUnits(),
              ledger.requestRates().of(name).stream().boxed().findFirst().orElse(null)));
    }
    return stats;
  }
}
