package io.twinbus.console.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A stream of a session as a strip of numbers: up to where it has ended, and what waits behind.
 *
 * <p>Immutable and thread-safe.
 *
 * @param stream its name
 * @param cursor the last number that ended
 * @param cells the numbers after that, at most {@value #MAX_CELLS}
 * @param isCut whether there are more
 */
public record Strip(String stream, long cursor, List<Cell> cells, boolean isCut) {

  /** How many numbers are drawn. */
  public static final int MAX_CELLS = 40;

  /**
   * A number of the stream.
   *
   * @param seq the number
   * @param kind {@code active}, {@code scheduled}, {@code dead}, {@code failing} or {@code missing}
   * @param words the same for people, with the regions that hold it
   * @param message the id of its message; empty where no region that answers holds it
   */
  public record Cell(long seq, String kind, String words, String message) {}

  /** Copies {@code cells}. */
  public Strip {
    cells = List.copyOf(cells);
  }

  /** The strips of what {@code sessions show} tells. */
  public static List<Strip> of(Map<String, Object> session) {
    SortedMap<String, Long> cursors = new TreeMap<>();
    for (Map<String, Object> cursor : list(session, "cursors")) {
      cursors.put(String.valueOf(cursor.get("stream")), number(cursor, "seq"));
    }
    List<Map<String, Object>> copies = new ArrayList<>();
    for (Map<String, Object> queue : list(session, "queues")) {
      copies.addAll(list(queue, "copies"));
    }
    for (Map<String, Object> copy : copies) {
      if (copy.get("seq") != null) {
        cursors.putIfAbsent(String.valueOf(copy.get("stream")), 0L);
      }
    }
    List<Strip> strips = new ArrayList<>();
    cursors.forEach((stream, cursor) -> strips.add(strip(stream, cursor, copies, session)));
    return strips;
  }

  private static Strip strip(
      String stream, long cursor, List<Map<String, Object>> copies, Map<String, Object> session) {
    SortedMap<Long, List<Map<String, Object>>> bySeq = new TreeMap<>();
    SortedMap<Long, Long> behind = new TreeMap<>();
    for (Map<String, Object> copy : copies) {
      if (copy.get("seq") != null && stream.equals(String.valueOf(copy.get("stream")))) {
        long seq = number(copy, "seq");
        if (seq > cursor) {
          bySeq.computeIfAbsent(seq, first -> new ArrayList<>()).add(copy);
          behind.put(seq, number(copy, "prev"));
        }
      }
    }
    TreeSet<Long> drawn = new TreeSet<>(bySeq.keySet());
    behind.values().stream()
        .filter(prev -> prev > cursor && !bySeq.containsKey(prev))
        .forEach(drawn::add);
    List<Cell> cells =
        drawn.stream()
            .limit(MAX_CELLS)
            .map(
                seq ->
                    cell(seq, bySeq.getOrDefault(seq, List.of()), failures(session, stream, seq)))
            .toList();
    return new Strip(stream, cursor, cells, drawn.size() > MAX_CELLS);
  }

  private static Cell cell(long seq, List<Map<String, Object>> copies, long failures) {
    if (copies.isEmpty()) {
      return new Cell(seq, "missing", "no region that answers holds it", "");
    }
    List<String> words = new ArrayList<>();
    List<String> places = new ArrayList<>();
    for (Map<String, Object> copy : copies) {
      String place = String.valueOf(copy.get("place"));
      places.add(place);
      words.add(
          copy.get("region") + ": " + place.replace('_', ' ').toLowerCase(java.util.Locale.ROOT));
    }
    String kind =
        failures > 0
            ? "failing"
            : places.contains("ACTIVE")
                ? "active"
                : places.contains("DEAD_LETTER") ? "dead" : "scheduled";
    String tried = failures > 0 ? ", failed %d times".formatted(failures) : "";
    return new Cell(
        seq, kind, String.join(", ", words) + tried, String.valueOf(copies.get(0).get("message")));
  }

  private static long failures(Map<String, Object> session, String stream, long seq) {
    return list(session, "suspects").stream()
        .filter(suspect -> stream.equals(suspect.get("stream")) && number(suspect, "seq") == seq)
        .mapToLong(suspect -> number(suspect, "failures") + number(suspect, "takeovers"))
        .sum();
  }

  @SuppressWarnings("unchecked") // documents of commands hold objects in their lists
  static List<Map<String, Object>> list(Map<String, Object> document, String field) {
    return document.get(field) instanceof List<?> found
        ? (List<Map<String, Object>>) found
        : List.of();
  }

  static long number(Map<String, Object> document, String field) {
    return document.get(field) instanceof Number number ? number.longValue() : 0;
  }
}
