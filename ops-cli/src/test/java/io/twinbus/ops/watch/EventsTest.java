package io.twinbus.ops.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.ledger.InstanceView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventsTest {

  private static final Instant LATER = Pictures.NOW.plusSeconds(2);
  private static final Snapshot.Queue DOWN = Snapshot.Queue.silent("Region west does not answer.");

  private final Events events = new Events(Pictures.LEASE);

  @Test
  void theFirstPictureIsNoEvent() {
    assertThat(between(Pictures.at(Pictures.NOW))).isEmpty();
  }

  @Test
  void aRegionGoesAndComesBack() {
    assertThat(
            between(
                Pictures.at(Pictures.NOW),
                Pictures.at(LATER, DOWN, 0),
                Pictures.at(LATER.plusSeconds(2))))
        .containsExactly("region west answers again", "Region west does not answer.");
  }

  @Test
  void theLedgerGoesAndComesBackAndNothingIsSaidOfWhatNobodySaw() {
    InstanceView alive = Pictures.lease("a", Pictures.EAST, 1, 0, LATER);

    assertThat(
            between(
                Pictures.at(Pictures.NOW, alive),
                Pictures.withoutLedger(LATER),
                Pictures.at(LATER.plusSeconds(2), alive)))
        .containsExactly("the ledger answers again", "the ledger: it does not answer");
  }

  @Test
  void aHandlerGoesAndComesBack() {
    InstanceView well = Pictures.lease("a", Pictures.EAST, 1, 0, Pictures.NOW);

    assertThat(
            between(
                Pictures.at(Pictures.NOW, well),
                Pictures.at(LATER, Pictures.handlerAway(well, LATER)),
                Pictures.at(
                    LATER.plusSeconds(2),
                    Pictures.lease("a", Pictures.EAST, 3, 0, LATER.plusSeconds(2)))))
        .containsExactly("east/a: the handler is back", "east/a: the handler is away");
  }

  @Test
  void receiversArePausedAndGoOn() {
    assertThat(
            between(
                Pictures.at(Pictures.NOW),
                Pictures.paused(Pictures.at(LATER)),
                Pictures.at(LATER.plusSeconds(2))))
        .containsExactly("west is not paused any more", "west is paused");
  }

  @Test
  void instancesStartFallSilentAndTakeOver() {
    InstanceView dying = Pictures.lease("a", Pictures.EAST, 5, 0, Pictures.NOW);
    InstanceView other = Pictures.lease("b", Pictures.WEST, 5, 0, LATER.plusSeconds(12));

    List<String> all =
        between(
            Pictures.at(Pictures.NOW, dying),
            Pictures.at(LATER, dying, other),
            Pictures.at(LATER.plusSeconds(12), dying, Pictures.tookOver(other, 4)));

    assertThat(all)
        .containsExactlyInAnyOrder(
            "west/b has started", "east/a shows no sign of life", "west/b took over 4 sessions");
  }

  @Test
  void blockedSessionsAndDeadLettersAreCounted() {
    Snapshot.Queue dead = new Snapshot.Queue(0, 0, 2, true, Optional.empty(), Optional.empty());

    assertThat(
            between(
                Pictures.at(Pictures.NOW),
                Pictures.at(LATER, dead, 3),
                Pictures.at(LATER.plusSeconds(2), dead, 1)))
        .containsExactly(
            "2 sessions not BLOCKED any more",
            "3 more sessions BLOCKED",
            "2 more dead letters in west");
  }

  private List<String> between(Snapshot... pictures) {
    for (Snapshot picture : pictures) {
      events.on(picture);
    }
    return events.newest(50).stream().map(Events.Event::what).toList();
  }
}
