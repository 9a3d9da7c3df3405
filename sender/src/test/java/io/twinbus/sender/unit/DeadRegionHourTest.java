package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.statistics.RegionStatistics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A producer goes on for an hour of ticked time while one region answers nothing. */
class DeadRegionHourTest {

  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration OUTAGE = Duration.ofHours(1);
  private static final int MESSAGES_A_STEP = 5;
  private static final int SESSIONS = 500;
  private static final int MAX_WAITING = 5_000;
  private static final int LANES = 8;
  private static final int MAX_BATCH = 100;

  private final SenderSettings settings =
      SenderSettings.builder()
          .lanes(LANES)
          .maxBatchMessages(MAX_BATCH)
          .maxWaitingMessages(MAX_WAITING)
          .deliveryTimeout(Duration.ofHours(2))
          .build();
  private final Lanes lanes =
      new Lanes(
          new Topology(
              new TreeSet<>(List.of(EAST, WEST)), HomePolicy.bySession(), Duration.ofSeconds(15)),
          settings,
          () -> new StreamId("stream-" + streams()));
  private final Deque<Lost> lost = new ArrayDeque<>();
  private Duration elapsed = Duration.ZERO;
  private long offered;
  private long acknowledged;
  private long ended;
  private long westBatches;
  private int streams;

  /** A batch without an answer, and when the link gives it up. */
  private record Lost(BatchId batch, Duration until) {}

  @Test
  void itsQueueStaysBoundedAndWhatIsShedIsCounted() {
    while (elapsed.compareTo(OUTAGE) < 0) {
      elapsed = elapsed.plus(STEP);
      step(true);
      assertThat(statistics(WEST).pending())
          .isLessThanOrEqualTo(MAX_WAITING + (long) LANES * MAX_BATCH);
      assertThat(statistics(EAST).pending()).isZero();
    }

    assertThat(offered).isEqualTo(180_000);
    assertThat(acknowledged).isEqualTo(offered);
    RegionStatistics dead = statistics(WEST);
    assertThat(dead.shed()).isEqualTo(offered - dead.pending());
    assertThat(ended).isEqualTo(dead.shed());
    assertThat(westBatches).as("probes, not a storm").isBetween(600L, 2_500L);
    assertThat(lanes.statistics().sessions()).isLessThanOrEqualTo(SESSIONS);

    long waited = dead.pending();
    for (int i = 0; i < 600 && !lanes.isIdle(); i++) {
      elapsed = elapsed.plus(STEP);
      step(false);
    }
    assertThat(statistics(WEST).accepted()).isEqualTo(waited);
  }

  private void step(boolean outage) {
    List<Event> events = new ArrayList<>();
    events.add(new Event.Tick());
    for (int i = 0; outage && i < MESSAGES_A_STEP; i++) {
      offered++;
      String session = "s" + offered % SESSIONS;
      events.add(new Event.Offered(offered, LaneHarness.message(session, "m" + offered)));
    }
    while (!lost.isEmpty() && lost.peek().until().compareTo(elapsed) <= 0) {
      events.add(new Event.Unanswered(lost.remove().batch(), LaneHarness.PROBLEM));
    }
    while (!events.isEmpty()) {
      events = carryOut(lanes.on(events, now()), outage);
    }
  }

  private List<Event> carryOut(List<Effect> effects, boolean outage) {
    List<Event> answers = new ArrayList<>();
    for (Effect effect : effects) {
      acknowledged += effect instanceof Effect.Acknowledged ? 1 : 0;
      ended += effect instanceof Effect.Ended ? 1 : 0;
      if (effect instanceof Effect.SendBatch send) {
        boolean west = send.batch().region().equals(WEST);
        westBatches += west ? 1 : 0;
        if (west && outage) {
          lost.add(new Lost(send.batch(), elapsed.plus(settings.regionTimeBudget())));
        } else {
          answers.add(new Event.Accepted(send.batch()));
        }
      }
    }
    return answers;
  }

  private RegionStatistics statistics(RegionName region) {
    return Optional.ofNullable(lanes.statistics().regions().get(region)).orElseThrow();
  }

  private Now now() {
    return new Now(new MonotonicTime(elapsed.toNanos()), LaneHarness.START.plus(elapsed));
  }

  private int streams() {
    return ++streams;
  }
}
