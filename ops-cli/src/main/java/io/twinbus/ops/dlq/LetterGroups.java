package io.twinbus.ops.dlq;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Dead letters by what they died of: the worklist of an operator. */
final class LetterGroups {

  private LetterGroups() {}

  /** A row a reason, the most frequent first. */
  static Rows byReason(List<Letter> letters, Instant now) {
    Map<String, List<Letter>> groups =
        letters.stream()
            .collect(Collectors.groupingBy(Letter::reason, TreeMap::new, Collectors.toList()));
    Rows rows =
        new Rows(
            new Table("REASON", "LETTERS", "SESSIONS", "FIRST", "LAST"),
            "reason",
            "letters",
            "sessions",
            "first",
            "last");
    groups.entrySet().stream()
        .sorted(Comparator.comparing(group -> -group.getValue().size()))
        .forEach(group -> add(rows, group.getKey(), group.getValue(), now));
    return rows;
  }

  private static void add(Rows rows, String reason, List<Letter> letters, Instant now) {
    Instant first = letters.stream().map(Letter::since).min(Instant::compareTo).orElseThrow();
    Instant last = letters.stream().map(Letter::since).max(Instant::compareTo).orElseThrow();
    long sessions = letters.stream().map(letter -> letter.key().session()).distinct().count();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("reason", reason)
        .put("letters", letters.size())
        .put("sessions", sessions)
        .put("first", first.toString())
        .put("last", last.toString());
    rows.row(
        json,
        reason.isEmpty() ? "-" : reason,
        Integer.toString(letters.size()),
        Long.toString(sessions),
        Ages.between(first, now),
        Ages.between(last, now));
  }
}
