package io.twinbus.local.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.faults.FaultRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What control requests do to the ledger. */
final class LedgerActions {
  private static final String ACTIONS = "outage, latency and faults";

  private final CosmosEndpoint ledger;

  LedgerActions(CosmosEndpoint ledger) {
    this.ledger = ledger;
  }

  Object act(String action, @Nullable String id, JsonNode body) {
    if (id != null) {
      return one(action, id);
    }
    switch (action) {
      case "POST outage" -> ledger.outage(Words.outage(body.path("mode").asText("")));
      case "DELETE outage" -> ledger.restore();
      case "PUT latency" -> ledger.latency(Bodies.latency(body));
      case "GET faults" -> {
        return faults();
      }
      case "POST faults" -> {
        return Map.of("id", inject(Bodies.read(body, LedgerFault.class, Bodies.LEDGER_FAULT)));
      }
      case "DELETE faults" -> ledger.endFaults();
      default -> throw Bodies.unknown(action, ACTIONS);
    }
    return Map.of();
  }

  List<FaultStats> faults() {
    return ledger.faults().stream().map(FaultStats::of).toList();
  }

  private Object one(String action, String id) {
    if (!action.equals("DELETE faults")) {
      throw Bodies.unknown(action + "/" + id, ACTIONS);
    }
    if (!ledger.endFault(Bodies.number(id))) {
      throw Bodies.noFault(id);
    }
    return Map.of();
  }

  private int inject(LedgerFault fault) {
    FaultRule rule = LedgerFaultRequest.rule(fault);
    String partition = fault.partition();
    return partition == null ? ledger.inject(rule) : ledger.injectInto(partition, rule);
  }
}
