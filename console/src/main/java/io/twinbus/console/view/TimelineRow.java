package io.twinbus.console.view;

import io.twinbus.ops.watch.Events;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Something that happened, on the timeline.
 *
 * <p>Immutable and thread-safe.
 *
 * @param at when
 * @param tone {@code bad}, {@code good} or {@code act}
 * @param what what happened
 * @param by who told it: the console itself, or the operator whose act it was
 * @param reason the operator's reason; empty without one
 * @param session the session that it was about; empty: none, or many
 */
public record TimelineRow(
    Instant at, String tone, String what, String by, String reason, String session) {

  /** What the console saw and what the audit container holds, the newest first. */
  public static List<TimelineRow> merged(
      Collection<Events.Event> seen, Collection<Map<String, Object>> audited) {
    List<TimelineRow> rows = new ArrayList<>();
    for (Events.Event event : seen) {
      rows.add(
          new TimelineRow(event.at(), event.isBad() ? "bad" : "good", event.what(), "", "", ""));
    }
    for (Map<String, Object> entry : audited) {
      rows.add(
          new TimelineRow(
              Instant.parse(text(entry, "at")),
              "act",
              "%s: %s".formatted(text(entry, "act"), text(entry, "effect")),
              text(entry, "by"),
              text(entry, "reason"),
              text(entry, "session")));
    }
    rows.sort(Comparator.comparing(TimelineRow::at).reversed());
    return rows;
  }

  private static String text(Map<String, Object> entry, String field) {
    Object value = entry.get(field);
    return value == null ? "" : value.toString();
  }
}
