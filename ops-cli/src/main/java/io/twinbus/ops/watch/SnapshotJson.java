package io.twinbus.ops.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.regions.PauseText;
import java.time.Duration;
import java.util.Locale;

/** A snapshot as a document with stable fields. */
final class SnapshotJson {

  private SnapshotJson() {}

  static ObjectNode of(Snapshot now, Rates rates, Events events, Duration lease) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("at", now.at().toString());
    now.ledgerTrouble().ifPresent(trouble -> json.put("ledgerTrouble", trouble));
    ArrayNode remarks = json.putArray("remarks");
    now.wanted().sentences().forEach(remarks::add);
    ArrayNode regions = json.putArray("regions");
    now.queues()
        .forEach(
            (region, queue) -> {
              ObjectNode each = regions.addObject();
              each.put("region", region.value())
                  .put("evacuated", now.isEvacuated(region))
                  .put("receivers", now.fresh(region, lease).size())
                  .put("endedPerSecond", rounded(rates.of(now, region, lease)))
                  .put("waiting", queue.waiting())
                  .put("scheduled", queue.scheduled())
                  .put("deadLetters", queue.dead())
                  .put("countsComplete", queue.isWhole());
              now.pause(region).ifPresent(pause -> PauseText.addTo(each, pause));
              queue.lag().ifPresent(lag -> each.put("lagMs", lag.toMillis()));
              queue.trouble().ifPresent(trouble -> each.put("trouble", trouble));
            });
    ObjectNode sessions = json.putObject("sessions");
    now.counts().forEach((status, count) -> sessions.put(status.name(), count));
    json.put("gaps", now.gaps());
    ArrayNode list = json.putArray("events");
    for (Events.Event event : events.newest(Integer.MAX_VALUE)) {
      if (event.at().equals(now.at())) {
        list.add(event.what());
      }
    }
    return json;
  }

  private static double rounded(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.1f", value));
  }
}
