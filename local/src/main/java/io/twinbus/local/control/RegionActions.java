package io.twinbus.local.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.servicebus.broker.BrokerLie;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.faults.Target;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What control requests do to one region. */
final class RegionActions {
  private static final String ACTIONS =
      "outage, latency, faults, lies, detach, close, silence, lose-locks, empty, bring-back,"
          + " entities, queues and topics";

  private final ServiceBusEndpoint region;

  RegionActions(ServiceBusEndpoint region) {
    this.region = region;
  }

  Object act(String action, @Nullable String id, JsonNode body) {
    if (id != null) {
      return one(action, id);
    }
    switch (action) {
      case "POST outage" -> region.outage(Words.outage(body.path("mode").asText("")));
      case "DELETE outage" -> region.restore();
      case "PUT latency" -> region.latency(Bodies.latency(body));
      case "GET faults" -> {
        return faults();
      }
      case "POST faults" -> {
        return Map.of(
            "id",
            region
                .faults()
                .inject(
                    RegionFaultRequest.fault(
                        Bodies.read(body, RegionFault.class, Bodies.REGION_FAULT))));
      }
      case "DELETE faults" -> region.faults().endAll();
      case "POST lies" -> region.faults().lie(lie(body));
      case "POST detach" -> {
        return struck(region.faults().detachLinks(target(body)));
      }
      case "POST close" -> {
        return struck(region.faults().closeConnections());
      }
      case "POST silence" -> {
        return struck(region.faults().silence());
      }
      case "POST lose-locks" -> {
        return struck(region.faults().loseLocks(target(body)));
      }
      case "POST empty" -> {
        return struck(region.faults().vanish(target(body).entity()));
      }
      case "POST bring-back" -> {
        return struck(region.faults().bringBackSettled());
      }
      default -> throw Bodies.unknown(action, ACTIONS);
    }
    return Map.of();
  }

  List<FaultStats> faults() {
    return region.faults().all().stream().map(FaultStats::of).toList();
  }

  private Object one(String action, String id) {
    if (!action.equals("DELETE faults")) {
      throw Bodies.unknown(action + "/" + id, ACTIONS);
    }
    if (!region.faults().end(Bodies.number(id))) {
      throw Bodies.noFault(id);
    }
    return Map.of();
  }

  private static Map<String, Integer> struck(int count) {
    return Map.of("struck", count);
  }

  private static BrokerLie lie(JsonNode body) {
    return BrokerLie.labelled(body.path("lie").asText(""))
        .orElseThrow(() -> Words.unknownLie(BrokerLie.values(), BrokerLie::label));
  }

  private static Target target(JsonNode body) {
    return Bodies.read(body, Target.class, "A target has entity and session as texts, or neither.");
  }
}
