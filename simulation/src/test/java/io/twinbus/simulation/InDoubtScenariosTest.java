package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.receiver.session.FlowSettings.OnPoison;
import org.junit.jupiter.api.Test;

/** Named histories about calls whose end nobody knows: repeated, or by policy not. */
class InDoubtScenariosTest {

  private final Stage stage = new Stage();

  @Test
  void aCancelledCallIsNotRepeated() {
    stage.world.attempts(5, OnPoison.DEAD_LETTER, InDoubt.BLOCK);
    stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(() -> !first.starts.isEmpty(), () -> stage.loseLock(EAST));

    stage.runUntil(60);

    assertThat(stage.record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(first.starts).hasSize(1);
  }

  @Test
  void theOtherRegionDoesNotRepeatWhatADeadWorkerStarted() {
    stage.world.attempts(5, OnPoison.DEAD_LETTER, InDoubt.BLOCK);
    ReceiverProcess east = stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.arrives(1.5, WEST, first);
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(
        () -> !first.starts.isEmpty(),
        () -> {
          stage.receiver(WEST);
          stage.workerOf(east).die();
          east.drain();
        });

    stage.runUntil(60);

    assertThat(stage.record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(stage.record().custody().owner()).isNull();
    assertThat(first.starts).hasSize(1);
  }

  @Test
  void aStartThatADrainPreventedIsNotHeldAgainstTheMessage() {
    stage.world.attempts(5, OnPoison.DEAD_LETTER, InDoubt.BLOCK);
    ReceiverProcess east = stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(3, EAST, first);
    stage.when(
        () -> stage.isOnRecord() && SuspectRule.started(stage.record().progress()).isPresent(),
        () -> {
          east.drain();
          stage.receiver(EAST);
        });

    stage.drain();

    assertThat(stage.count("fact Blocked")).isZero();
    assertThat(first.starts).hasSize(1);
  }

  @Test
  void aRetryThatTheHandlerAsksForIsRun() {
    stage.world.attempts(5, OnPoison.DEAD_LETTER, InDoubt.BLOCK);
    stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.FAILS);

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(stage.endOf(P, 1).state()).isEqualTo(EndState.DONE);
  }

  @Test
  void aCallThatBreaksOffIsRepeatedUnderAHigherToken() {
    stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first, stage.message(2, 1));
    stage.world.handlers().nextCall(Handlers.Manner.BREAKS);

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(first.starts.get(1).invocation.attempt()).isEqualTo(2);
    assertThat(first.starts.get(1).invocation.token())
        .isGreaterThan(first.starts.get(0).invocation.token());
  }

  @Test
  void aCallThatBreaksOffIsNotRepeated() {
    stage.world.attempts(5, OnPoison.DEAD_LETTER, InDoubt.BLOCK);
    stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.BREAKS);

    stage.runUntil(30);

    assertThat(stage.record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(first.starts).hasSize(1);
  }
}
