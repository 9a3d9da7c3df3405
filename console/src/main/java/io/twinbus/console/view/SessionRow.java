package io.twinbus.console.view;

import io.twinbus.ops.watch.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A session in a list, and how much it needs a person.
 *
 * <p>Immutable and thread-safe.
 *
 * @param id its id
 * @param status its status; empty where the sample does not hold its record
 * @param owner where it is worked on; empty: nowhere
 * @param attempts how often its first message in trouble was tried
 * @param why what keeps it, in a few words; empty where nothing does
 * @param cursors the last ended number of each stream
 * @param waits what waits of it in queues; null where that was not seen
 * @param updatedAt when its record was written last
 */
public record SessionRow(
    String id,
    String status,
    String owner,
    long attempts,
    String why,
    String cursors,
    Snapshot.@Nullable Waiting waits,
    @Nullable String updatedAt) {

  private static final Comparator<SessionRow> WORST_FIRST =
      Comparator.comparing((SessionRow row) -> !row.status().equals("BLOCKED"))
          .thenComparing(row -> -row.attempts())
          .thenComparing(row -> row.why().isEmpty())
          .thenComparing(row -> row.waits() == null ? Instant.MAX : row.waits().since())
          .thenComparing(SessionRow::id);

  /**
   * The worst first: blocked, then most attempts, then a missing message, then the longest wait.
   *
   * @param records what {@code sessions list} told, where a session may stand twice
   * @param waiting what waits in queues, of which those not among {@code records} are added where
   *     {@code addsOthers}
   */
  public static List<SessionRow> worstFirst(
      Collection<Map<String, Object>> records,
      Collection<Snapshot.Waiting> waiting,
      boolean addsOthers) {
    Map<String, Snapshot.Waiting> waits = new HashMap<>();
    waiting.forEach(each -> waits.merge(each.session(), each, SessionRow::older));
    Map<String, SessionRow> rows = new LinkedHashMap<>();
    for (Map<String, Object> record : records) {
      String id = String.valueOf(record.get("session"));
      rows.putIfAbsent(id, of(id, record, waits.get(id)));
    }
    if (addsOthers) {
      waits.forEach(
          (id, each) -> rows.putIfAbsent(id, new SessionRow(id, "", "", 0, "", "", each, null)));
    }
    List<SessionRow> sorted = new ArrayList<>(rows.values());
    sorted.sort(WORST_FIRST);
    return sorted;
  }

  private static Snapshot.Waiting older(Snapshot.Waiting one, Snapshot.Waiting other) {
    Snapshot.Waiting first = one.since().isBefore(other.since()) ? one : other;
    return new Snapshot.Waiting(
        first.session(), one.copies() + other.copies(), first.since(), first.head());
  }

  private static SessionRow of(
      String id, Map<String, Object> record, Snapshot.@Nullable Waiting waits) {
    long attempts =
        Strip.list(record, "suspects").stream()
            .mapToLong(each -> Strip.number(each, "failures") + Strip.number(each, "takeovers"))
            .max()
            .orElse(0);
    String cursors =
        Strip.list(record, "cursors").stream()
            .map(cursor -> String.valueOf(cursor.get("seq")))
            .collect(Collectors.joining(", "));
    return new SessionRow(
        id,
        String.valueOf(record.get("status")),
        owner(record),
        attempts,
        why(record),
        cursors,
        waits,
        Objects.toString(record.get("updatedAt"), null));
  }

  private static String owner(Map<String, Object> record) {
    return record.get("owner") instanceof Map<?, ?> owner
        ? owner.get("region") + "/" + owner.get("instance")
        : "";
  }

  private static String why(Map<String, Object> record) {
    if (record.get("block") instanceof Map<?, ?> block) {
      return String.valueOf(block.get("reason"));
    }
    List<Map<String, Object>> gaps = Strip.list(record, "waiting");
    return gaps.isEmpty()
        ? ""
        : "misses what follows %s of stream %s"
            .formatted(gaps.get(0).get("cursor"), gaps.get(0).get("stream"));
  }
}
