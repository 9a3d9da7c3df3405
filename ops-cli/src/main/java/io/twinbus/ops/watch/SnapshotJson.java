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
    if (now.rows().isEmpty()) {
      ObjectNode sessions = json.putObject("sessions");
      now.counts().forEach((status, count) -> sessions.put(status.name(), count));
      json.put("gaps", now.gaps());
    } else {
      ArrayNode queues = json.putArray("queues");
      now.rows().forEach(row -> addTo(queues.addObject(), row));
    }
    ArrayNode list = json.putArray("events");
    for (Events.Event event : events.newest(Integer.MAX_VALUE)) {
      if (event.at().equals(now.at())) {
        list.add(event.what());
      }
    }
    return json;
  }

  private static void addTo(ObjectNode json, QueueRow row) {
    Snapshot.Queue copies = row.copies();
    json.put("queue", row.name()).put("handler", row.handler());
    row.endedPerSecond().ifPresent(rate -> json.put("endedPerSecond", rounded(rate)));
    if (copies.trouble().isEmpty()) {
      json.put("waiting", copies.waiting())
          .put("scheduled", copies.scheduled())
          .put("deadLetters", copies.dead());
    }
    json.put("countsComplete", copies.isWhole());
    copies.lag().ifPresent(lag -> json.put("lagMs", lag.toMillis()));
    if (!row.troubles().isEmpty()) {
      json.put("trouble", String.join(" ", row.troubles()));
    }
  }

  private static double rounded(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.1f", value));
  }
}
