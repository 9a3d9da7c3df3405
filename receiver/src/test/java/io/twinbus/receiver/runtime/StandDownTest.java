package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.rules.DirectiveRule;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What follows from operators' wish that an instance takes no work. */
class StandDownTest {

  private static final StandDown.Wanted WORK = StandDown.Wanted.WORK;
  private static final StandDown.Wanted EVACUATE =
      new StandDown.Wanted(DirectiveRule.Wish.EVACUATE, Optional.empty());
  private static final Directive.Pause PAUSE =
      new Directive.Pause(
          Directive.Scope.ALL, "ann", "a new table", Instant.EPOCH, Instant.EPOCH.plusSeconds(60));
  private static final StandDown.Wanted PAUSED =
      new StandDown.Wanted(DirectiveRule.Wish.PAUSE, Optional.of(PAUSE));

  private final StandDown standDown = new StandDown();

  @Test
  void beforeTheFirstReadItKnowsOfNoWish() {
    assertThat(standDown.isKnown()).isFalse();
    assertThat(standDown.isWanted()).isFalse();
    assertThat(standDown.pause()).isEmpty();
    assertThat(standDown.state(3)).isEqualTo(InstanceStats.State.WORKING);
  }

  @Test
  void workBeginsWithTheFirstWishThatAllowsIt() {
    assertThat(standDown.apply(WORK)).isEqualTo(StandDown.Step.BEGIN);
    assertThat(standDown.apply(WORK)).isEqualTo(StandDown.Step.NONE);
    assertThat(standDown.isKnown()).isTrue();
    assertThat(standDown.isWanted()).isFalse();
  }

  @Test
  void itLeavesOnceAndComesBackOnce() {
    assertThat(standDown.apply(EVACUATE)).isEqualTo(StandDown.Step.LEAVE);
    assertThat(standDown.apply(EVACUATE)).isEqualTo(StandDown.Step.NONE);
    assertThat(standDown.isWanted()).isTrue();

    assertThat(standDown.apply(WORK)).isEqualTo(StandDown.Step.COME_BACK);
    assertThat(standDown.apply(PAUSED)).isEqualTo(StandDown.Step.LEAVE);
  }

  @Test
  void onePauseAfterAnEvacuationIsNoSecondLeaveButIsTheOneThatIsNamed() {
    standDown.apply(EVACUATE);
    assertThat(standDown.why("east")).isEqualTo("region east is evacuated");

    assertThat(standDown.apply(PAUSED)).isEqualTo(StandDown.Step.NONE);

    assertThat(standDown.pause()).contains(PAUSE);
    assertThat(standDown.why("east"))
        .isEqualTo("all receivers paused by ann until 1970-01-01T00:01:00Z (a new table)");
  }

  @Test
  void theStateSaysWhetherSessionsAreStillInHand() {
    standDown.apply(EVACUATE);
    assertThat(standDown.state(1)).isEqualTo(InstanceStats.State.EVACUATING);
    assertThat(standDown.state(0)).isEqualTo(InstanceStats.State.EVACUATED);

    standDown.apply(PAUSED);
    assertThat(standDown.state(1)).isEqualTo(InstanceStats.State.PAUSING);
    assertThat(standDown.state(0)).isEqualTo(InstanceStats.State.PAUSED);

    standDown.apply(WORK);
    assertThat(standDown.state(0)).isEqualTo(InstanceStats.State.WORKING);
  }
}
