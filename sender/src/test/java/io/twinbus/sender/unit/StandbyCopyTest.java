package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.STANDBY_DELAY;
import static io.twinbus.sender.unit.LaneHarness.START;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.pipeline.WireMessage;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StandbyCopyTest {

  private final LaneHarness lanes = new LaneHarness();

  @Test
  void isScheduledBehindTheHomeCopyByTheDelay() {
    lanes.offer("s", "1");

    assertThat(lanes.wire(EAST, "1").scheduledAt()).isNull();
    assertThat(lanes.wire(WEST, "1").scheduledAt()).isEqualTo(START.plus(STANDBY_DELAY));
    assertThat(lanes.wire(WEST, "1").headers().home()).isEqualTo(EAST);
  }

  @Test
  void isNotScheduledAnewOnARetry() {
    lanes.offer("s", "1");
    lanes.loseAnswer(WEST);

    lanes.pass(Duration.ofSeconds(3));

    assertThat(lanes.wire(WEST, "1").scheduledAt()).isEqualTo(START.plus(STANDBY_DELAY));
  }

  @Test
  void isVisibleAtOnceWhenItsTimeHasPassed() {
    lanes.offer("s", "1");
    lanes.loseAnswer(WEST);

    lanes.pass(STANDBY_DELAY);

    assertThat(lanes.wire(WEST, "1").scheduledAt()).isNull();
  }

  @Test
  void isVisibleAtOnceWhileTheHomeRegionIsDown() {
    lanes.offer("s", "1");
    lanes.accept(WEST);
    lanes.pass(Duration.ofMillis(2500));
    lanes.loseAnswer(EAST);
    lanes.accept(WEST);

    lanes.offer("s", "2");

    assertThat(lanes.wire(WEST, "2").scheduledAt()).isNull();
  }

  @Test
  void isVisibleAtOnceWhenTheHomeRegionRefusedTheMessage() {
    lanes.offer("s", "1");
    lanes.offer("t", "2");
    lanes.accept(EAST);
    lanes.refuse(EAST, RefusalKind.MESSAGE);

    lanes.accept(WEST);

    assertThat(lanes.wire(WEST, "2").scheduledAt()).isNull();
  }

  @Test
  void outlivesTheMessagesOwnExpiryAtTheBroker() {
    Duration own = Duration.ofMinutes(1);

    lanes.offer(OutboundMessage.of("s", "1").timeToLive(own).build());

    var wire = lanes.wire(WEST, "1");
    assertThat(wire.headers().expiresAt()).isEqualTo(START.plus(own));
    assertThat(wire.brokerTimeToLive()).isGreaterThan(own.plus(STANDBY_DELAY).plusHours(12));
  }

  @Test
  void isInEastWhereWestIsHome() {
    Lanes homeInWest =
        new Lanes(
            new Topology(new TreeSet<>(List.of(EAST, WEST)), HomePolicy.fixed(WEST), STANDBY_DELAY),
            LaneHarness.oneLane().build(),
            () -> new StreamId("stream"));

    List<Effect> sent =
        homeInWest.on(new Event.Offered(1, LaneHarness.message("s", "1")), lanes.now());

    assertThat(sent)
        .map(Effect.SendBatch.class::cast)
        .allSatisfy(
            batch -> {
              WireMessage wire = batch.messages().get(0);
              assertThat(wire.headers().home()).isEqualTo(WEST);
              assertThat(wire.scheduledAt())
                  .isEqualTo(
                      batch.batch().region().equals(WEST) ? null : START.plus(STANDBY_DELAY));
            })
        .hasSize(2);
  }
}
