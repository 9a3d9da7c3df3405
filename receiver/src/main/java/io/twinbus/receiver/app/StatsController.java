package io.twinbus.receiver.app;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.twinbus.ledger.cosmos.OperationCounts;
import io.twinbus.receiver.flow.ReceiverStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a receiver is doing and has done, as JSON; empty until it runs. */
@Controller("/stats")
final class StatsController {

  private final Monitor monitor;

  StatsController(Monitor monitor) {
    this.monitor = monitor;
  }

  @Get
  Map<String, Object> stats() {
    return monitor.view().map(StatsController::describe).orElse(Map.of());
  }

  private static Map<String, Object> describe(Monitor.View view) {
    ReceiverStatus status = view.status().get();
    ReceiverStatus.Load load = status.load();
    Map<String, Object> stats = new LinkedHashMap<>();
    stats.put("region", view.region());
    stats.put("instance", status.instance().value());
    stats.put("leaseMarginMs", status.leaseMargin().toMillis());
    stats.put("sessions", load.sessions());
    stats.put("parked", load.parked());
    stats.put("accepted", status.turnover().accepted());
    stats.put("sentAway", status.turnover().sentAway());
    stats.put("claimed", load.claimed());
    stats.put("inHand", load.inHand());
    stats.put("handlerCalls", load.handlerCalls());
    stats.put("handlersRunning", load.handlersRunning());
    stats.put("takeovers", view.facts().takeovers());
    stats.put("facts", view.facts().byKind());
    stats.put("ledger", describe(view.ledger().get()));
    return stats;
  }

  private static Map<String, Object> describe(OperationCounts counts) {
    Map<String, Object> ledger = new LinkedHashMap<>();
    ledger.put("reads", counts.reads());
    ledger.put("creates", counts.creates());
    ledger.put("replaces", counts.replaces());
    ledger.put("queries", counts.queries());
    ledger.put("conflicts", counts.conflicts());
    ledger.put("unknowns", counts.unknowns());
    ledger.put("requestUnits", counts.requestUnits());
    return ledger;
  }
}
