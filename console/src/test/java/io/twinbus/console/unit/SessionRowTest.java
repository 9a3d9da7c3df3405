package io.twinbus.console.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.view.SessionRow;
import io.twinbus.ops.watch.Snapshot;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionRowTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void theWorstStandsFirst() {
    Map<String, Object> blocked = record("blocked", "BLOCKED");
    blocked.put("block", Map.of("reason", "refused"));
    Map<String, Object> failing = record("failing", "WORKING");
    failing.put("suspects", List.of(Map.of("failures", 3, "takeovers", 1)));
    Map<String, Object> gap = record("gap", "IDLE");
    gap.put("waiting", List.of(Map.of("cursor", 7, "stream", "s")));

    List<SessionRow> rows =
        SessionRow.worstFirst(
            List.of(record("calm", "IDLE"), record("late", "IDLE"), gap, failing, blocked),
            List.of(waiting("late", 60)),
            true);

    assertThat(rows)
        .extracting(SessionRow::id)
        .containsExactly("blocked", "failing", "gap", "late", "calm");
    assertThat(rows.get(0).why()).isEqualTo("refused");
    assertThat(rows.get(1).attempts()).isEqualTo(4);
    assertThat(rows.get(2).why()).contains("misses what follows 7");
  }

  @Test
  void theLongestWaitOfBothRegionsCountsAndTheirCopiesTogether() {
    List<SessionRow> rows =
        SessionRow.worstFirst(
            List.of(), List.of(waiting("a", 10), waiting("b", 30), waiting("a", 50)), true);

    assertThat(rows).extracting(SessionRow::id).containsExactly("a", "b");
    assertThat(rows.get(0).waits())
        .isEqualTo(new Snapshot.Waiting("a", 2, NOW.minusSeconds(50), "a-head"));
    assertThat(rows.get(0).status()).isEmpty();
  }

  @Test
  void aFilteredListHasNoOthers() {
    assertThat(
            SessionRow.worstFirst(List.of(record("a", "IDLE")), List.of(waiting("b", 30)), false))
        .extracting(SessionRow::id)
        .containsExactly("a");
  }

  private static Snapshot.Waiting waiting(String session, long seconds) {
    return new Snapshot.Waiting(session, 1, NOW.minusSeconds(seconds), session + "-head");
  }

  private static Map<String, Object> record(String id, String status) {
    Map<String, Object> record = new HashMap<>();
    record.put("session", id);
    record.put("status", status);
    return record;
  }
}
