package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.SESSION;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.SessionStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Named histories about who works on a session when something breaks. */
class OwnershipScenariosTest {

  private boolean isReleased() {
    return stage.isOnRecord() && stage.record().status() == SessionStatus.IDLE;
  }

  private final Stage stage = new Stage();
  private final ReceiverProcess east = stage.receiver(EAST);

  @Test
  void aClaimIsReleasedAfterTheBrokerLockIsLostInALivingProcess() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, first, second);
    stage.arrives(1, WEST, first, second);
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(() -> !first.starts.isEmpty(), () -> loseEastForGood());

    stage.runUntil(12);

    assertThat(stage.cursor(P)).isEqualTo(2);
    assertThat(stage.count("lease lost")).isZero();
  }

  @Test
  void aClaimIsReleasedAfterItsWorkerDiedInALivingProcess() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.arrives(1, WEST, first);
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(() -> !first.starts.isEmpty(), () -> stage.workerOf(east).die());

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(stage.count("lease lost")).isZero();
  }

  @Test
  void aForeignCallThatOutlastsItsClaimIsCountedThoughItsWorkerHasNotHeardOfItsReleaseYet() {
    SentMessage foreign = new ForeignSender(stage.world).send(SESSION, List.of(EAST, WEST));
    stage.world.handlers().nextCall(Handlers.Manner.STUBBORN);
    stage.when(() -> !foreign.starts.isEmpty(), () -> stage.loseLock(EAST));
    stage.at(3, () -> stage.world.ledger().weather(new LedgerWeather(0, 100, 0, 0)));
    stage.when(
        this::isReleased,
        () -> {
          stage.world.ledger().cutOff(east);
          stage.world.ledger().weather(LedgerWeather.CALM);
          stage.receiver(WEST);
        });
    stage.when(() -> foreign.starts.size() == 2, () -> stage.world.ledger().reconnect(east));

    stage.drain();

    assertThat(foreign.starts).extracting(run -> run.worker.process()).doesNotHaveDuplicates();
    assertThat(foreign.starts.get(1).invocation.attempt()).isEqualTo(2);
    assertThat(stage.count("lease lost")).isZero();
  }

  @Test
  void aZombieTakesNoForeignMessageThatTheNextOwnerIsAt() {
    stage.receiver(WEST);
    stage.arrives(1, EAST, stage.message(1, 0));
    stage.when(() -> stage.cursor(P) == 1, () -> east.pause(true));
    stage.runUntil(2);
    SentMessage foreign = new ForeignSender(stage.world).send(SESSION, List.of(EAST, WEST));
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(() -> !foreign.starts.isEmpty(), east::resume);

    stage.drain();

    assertThat(stage.count("fact Claimed TAKEOVER")).isEqualTo(1);
    assertThat(foreign.starts).allMatch(run -> run.worker.process() != east);
  }

  @Test
  void anotherInstanceGoesOnAfterAWorkerDiedInItsNeighbour() {
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(
        () -> !first.starts.isEmpty(),
        () -> {
          ReceiverProcess neighbour = stage.receiver(EAST);
          stage.when(
              neighbour::holdsLease,
              () -> {
                stage.workerOf(east).die();
                east.drain();
              });
        });

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(first.starts.get(1).worker.process()).isNotSameAs(east);
    assertThat(stage.count("fact Claimed TAKEOVER")).isZero();
  }

  @Test
  void aClaimWhoseReplyIsLostIsFoundThoughAnOperatorWroteBeside() {
    SentMessage first = stage.message(1, 0);
    stage.arrives(3, EAST, first);
    stage.at(3, () -> stage.world.ledger().weather(new LedgerWeather(0, 100, 0, 0)));
    stage.when(
        stage::isOnRecord,
        () -> {
          stage.world.ledger().weather(LedgerWeather.CALM);
          stage.operator.block(SESSION);
        });
    stage.at(10, () -> stage.operator.unblock(SESSION));

    stage.drain();

    assertThat(first.starts).hasSize(1);
    assertThat(stage.count("fact Claimed TAKEOVER") + stage.count("fact Claimed ORPHAN")).isZero();
  }

  @Test
  void aClaimThatLandsAfterItsInstanceHasFencedItselfIsTakenOver() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(3, EAST, first);
    stage.arrives(3, WEST, first);
    stage.runUntil(2.9);
    InstanceId before = east.instance();
    stage.world.ledger().weather(new LedgerWeather(0, 0, 100, 0));
    stage.at(20, () -> stage.world.ledger().weather(LedgerWeather.CALM));

    stage.drain();

    assertThat(east.instance()).isNotEqualTo(before);
    assertThat(first.completed).isTrue();
  }

  @Test
  void aWorkerReleasesOnlyWhenItsCancelledHandlerHasReturnedOrItsPatienceEnds() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.arrives(1, WEST, first);
    stage.world.handlers().nextCall(Handlers.Manner.STUBBORN);
    stage.when(() -> !first.starts.isEmpty(), this::loseEastForGood);

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(first.starts.get(1).invocation.token())
        .isGreaterThan(first.starts.get(0).invocation.token());
    assertThat(stage.count("sink refused an older token")).isEqualTo(1);
  }

  @Test
  void aCallThatOutlastsItsAttemptTakesNoEffectAfterTheNextOne() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, first, second);
    stage.world.handlers().nextCall(Handlers.Manner.STUBBORN);

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(first.starts.get(1).invocation.token())
        .isGreaterThan(first.starts.get(0).invocation.token());
    assertThat(stage.count("sink refused an older token")).isEqualTo(1);
  }

  @Test
  void aLedgerOutageCountsNoAttempt() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, first, second);
    stage.arrives(16, WEST, first, second);
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.at(3.5, stage.world.ledger()::goDown); // west has seen east's latest beat
    stage.at(31, stage.world.broker(EAST)::goDown);
    stage.at(32, stage.world.ledger()::comeBack);
    stage.at(50, stage.world.broker(EAST)::comeBack);
    stage.runUntil(38);
    assertThat(stage.count("fact Claimed TAKEOVER")).as("not a lease later").isZero();

    stage.drain();

    assertThat(stage.count("fact AttemptFailed")).isZero();
    assertThat(first.starts.get(first.starts.size() - 1).invocation.attempt()).isEqualTo(1);
  }

  @Test
  void theOtherRegionGoesOnWhenTheOwnersBrokerIsGoneForGood() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, first);
    stage.arrives(2, WEST, first, second); // east has claimed by then
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(() -> !first.starts.isEmpty(), stage.world.broker(EAST)::goDown);

    stage.runUntil(30);

    assertThat(stage.cursor(P)).isEqualTo(2);
    assertThat(stage.count("fact Claimed TAKEOVER")).isZero();
  }

  @Test
  void aClaimWithOnlyCoveredMessagesLeftIsReleasedWhenItsWorkerDies() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.arrives(16, WEST, first);
    stage.when(() -> stage.cursor(P) == 1, () -> stage.workerOf(east).die());

    stage.runUntil(10);

    assertThat(stage.record().status()).isEqualTo(SessionStatus.IDLE);
    stage.drain();
    assertThat(first.starts).hasSize(1);
  }

  @Test
  void aPausedOwnersLateEffectIsRefused() {
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.arrives(1, WEST, first);
    stage.world.handlers().nextCall(Handlers.Manner.STUBBORN);
    stage.when(() -> !first.starts.isEmpty(), () -> east.pause(true));
    stage.at(60, east::resume);

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(stage.count("fact Claimed TAKEOVER")).isEqualTo(1);
    assertThat(stage.count("sink refused an older token")).isEqualTo(1);
  }

  @Test
  void aRenewedClaimIsServedWhenTheSameProcessGetsTheSessionAgain() {
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.STUBBORN);
    stage.when(
        () -> first.starts.size() == 1,
        () -> stage.world.handlers().nextCall(Handlers.Manner.STUBBORN));
    stage.when(() -> first.starts.size() == 2, () -> stage.loseLock(EAST));

    stage.drain();

    assertThat(stage.count("fact Claimed ORPHAN")).isZero();
    assertThat(first.completed).isTrue();
  }

  @Test
  void aClaimThatItsDeadWorkerWasRenewingIsReleased() {
    ReceiverProcess neighbour = stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(3, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.STUBBORN);
    stage.when(
        () -> !first.starts.isEmpty(),
        () -> {
          long token = stage.record().token();
          stage.when(() -> stage.record().token() > token, () -> owner(neighbour).die());
        });

    stage.drain();

    assertThat(stage.count("fact Claimed TAKEOVER")).isZero();
    assertThat(stage.world.ground().timeline().now()).isLessThan(Duration.ofMinutes(2));
  }

  private WatchedWorker owner(ReceiverProcess neighbour) {
    ReceiverProcess owner = east.workers().isEmpty() ? neighbour : east;
    return stage.workerOf(owner);
  }

  /** East's lock is lost, and east gets no session any more. */
  private void loseEastForGood() {
    stage.world.broker(EAST).queues().forEach(queue -> queue.copies().forEach(queue::drop));
    stage.loseLock(EAST);
  }
}
