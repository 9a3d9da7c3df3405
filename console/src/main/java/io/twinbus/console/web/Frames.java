package io.twinbus.console.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.sse.Event;
import io.twinbus.console.view.Overview;
import io.twinbus.console.view.Templates;
import io.twinbus.console.watch.Board;
import io.twinbus.console.watch.Point;
import io.twinbus.protocol.text.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a look is to a browser: parts of pages, and points for charts. Stateless. */
final class Frames {

  private Frames() {}

  /** The parts of pages that show {@code board} at {@code now}, and its newest point. */
  static List<Event<String>> of(Board board, Instant now, Templates templates) {
    return of(board, now, templates, newest(board.points()));
  }

  /** The same with all points, for a viewer that has none. */
  static List<Event<String>> first(Board board, Instant now, Templates templates) {
    return of(board, now, templates, board.points());
  }

  private static List<Event<String>> of(
      Board board, Instant now, Templates templates, List<Point> points) {
    List<Event<String>> events = new ArrayList<>();
    Map<String, Object> model = model(board, now);
    events.add(Event.of(templates.render("part-overview", model)).name("overview"));
    events.add(Event.of(templates.render("part-events", model)).name("events"));
    events.add(Event.of(templates.render("part-foot", model)).name("foot"));
    events.add(Event.of(json(points)).name(points.size() == 1 ? "point" : "points"));
    return events;
  }

  /** What templates print of {@code board}. */
  static Map<String, Object> model(Board board, Instant now) {
    Map<String, Object> model = new HashMap<>();
    Optional<Overview> overview = Overview.of(board, now);
    overview.ifPresent(found -> model.put("overview", found));
    model.put("cluster", Printable.of(board.cluster()));
    model.put("cost", board.cost());
    model.put("events", board.events());
    return model;
  }

  private static List<Point> newest(List<Point> points) {
    return points.isEmpty() ? points : points.subList(points.size() - 1, points.size());
  }

  /** Columns, as charts want them. */
  static String json(List<Point> points) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode times = json.putArray("at");
    ObjectNode regions = json.putObject("regions");
    for (Point point : points) {
      times.add(point.at().toEpochMilli() / 1_000.0);
      point
          .regions()
          .forEach(
              (region, values) -> {
                ObjectNode columns = regions.withObjectProperty(region.value());
                columns.withArrayProperty("ended").add(rounded(values.ended()));
                columns.withArrayProperty("arrived").add(rounded(values.arrived()));
                columns.withArrayProperty("sessions").add(values.sessions());
                if (values.isSilent()) {
                  columns.withArrayProperty("lag").addNull();
                  columns.withArrayProperty("waiting").addNull();
                } else {
                  columns.withArrayProperty("lag").add(values.lagMs() / 1_000.0);
                  columns.withArrayProperty("waiting").add(values.waiting());
                }
              });
    }
    return json.toString();
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
