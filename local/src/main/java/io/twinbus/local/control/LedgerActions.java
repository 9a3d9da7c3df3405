package io.twinbus.local.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.cosmos.faults.LedgerLie;
import io.twinbus.local.network.Outage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What control requests do to the ledger. */
final class LedgerActions {
  private static final String ACTIONS =
      "outage, partition-outage, latency, request-units, faults, lies, late-writes and fail-over";

  private final CosmosEndpoint ledger;

  LedgerActions(CosmosEndpoint ledger) {
    this.ledger = ledger;
  }

  Object act(String action, @Nullable String id, JsonNode body) {
    if (id != null) {
      return one(action, id);
    }
    switch (action) {
      case "POST outage" -> outage(body);
      case "DELETE outage" -> restore(body);
      case "POST partition-outage" -> ledger.losePartition(container(body), region(body));
      case "DELETE partition-outage" -> ledger.restorePartition(container(body), region(body));
      case "POST fail-over" -> {
        return Map.of("lost", failOver(body));
      }
      case "PUT latency" -> ledger.latency(Bodies.latency(body));
      case "PUT request-units" ->
          limit(Bodies.read(body, RequestUnitsRate.class, Bodies.REQUEST_UNITS));
      case "PUT late-writes" ->
          landLate(Bodies.read(body, LateWritesChance.class, Bodies.LATE_WRITES));
      case "DELETE late-writes" -> ledger.landLate(0, 1);
      case "DELETE request-units" -> ledger.requestRates().restore();
      case "GET faults" -> {
        return faults();
      }
      case "POST faults" -> {
        return Map.of("id", inject(Bodies.read(body, LedgerFault.class, Bodies.LEDGER_FAULT)));
      }
      case "DELETE faults" -> ledger.endFaults();
      case "POST lies" -> ledger.lie(lie(body));
      default -> throw Bodies.unknown(action, ACTIONS);
    }
    return Map.of();
  }

  private static LedgerLie lie(JsonNode body) {
    return LedgerLie.labelled(body.path("lie").asText(""))
        .orElseThrow(() -> Words.unknownLie(LedgerLie.values(), LedgerLie::label));
  }

  private void outage(JsonNode body) {
    Outage mode = Words.outage(body.path("mode").asText(""));
    if (body.has("region")) {
      ledger.outage(region(body), mode);
    } else {
      ledger.outage(mode);
    }
  }

  private void restore(JsonNode body) {
    if (body.has("region")) {
      ledger.restore(region(body));
    } else {
      ledger.restore();
    }
  }

  private void landLate(LateWritesChance chance) {
    try {
      ledger.landLate(chance.value(), chance.seedOrDefault());
    } catch (IllegalArgumentException e) {
      throw new ControlException(400, Bodies.LATE_WRITES);
    }
  }

  private void limit(RequestUnitsRate rate) {
    Integer perSecond = rate.perSecond();
    if (perSecond == null || perSecond < 1) {
      throw new ControlException(400, Bodies.REQUEST_UNITS);
    }
    String container = rate.container();
    if (container == null) {
      ledger.requestRates().limit(perSecond);
    } else {
      ledger.requestRates().limit(known(container), perSecond);
    }
  }

  private String container(JsonNode body) {
    return known(body.path("container").asText(""));
  }

  private String known(String container) {
    if (!ledger.containers().contains(container)) {
      throw new ControlException(
          404,
          "The account has no container '%s'; it has %s."
              .formatted(container, String.join(", ", ledger.containers())));
    }
    return container;
  }

  private int failOver(JsonNode body) {
    String region = region(body);
    try {
      if (body.has("container")) {
        ledger.failOverPartition(container(body), region);
        return 0;
      }
      if (body.path("forced").asBoolean()) {
        return ledger.forceFailOver(region);
      }
      ledger.failOver(region);
      return 0;
    } catch (IllegalStateException e) {
      throw new ControlException(400, String.valueOf(e.getMessage()));
    }
  }

  private String region(JsonNode body) {
    String region = body.path("region").asText("");
    if (!ledger.regions().contains(region)) {
      throw new ControlException(
          404,
          "The account has no region '"
              + region
              + "'; it has "
              + String.join(", ", ledger.regions())
              + ".");
    }
    return region;
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
