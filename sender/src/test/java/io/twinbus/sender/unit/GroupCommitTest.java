package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.SenderSettings;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

  @Test
  void sendsTheFirstAtOnceAndWhatCameMeanwhileTogether() {
    LaneHarness lanes = new LaneHarness();

    lanes.offer("s", "1");
    for (int i = 2; i <= 100; i++) {
      lanes.offer("s", String.valueOf(i));
    }

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1");
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(EAST))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(2, 100).mapToObj(String::valueOf).toList());
  }

  @Test
  void hasAtMostOneBatchOnTheWayToARegion() {
    LaneHarness lanes = new LaneHarness();

    lanes.offer("a", "1");
    lanes.offer("b", "2");
    lanes.offer("c", "3");

    assertThat(lanes.allOnTheWay(EAST)).hasSize(1);
    assertThat(lanes.allOnTheWay(WEST)).hasSize(1);
  }

  @Test
  void letsEachRegionGoAtItsOwnPace() {
    LaneHarness lanes = new LaneHarness();
    lanes.offer("s", "1");

    for (int i = 2; i <= 4; i++) {
      lanes.offer("s", String.valueOf(i));
      lanes.accept(EAST);
    }

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("4");
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("1");
    lanes.accept(WEST);
    assertThat(lanes.idsOnTheWay(WEST)).containsExactly("2", "3", "4");
  }

  @Test
  void keepsLanesApart() {
    LaneHarness lanes = new LaneHarness(SenderSettings.builder().lanes(16).build());

    for (int i = 0; i < 50; i++) {
      lanes.offer("session-" + i, String.valueOf(i));
    }

    assertThat(lanes.allOnTheWay(EAST))
        .hasSizeBetween(8, 16)
        .extracting(batch -> batch.batch().lane())
        .doesNotHaveDuplicates();
  }

  @Test
  void countsFromOneAndNamesThePredecessorWithItsTime() {
    LaneHarness lanes = new LaneHarness();

    lanes.offerTogether("s", "1", "2", "3");

    var positions =
        lanes.onTheWay(EAST).messages().stream().map(wire -> wire.headers().position()).toList();
    assertThat(positions).extracting(Position::seq).containsExactly(1L, 2L, 3L);
    assertThat(positions).extracting(Position::prev).containsExactly(0L, 1L, 2L);
    assertThat(lanes.wire(EAST, "1").headers().previousSentAt()).isNull();
    assertThat(lanes.wire(EAST, "3").headers().previousSentAt()).isEqualTo(LaneHarness.START);
    assertThat(lanes.onTheWay(WEST).messages())
        .extracting(wire -> wire.headers().position())
        .isEqualTo(positions);
  }

  @Test
  void endsABatchAtTheBoundOfMessages() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().maxBatchMessages(2).build());

    lanes.offerTogether("s", "1", "2", "3");

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1", "2");
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("3");
  }

  @Test
  void endsABatchAtTheLinksBoundOfBytes() {
    LaneHarness lanes = new LaneHarness();
    lanes.on(List.of(new Event.LinkLimit(EAST, 8 * 1024)));
    lanes.offer("s", "0");

    for (int i = 1; i <= 3; i++) {
      lanes.offer(
          OutboundMessage.of("s", String.valueOf(i)).body(Body.wrap(new byte[3 * 1024])).build());
    }
    lanes.accept(EAST);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1", "2");
  }

  @Test
  void putsOneSessionIntoABatchOfAPartitionedEntity() {
    LaneHarness lanes = new LaneHarness(LaneHarness.oneLane().oneSessionBatches(true).build());

    lanes.on(
        List.of(
            new Event.Offered(1, LaneHarness.message("a", "a1")),
            new Event.Offered(2, LaneHarness.message("b", "b1")),
            new Event.Offered(3, LaneHarness.message("a", "a2")),
            new Event.Offered(4, LaneHarness.message("b", "b2"))));

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("a1", "a2");
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("b1", "b2");
  }

  @Test
  void sessionsWhoseHashesEndAlikeSpreadOverTheLanes() {
    LaneHarness lanes = new LaneHarness(SenderSettings.builder().lanes(16).build());

    IntStream.range(0, 5_000)
        .mapToObj(i -> "session-" + i)
        .filter(session -> (new SessionId(session).hashCode() & 15) == 0)
        .limit(50)
        .forEach(session -> lanes.offer(session, session));

    assertThat(lanes.allOnTheWay(EAST)).hasSizeGreaterThan(1);
  }
}
