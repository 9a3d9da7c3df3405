package io.twinbus.receiver.app;

import io.micronaut.json.JsonMapper;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.protocol.settings.ShownSetting;
import io.twinbus.receiver.admin.Page;
import io.twinbus.receiver.runtime.ReceiverStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the admin server shows: figures, settings without their secrets, and every thread. */
final class AdminPages {

  private static final String HIDDEN = "********";

  private final Monitor monitor;
  private final List<ShownSetting> settings;
  private final JsonMapper json;

  /**
   * Pages of {@code monitor} and {@code settings}.
   *
   * @param settings without secrets, so that the pages cannot reach one
   */
  AdminPages(Monitor monitor, List<ShownSetting> settings, JsonMapper json) {
    this.monitor = monitor;
    this.settings = List.copyOf(settings);
    this.json = json;
  }

  Map<String, Page> byPath() {
    return Map.of(
        "/stats", Page.json(() -> text(stats())),
        "/settings", Page.json(() -> text(settings())),
        "/threads", Page.text(AdminPages::threads));
  }

  private String text(Map<String, Object> value) {
    try {
      return json.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException("Numbers and texts did not become JSON.", e);
    }
  }

  /** What the receiver is doing and has done; empty until it runs. */
  private Map<String, Object> stats() {
    return monitor.view().map(AdminPages::describe).orElse(Map.of());
  }

  /** Every setting in force that was set, those that are secret hidden. */
  private Map<String, Object> settings() {
    Map<String, Object> shown = new TreeMap<>();
    settings.forEach(each -> shown.put(each.key(), each.value().orElse(HIDDEN)));
    return shown;
  }

  private static String threads() {
    return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
        .map(ThreadInfo::toString)
        .collect(Collectors.joining());
  }

  private static Map<String, Object> describe(Monitor.View view) {
    ReceiverStatus status = view.status().get();
    Map<String, Object> stats = new LinkedHashMap<>();
    stats.put("region", view.region());
    stats.put("instance", status.instance().value());
    stats.put("leaseMarginMs", status.leaseMargin().toMillis());
    stats.putAll(describe(status));
    Map<String, Object> queues = new LinkedHashMap<>();
    view.queues().forEach(queue -> queues.put(queue.name(), describe(queue.status().get())));
    stats.put("queues", queues);
    stats.put("takeovers", view.facts().takeovers());
    stats.put("facts", view.facts().byKind());
    stats.put("ledger", describe(view.ledger().get()));
    return stats;
  }

  private static Map<String, Object> describe(ReceiverStatus status) {
    ReceiverStatus.Load load = status.load();
    Map<String, Object> stats = new LinkedHashMap<>();
    stats.put("sessions", load.sessions());
    stats.put("parked", load.parked());
    stats.put("accepted", status.turnover().accepted());
    stats.put("sentAway", status.turnover().sentAway());
    stats.put("claimed", load.claimed());
    stats.put("inHand", load.inHand());
    stats.put("handlerCalls", load.handlerCalls());
    stats.put("handlersRunning", load.handlersRunning());
    stats.put("handler", status.handler().state().name());
    stats.put("handlerSays", status.handler().reason());
    stats.put("paused", status.pause().isPresent());
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
