package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitTest {

  private final LaneHarness lanes = new LaneHarness();
  private final List<String> accepted = new ArrayList<>();

  @Test
  void findsTheOneMessageThatIsRefusedAndDeliversAllOthersInOrder() {
    List<Event> events = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      events.add(new Event.Offered(i, LaneHarness.message(i % 2 == 0 ? "a" : "b", "m" + i)));
    }
    lanes.on(events);

    answerAll(WEST, "m7");
    answerAll(EAST, "m7");
    answerAll(WEST, "m7");

    assertThat(lanes.failed(7).orElseThrow().failures().values())
        .noneMatch(failure -> failure.retrySensible() || failure.mayHaveBeenAccepted());
    for (int i = 1; i <= 20; i++) {
      if (i != 7) {
        assertThat(lanes.ended(i).orElseThrow().isComplete()).as("m" + i).isTrue();
      }
    }
    assertThat(accepted.stream().filter(id -> Integer.parseInt(id.substring(1)) % 2 == 0))
        .containsSubsequence("m2", "m4", "m6", "m8", "m10", "m12", "m14", "m16", "m18", "m20");
  }

  @Test
  void keepsAMessageThatOnlyOneRegionRefuses() {
    lanes.offerTogether("s", "1", "big", "3");

    answerAll(WEST, "nothing");
    answerAll(EAST, "big");

    assertThat(lanes.ended(2).orElseThrow().regions())
        .containsEntry(EAST, CopyStatus.GAVE_UP)
        .containsEntry(WEST, CopyStatus.ACCEPTED);
    assertThat(lanes.ended(3).orElseThrow().isComplete()).isTrue();
    assertThat(lanes.ended(3).orElseThrow().position().prev()).isEqualTo(2);
    assertThat(lanes.statistics(EAST).refused()).isEqualTo(1);
  }

  @Test
  void putsNothingElseIntoTheHalves() {
    lanes.offerTogether("s", "1", "2");
    lanes.offer("t", "3");

    lanes.refuse(EAST, RefusalKind.MESSAGE);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1");
  }

  private void answerAll(RegionName region, String refused) {
    for (int i = 0; i < 100 && !lanes.allOnTheWay(region).isEmpty(); i++) {
      List<String> ids = lanes.idsOnTheWay(region);
      if (ids.contains(refused)) {
        lanes.refuse(region, RefusalKind.MESSAGE);
      } else {
        accepted.addAll(ids);
        lanes.accept(region);
      }
    }
  }
}
