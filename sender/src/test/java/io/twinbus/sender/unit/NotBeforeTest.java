package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.STANDBY_DELAY;
import static io.twinbus.sender.unit.LaneHarness.START;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.InvalidMessageException;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages for later: within the order receivers wait for them, outside it the broker does. */
class NotBeforeTest {

  private static final Instant DUE = START.plus(Duration.ofHours(1));

  private LaneHarness lanes = new LaneHarness();

  @Test
  void withinTheOrderItIsVisibleAsEverAndSaysItsTimeTheStandbyCopyALaterOne() {
    lanes.offer(OutboundMessage.of("s", "1").notBefore(DUE).build());

    assertThat(lanes.wire(EAST, "1").scheduledAt()).isNull();
    assertThat(lanes.wire(EAST, "1").headers().notBefore()).isEqualTo(DUE);
    assertThat(lanes.wire(WEST, "1").scheduledAt()).isEqualTo(START.plus(STANDBY_DELAY));
    assertThat(lanes.wire(WEST, "1").headers().notBefore()).isEqualTo(DUE.plus(STANDBY_DELAY));
  }

  @Test
  void outsideTheOrderTheBrokerKeepsItAndNoOtherMessageIsItsNeighbour() {
    lanes.offer("s", "1");
    lanes.accept(EAST);
    lanes.accept(WEST);

    lanes.offer(later("2").outsideOrder().build());

    for (RegionName region : List.of(EAST, WEST)) {
      assertThat(lanes.wire(region, "2").headers().position().seq()).isEqualTo(1);
      assertThat(lanes.wire(region, "2").headers().position().prev()).isZero();
      assertThat(lanes.wire(region, "2").headers().notBefore()).isNull();
    }
    assertThat(lanes.wire(EAST, "2").scheduledAt()).isEqualTo(DUE);
    assertThat(lanes.wire(WEST, "2").scheduledAt()).isEqualTo(DUE.plus(STANDBY_DELAY));
    lanes.accept(EAST);
    lanes.offer("s", "3");
    assertThat(lanes.wire(EAST, "3").headers().position().seq()).isEqualTo(2);
    assertThat(lanes.wire(EAST, "3").headers().position().prev()).isEqualTo(1);
  }

  @Test
  void outsideTheOrderWithoutATimeItWaitsForNoOther() {
    lanes.offer("s", "1");
    lanes.accept(WEST);

    lanes.offer(OutboundMessage.of("s", "2").outsideOrder().build());

    assertThat(lanes.wire(WEST, "2").headers().position().prev()).isZero();
    assertThat(lanes.wire(WEST, "2").scheduledAt()).isEqualTo(START.plus(STANDBY_DELAY));
  }

  @Test
  void whatTheBrokerKeepsIsNotHastenedWhenItsHomeRegionFails() {
    lanes.offer(later("1").outsideOrder().build());
    lanes.accept(WEST);
    lanes.pass(Duration.ofMillis(2500));

    lanes.loseAnswer(EAST);

    assertThat(lanes.allOnTheWay(WEST)).isEmpty();
  }

  @Test
  void atMostSevenDaysAhead() {
    lanes.offer(OutboundMessage.of("s", "1").notBefore(START.plus(Duration.ofDays(7))).build());
    assertThat(rejected()).isEmpty();

    lanes.offer(
        OutboundMessage.of("s", "2")
            .notBefore(START.plus(Duration.ofDays(7)).plusMillis(1))
            .build());

    assertThat(rejected())
        .extracting(Effect.Rejected::kind)
        .containsExactly(SendFailedException.Kind.WRONG_TIME);
    assertThat(rejected().get(0).why())
        .isEqualTo(
            "it may not run before 2026-11-28T10:00:00.001Z: give a time that is at most 7 days"
                + " ahead");
  }

  @Test
  void notBehindItsExpiry() {
    lanes.offer(later("1").timeToLive(Duration.ofHours(1)).build());

    assertThat(rejected().get(0).why())
        .isEqualTo(
            "it expires at 2026-11-21T11:00:00Z and may not run before 2026-11-21T11:00:00Z: give"
                + " it a longer life");
    lanes.offer(later("2").timeToLive(Duration.ofHours(1).plusMillis(1)).build());
    assertThat(rejected()).hasSize(1);
  }

  @Test
  void aPlaceInAnExplicitStreamIsWithinTheOrder() {
    OutboundMessage.Builder both =
        OutboundMessage.of("s", "1").outsideOrder().sequence(ExplicitSequence.dense("t", 1));

    assertThatThrownBy(both::build)
        .isInstanceOf(InvalidMessageException.class)
        .hasMessage(
            "Message '1' has a place in an explicit stream and stands outside the order: give it"
                + " one of the two.");
  }

  @Test
  void theJournalSendsBothAgainAndTheSessionsOwnStreamGoesOn() {
    SenderSettings settings = LaneHarness.journaled(Acknowledge.JOURNAL).build();
    lanes = LaneHarness.withJournal(settings, List.of());
    lanes.offer(later("1").build());
    lanes.offer(later("2").outsideOrder().build());
    List<JournalRecord> written =
        lanes.appended().stream().filter(JournalRecord.Message.class::isInstance).toList();
    assertThat(written).hasSize(2);

    lanes = LaneHarness.withJournal(settings, written);

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("1", "2");
    assertThat(lanes.wire(EAST, "1").headers().notBefore()).isEqualTo(DUE);
    assertThat(lanes.wire(EAST, "2").scheduledAt()).isEqualTo(DUE);
    lanes.accept(EAST);
    lanes.offer("s", "3");
    lanes.write();
    assertThat(lanes.wire(EAST, "3").headers().position().stream())
        .isEqualTo(((JournalRecord.Message) written.get(0)).stream());
    assertThat(lanes.wire(EAST, "3").headers().position().seq()).isEqualTo(2);
  }

  private static OutboundMessage.Builder later(String id) {
    return OutboundMessage.of("s", id).notBefore(DUE);
  }

  private List<Effect.Rejected> rejected() {
    return lanes.all(Effect.Rejected.class);
  }
}
