package io.twinbus.local.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What control requests do, without HTTP. Thread-safe as far as the endpoints are. */
final class ControlActions {
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
    if (target.equals("regions") && path.size() >= 3 && EntityActions.isAbout(path.get(2))) {
      return new EntityActions(region(path.get(1))).act(verb, path.subList(2, path.size()), body);
    }
    if (target.equals("regions") && (path.size() == 3 || path.size() == 4)) {
      return new RegionActions(region(path.get(1)))
          .act(verb + " " + path.get(2), path.size() == 4 ? path.get(3) : null, body);
    }
    if (target.equals("ledger") && (path.size() == 2 || path.size() == 3)) {
      return new LedgerActions(stack.ledger())
          .act(verb + " " + path.get(1), path.size() == 3 ? path.get(2) : null, body);
    }
    return switch (verb + " /" + String.join("/", path)) {
      case "POST /heal" -> {
        stack.heal();
        yield Map.of();
      }
      case "POST /reset" -> {
        stack.reset();
        yield Map.of();
      }
      case "GET /stats" -> stats();
      case "GET /faults" -> faults();
      default ->
          throw new ControlException(
              404,
              verb
                  + " /"
                  + String.join("/", path)
                  + " is none of /regions/{region}/…, /ledger/…, POST /heal, POST /reset, GET"
                  + " /faults and GET /stats.");
    };
  }

  private ServiceBusEndpoint region(String name) {
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
    return region;
  }

  private StackStats stats() {
    Map<String, RegionStats> regions = new LinkedHashMap<>();
    stack.regions().forEach((name, region) -> regions.put(name, new RegionStats(region.counts())));
    return new StackStats(regions, LedgerStats.of(stack.ledger()));
  }

  private StackFaults faults() {
    Map<String, EndpointFaults> regions = new LinkedHashMap<>();
    stack
        .regions()
        .forEach(
            (name, region) ->
                regions.put(
                    name,
                    EndpointFaults.of(region.listener(), new RegionActions(region).faults())));
    return new StackFaults(
        regions,
        EndpointFaults.of(stack.ledger().listener(), new LedgerActions(stack.ledger()).faults()));
  }
}
