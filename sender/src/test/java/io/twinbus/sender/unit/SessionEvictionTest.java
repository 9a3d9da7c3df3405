package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Position;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SessionEvictionTest {

  @Test
  void givesASessionThatWasIdleLongAFreshStream() {
    LaneHarness lanes = new LaneHarness(idle(Duration.ofHours(1), 100));
    Position before = deliver(lanes, "s", "1");

    lanes.pass(Duration.ofHours(1));
    Position after = deliver(lanes, "s", "2");

    assertThat(after.stream()).isNotEqualTo(before.stream());
    assertThat(after).matches(position -> position.seq() == 1 && position.prev() == 0);
  }

  @Test
  void keepsTheStreamOfASessionThatComesBackInTime() {
    LaneHarness lanes = new LaneHarness(idle(Duration.ofHours(1), 100));
    Position before = deliver(lanes, "s", "1");

    lanes.pass(Duration.ofMinutes(59));
    Position after = deliver(lanes, "s", "2");

    assertThat(after).isEqualTo(new Position(before.stream(), 2, 1));
  }

  @Test
  void dropsTheLongestUnusedAboveTheBound() {
    LaneHarness lanes = new LaneHarness(idle(Duration.ofDays(1), 2));
    Position first = deliver(lanes, "a", "1");
    Position second = deliver(lanes, "b", "2");
    deliver(lanes, "c", "3");

    assertThat(lanes.lanes().statistics().sessions()).isEqualTo(2);
    assertThat(lanes.lanes().statistics().sessionsEvicted()).isEqualTo(1);
    assertThat(deliver(lanes, "b", "4").stream()).isEqualTo(second.stream());
    assertThat(deliver(lanes, "a", "5").stream()).isNotEqualTo(first.stream());
  }

  @Test
  void keepsASessionWithPendingCopies() {
    LaneHarness lanes = new LaneHarness(idle(Duration.ofHours(1), 1));
    lanes.offer("a", "1");
    var stream = lanes.wire(EAST, "1").headers().position().stream();
    lanes.accept(WEST);

    deliverWest(lanes, "b", "2");
    lanes.offer("a", "3");

    assertThat(lanes.wire(WEST, "3").headers().position()).isEqualTo(new Position(stream, 2, 1));
  }

  @Test
  void dropsEveryOneThatWasIdleForLongWhenANewOneComes() {
    LaneHarness lanes = new LaneHarness(idle(Duration.ofHours(1), 100));
    for (int i = 0; i < 10; i++) {
      deliver(lanes, "old-" + i, "m" + i);
    }
    lanes.pass(Duration.ofHours(1));

    deliver(lanes, "new", "1");

    assertThat(lanes.lanes().statistics().sessions()).as("it looks at eight").isEqualTo(3);
    assertThat(lanes.lanes().statistics().sessionsEvicted()).isEqualTo(8);
    deliver(lanes, "newer", "2");
    assertThat(lanes.lanes().statistics().sessions()).isEqualTo(2);
    assertThat(lanes.lanes().statistics().sessionsEvicted()).isEqualTo(10);
  }

  @Test
  void countsOneThatComesBackTooLateAsDropped() {
    LaneHarness lanes = new LaneHarness(idle(Duration.ofHours(1), 100));
    deliver(lanes, "s", "1");
    lanes.pass(Duration.ofHours(1));

    deliver(lanes, "s", "2");

    assertThat(lanes.lanes().statistics().sessionsEvicted()).isEqualTo(1);
    assertThat(lanes.lanes().statistics().sessions()).isEqualTo(1);
  }

  @Test
  void lanesShareTheBound() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().lanes(2).maxSessions(4).build());
    for (int i = 0; i < 40; i++) {
      deliver(lanes, "session-" + i, "m" + i);
    }

    assertThat(lanes.lanes().statistics().sessions()).isEqualTo(4);
  }

  private static SenderSettings idle(Duration idle, int sessions) {
    return LaneHarness.oneLane().sessionIdle(idle).maxSessions(sessions).build();
  }

  private static Position deliver(LaneHarness lanes, String session, String id) {
    Position position = deliverWest(lanes, session, id);
    lanes.accept(EAST);
    return position;
  }

  private static Position deliverWest(LaneHarness lanes, String session, String id) {
    lanes.offer(session, id);
    Position position = lanes.wire(WEST, id).headers().position();
    lanes.accept(WEST);
    return position;
  }
}
