package io.twinbus.console.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.view.Strip;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StripTest {

  @Test
  void whatWaitsStandsBehindTheCursorInItsOrder() {
    List<Strip> strips =
        Strip.of(
            session(
                4,
                List.of(),
                List.of(copy("west", "SCHEDULED", 6, 5), copy("east", "ACTIVE", 5, 4))));

    assertThat(strips).hasSize(1);
    assertThat(strips.get(0).cursor()).isEqualTo(4);
    assertThat(strips.get(0).cells())
        .extracting(cell -> cell.seq() + " " + cell.kind())
        .containsExactly("5 active", "6 scheduled");
  }

  @Test
  void aNumberThatNoRegionHoldsIsMissing() {
    Strip strip = Strip.of(session(4, List.of(), List.of(copy("east", "ACTIVE", 7, 6)))).get(0);

    assertThat(strip.cells())
        .extracting(cell -> cell.seq() + " " + cell.kind())
        .containsExactly("6 missing", "7 active");
  }

  @Test
  void bothRegionsCopiesAreOneNumber() {
    Strip strip =
        Strip.of(
                session(
                    0,
                    List.of(),
                    List.of(copy("east", "ACTIVE", 1, 0), copy("west", "SCHEDULED", 1, 0))))
            .get(0);

    assertThat(strip.cells()).hasSize(1);
    assertThat(strip.cells().get(0).words()).isEqualTo("east: active, west: scheduled");
  }

  @Test
  void aNumberWithFailedCallsIsFailing() {
    Map<String, Object> suspect = Map.of("stream", "s", "seq", 1, "failures", 2, "takeovers", 1);

    Strip strip =
        Strip.of(session(0, List.of(suspect), List.of(copy("east", "ACTIVE", 1, 0)))).get(0);

    assertThat(strip.cells().get(0).kind()).isEqualTo("failing");
    assertThat(strip.cells().get(0).words()).contains("failed 3 times");
  }

  @Test
  void aStreamOfWhichNothingHasEndedIsThere() {
    Map<String, Object> session = session(0, List.of(), List.of(copy("east", "ACTIVE", 1, 0)));
    session.put("cursors", List.of());

    assertThat(Strip.of(session)).extracting(Strip::stream).containsExactly("s");
  }

  @Test
  void aLongQueueIsCut() {
    List<Map<String, Object>> copies = new ArrayList<>();
    for (int seq = 1; seq <= 100; seq++) {
      copies.add(copy("east", "ACTIVE", seq, seq - 1));
    }

    Strip strip = Strip.of(session(0, List.of(), copies)).get(0);

    assertThat(strip.cells()).hasSize(Strip.MAX_CELLS);
    assertThat(strip.isCut()).isTrue();
  }

  private static Map<String, Object> session(
      long cursor, List<Map<String, Object>> suspects, List<Map<String, Object>> copies) {
    Map<String, Object> session = new HashMap<>();
    session.put("cursors", List.of(Map.of("stream", "s", "seq", cursor)));
    session.put("suspects", suspects);
    session.put("queues", List.of(Map.of("copies", copies)));
    return session;
  }

  private static Map<String, Object> copy(String region, String place, long seq, long prev) {
    return Map.of(
        "region", region, "place", place, "stream", "s", "seq", seq, "prev", prev, "message",
        "m" + seq);
  }
}
