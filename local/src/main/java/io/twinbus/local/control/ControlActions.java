package io.twinbus.local.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.ServiceBusEndpoint;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What control requests do, without HTTP. Thread-safe as far as the endpoints are. */
final class ControlActions {
  private static final long MAX_LATENCY_MILLIS = 60_000;

  private final ControlledStack stack;

  ControlActions(ControlledStack stack) {
    this.stack = stack;
  }

  /**
   * Carries out a request; the result is what the client is shown as JSON.
   *
   * @throws ControlException if the request cannot be understood
   */
  Object act(String verb, List<String> path, JsonNode body) {
    String target = path.isEmpty() ? "" : path.get(0);
    if (target.equals("regions") && path.size() == 3) {
      region(path.get(1), verb + " " + path.get(2), body);
    } else if (target.equals("ledger") && path.size() == 2) {
      return ledger(verb + " " + path.get(1), body);
    } else if (target.equals("heal") && path.size() == 1 && verb.equals("POST")) {
      heal();
    } else if (target.equals("stats") && path.size() == 1 && verb.equals("GET")) {
      return stats();
    } else {
      throw unknown(verb, path);
    }
    return Map.of();
  }

  private void region(String name, String action, JsonNode body) {
    ServiceBusEndpoint region = stack.regions().get(name);
    if (region == null) {
      throw new ControlException(
          404,
          "There is no region '"
              + name
              + "'; there are "
              + String.join(", ", stack.regions().keySet())
              + ".");
    }
    switch (action) {
      case "POST outage" -> region.outage(outage(body));
      case "DELETE outage" -> region.restore();
      case "PUT latency" -> region.latency(latency(body));
      default -> throw unknown(action);
    }
  }

  private Object ledger(String action, JsonNode body) {
    switch (action) {
      case "POST outage" -> stack.ledger().outage(outage(body));
      case "DELETE outage" -> stack.ledger().restore();
      case "PUT latency" -> stack.ledger().latency(latency(body));
      case "POST faults" -> {
        return Map.of("id", inject(FaultRequest.fault(body)));
      }
      case "DELETE faults" -> stack.ledger().endFaults();
      default -> throw unknown(action);
    }
    return Map.of();
  }

  private int inject(LedgerFault fault) {
    FaultRule rule = FaultRequest.rule(fault);
    String partition = fault.partition();
    return partition == null
        ? stack.ledger().inject(rule)
        : stack.ledger().injectInto(partition, rule);
  }

  private void heal() {
    stack.ledger().heal();
    for (ServiceBusEndpoint region : stack.regions().values()) {
      region.latency(Duration.ZERO);
      region.restore();
    }
  }

  private StackStats stats() {
    Map<String, RegionStats> regions = new LinkedHashMap<>();
    stack.regions().forEach((name, region) -> regions.put(name, new RegionStats(region.counts())));
    return new StackStats(regions, LedgerStats.of(stack.ledger()));
  }

  private static Outage outage(JsonNode body) {
    String mode = body.path("mode").asText("");
    for (Outage outage : Outage.values()) {
      if (outage.name().toLowerCase(Locale.ROOT).equals(mode)) {
        return outage;
      }
    }
    throw new ControlException(
        400, "An outage's mode is refuse, reset or blackhole, not '" + mode + "'.");
  }

  private static Duration latency(JsonNode body) {
    JsonNode millis = body.path("millis");
    if (!millis.isIntegralNumber()
        || millis.longValue() < 0
        || millis.longValue() > MAX_LATENCY_MILLIS) {
      throw new ControlException(
          400, "A latency's millis is a number from 0 to " + MAX_LATENCY_MILLIS + ".");
    }
    return Duration.ofMillis(millis.longValue());
  }

  private static ControlException unknown(String action) {
    return new ControlException(
        400, "'" + action + "' is not among outage, latency and, for the ledger, faults.");
  }

  private static ControlException unknown(String verb, List<String> path) {
    return new ControlException(
        404,
        verb
            + " /"
            + String.join("/", path)
            + " is none of /regions/{region}/…, /ledger/…, POST /heal and GET /stats.");
  }
}
