package io.twinbus.receiver.session.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.WorkerEffect;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EffectsTest {

  private static final MonotonicTime SOON = new MonotonicTime(0);
  private static final MonotonicTime LATER = SOON.plus(Duration.ofSeconds(1));

  private final Effects effects = new Effects();

  @Test
  void theEarliestOfTheWakeUpsIsArmed() {
    effects.wakeAt(LATER);
    effects.wakeAt(SOON);

    assertThat(effects.take(false)).containsExactly(new WorkerEffect.WakeAt(SOON));
  }

  @Test
  void aWakeUpThatIsNotEarlierThanTheArmedOneIsNotArmed() {
    arm(SOON);

    effects.wakeAt(SOON);
    assertThat(effects.take(false)).isEmpty();
    effects.wakeAt(LATER);
    assertThat(effects.take(false)).isEmpty();
  }

  @Test
  void anEarlierWakeUpIsArmedToo() {
    arm(LATER);

    effects.wakeAt(SOON);

    assertThat(effects.take(false)).containsExactly(new WorkerEffect.WakeAt(SOON));
  }

  @Test
  void afterTheArmedWakeUpHasComeALaterOneIsArmed() {
    arm(SOON);
    effects.woken();

    effects.wakeAt(LATER);

    assertThat(effects.take(false)).containsExactly(new WorkerEffect.WakeAt(LATER));
  }

  @Test
  void theLastStepArmsNothing() {
    effects.wakeAt(SOON);

    assertThat(effects.take(true)).isEmpty();
  }

  @Test
  void aWakeUpIsWantedOnlyByTheStepThatAsksForIt() {
    arm(SOON);
    effects.woken();

    assertThat(effects.take(false)).isEmpty();
  }

  @Test
  void settlementsCountUntilTheBrokerHasAnswered() {
    effects.settle(Copies.copy(1, Copies.A, 1), new Settlement.Complete());
    effects.settle(Copies.copy(2, Copies.A, 2), new Settlement.Complete());
    assertThat(effects.settling()).isEqualTo(2);

    effects.settled();

    assertThat(effects.settling()).isEqualTo(1);
  }

  private void arm(MonotonicTime time) {
    effects.wakeAt(time);
    assertThat(effects.take(false)).containsExactly(new WorkerEffect.WakeAt(time));
  }
}
