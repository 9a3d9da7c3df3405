package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.LoneWorker.SETTINGS;
import static io.twinbus.receiver.session.state.LoneWorker.after;
import static io.twinbus.receiver.session.state.LoneWorker.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.state.LifeState.StopReason;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerStateTest {

  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
  private static final ClaimId CLAIM = new ClaimId("one");
  private static final ClaimId NEXT = new ClaimId("next");

  private final LoneWorker worker = new LoneWorker();
  private final List<String> served = worker.served;
  private final HandlerHealth health = worker.health;
  private final WorkerState state = worker.state;

  @Test
  void theClaimsOfItsStateAreServedAndNoOthers() {
    state.enter(new SessionState.Claiming(CLAIM));
    state.enter(new SessionState.Claimed(CLAIM, Optional.empty()));
    assertThat(served).containsExactly("+one");
    assertThat(state.claim()).isEqualTo(CLAIM);

    state.enter(new SessionState.Renewing(CLAIM, NEXT));
    state.enter(new SessionState.Claimed(NEXT, Optional.empty()));
    assertThat(served).containsExactly("+one", "+next", "-one");

    state.dropClaim();
    assertThat(served).containsExactly("+one", "+next", "-one", "-next");
    assertThat(state.claim()).isNull();
    state.dropClaim();
    assertThat(served).hasSize(4);
  }

  @Test
  void whatIsLegalInAnotherStateIsRefused() {
    assertThat(state.in(SessionState.Unclaimed.class)).isSameAs(state.session());
    assertThatThrownBy(() -> state.in(SessionState.Claimed.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("This is legal in Claimed, not in Unclaimed");
  }

  @Test
  void theHandlerIsCalledOnceAtATime() {
    HandlerCall call = call(Copies.copy(1, Copies.A, 1));
    assertThat(state.hasCall()).isFalse();

    state.start(call, invocation(), after(1));

    assertThat(state.hasCall()).isTrue();
    assertThat(state.effects.take(false))
        .containsExactly(
            new WorkerEffect.StartHandler(call.number(), call.delivery(), invocation()),
            new WorkerEffect.WakeAt(call.deadline()));
    assertThatThrownBy(() -> state.start(call, invocation(), after(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("A handler is called already");
  }

  @Test
  void callsAreNumberedFromOne() {
    assertThat(state.nextCall()).isEqualTo(1);
    assertThat(state.nextCall()).isEqualTo(2);
  }

  @Test
  void theCallThatLostItsLinkIsRemembered() {
    Delivery atWork = Copies.copy(1, Copies.A, 1);
    Delivery other = Copies.copy(2, Copies.A, 2);
    state.linkIsLost();
    assertThat(state.hasLostCallOf(atWork)).as("nothing was at work").isFalse();
    assertThat(state.lostWithItsLink()).isEmpty();

    state.start(call(atWork), invocation(), after(1));
    state.linkIsLost();

    assertThat(state.hasLostCallOf(atWork)).isTrue();
    assertThat(state.hasLostCallOf(other)).isFalse();
    assertThat(state.lostWithItsLink()).contains(Copies.positionOf(atWork));
    state.enter(CallState.NONE);
    state.linkIsLost();
    assertThat(state.hasLostCallOf(atWork)).as("a later loss finds nothing at work").isTrue();
  }

  @Test
  void noHandlerIsCalledBeforeItsTime() {
    state.times.callNotBefore(at(3));

    assertThat(state.mayCall(after(2))).isFalse();
    assertThat(state.effects.take(false)).containsExactly(new WorkerEffect.WakeAt(at(3)));
    assertThat(state.mayCall(after(3))).isTrue();
  }

  @Test
  void whileTheHandlerIsAwayTheWorkerAsksAgainAndAtTheLatestWhenItsClaimGoesBack() {
    goAway(after(4));

    assertThat(state.mayCall(after(5))).isFalse();
    assertThat(state.effects.take(false))
        .as("the claim goes back 10 s after the handler went away")
        .containsExactly(new WorkerEffect.WakeAt(at(14)));
    state.effects.woken();
    assertThat(state.mayCall(after(14))).isFalse();
    assertThat(state.effects.take(false))
        .as("that time is over")
        .containsExactly(new WorkerEffect.WakeAt(at(24)));
  }

  @Test
  void aProbeDoesNotWaitForTheBackOff() {
    goAway(after(4));
    state.times.retryAt(at(100));
    state.mayCall(after(5));

    assertThat(health.poll(at(60)).turns()).containsExactly(Copies.SESSION);

    assertThat(state.mayCall(after(60))).isTrue();
  }

  @Test
  void aSessionIsClaimedOnlyForAHandlerThatWorks() {
    assertThat(state.mayClaim(after(1))).isTrue();
    assertThat(state.effects.take(false)).isEmpty();
    goAway(after(4));

    assertThat(state.mayClaim(after(5))).isFalse();

    MonotonicTime stale = state.view.staleAt();
    assertThat(state.effects.take(false))
        .containsExactly(
            new WorkerEffect.Report(
                new WorkerFact.Parked(
                    WorkerFact.Parked.Reason.HANDLER_AWAY, "the handler is away: gone")),
            new WorkerEffect.WakeAt(MonotonicTime.earlier(stale, at(5).plus(ASK_AGAIN))));
    assertThat(state.waitsFor()).contains("the handler is away: gone");
  }

  @Test
  void itIsParkedOnceForOneReason() {
    assertThat(state.waitsFor()).isEmpty();
    state.park(WorkerFact.Parked.Reason.HANDLER_AWAY, "gone");
    state.park(WorkerFact.Parked.Reason.HANDLER_AWAY, "gone");
    assertThat(state.effects.take(false)).hasSize(1);

    state.unpark();
    assertThat(state.waitsFor()).as("what it waited for last").contains("gone");
    state.park(WorkerFact.Parked.Reason.HANDLER_AWAY, "gone");

    assertThat(state.effects.take(false)).hasSize(1);
  }

  @Test
  void aFailureWaitsForTheBackOff() {
    state.retry(new HandlerOutcome.Retry("it failed", Optional.empty()), 1, after(1));

    Duration first = SETTINGS.attempts().backoff().first();
    Duration wait = state.times.callNotBefore().since(at(1));
    assertThat(wait).isBetween(first.dividedBy(2), first.multipliedBy(2));
    state.times.handlerBack(after(1));
    assertThat(state.times.callNotBefore()).as("it is cut short").isEqualTo(at(1));
  }

  @Test
  void aFailureThatAsksForAPauseGetsIt() {
    state.retry(new HandlerOutcome.Retry("it failed", Optional.of(Duration.ZERO)), 1, after(1));
    assertThat(state.times.callNotBefore()).isEqualTo(at(1));

    state.retry(
        new HandlerOutcome.Retry("it failed", Optional.of(Duration.ofSeconds(60))), 1, after(1));

    state.times.handlerBack(after(2));
    assertThat(state.times.callNotBefore()).as("it is not cut short").isEqualTo(at(61));
  }

  @Test
  void aHandlerThatIsBusyIsLeftAloneForTheFirstBackOffAtLeast() {
    Duration first = SETTINGS.attempts().backoff().first();

    state.retry(throttled(first.minusMillis(1)), 1, after(1));
    assertThat(state.times.callNotBefore()).isEqualTo(at(1).plus(first));
    state.retry(throttled(first), 1, after(1));
    assertThat(state.times.callNotBefore()).isEqualTo(at(1).plus(first));
    state.retry(throttled(first.plusMillis(1)), 1, after(1));
    assertThat(state.times.callNotBefore()).isEqualTo(at(1).plus(first).plus(Duration.ofMillis(1)));
  }

  @Test
  void theGravestReasonToStopStands() {
    assertThat(state.isWorking()).isTrue();
    assertThat(state.isStoppingFor(StopReason.DRAIN)).isFalse();

    state.stopFor(StopReason.DRAIN);
    assertThat(state.isStoppingFor(StopReason.DRAIN)).isTrue();
    state.stopFor(StopReason.FENCED);
    state.stopFor(StopReason.BROKER_LOST);

    assertThat(state.isStoppingFor(StopReason.FENCED)).isTrue();
    assertThat(state.isStoppingFor(StopReason.BROKER_LOST)).isFalse();
    assertThat(state.isWorking()).isFalse();
    assertThat(state.isStopped()).isFalse();
    state.enter(new LifeState.Stopped(), "it is over");
    state.stopFor(StopReason.LEASE_LOST);
    assertThat(state.isStopped()).isTrue();
    assertThat(state.effects.take(true)).containsExactly(new WorkerEffect.Stop("it is over"));
  }

  @Test
  void whoIsFencedOrHasLostItsLeaseWritesNothing() {
    assertThat(state.mayWrite()).isTrue();

    for (StopReason why : StopReason.values()) {
      state.stopFor(why);
      assertThat(state.mayWrite())
          .as("%s", why)
          .isEqualTo(EnumSet.of(StopReason.DRAIN, StopReason.BROKER_LOST).contains(why));
    }
  }

  /** The clock on the wall may be put right meanwhile. */
  @Test
  void forATimeOnTheWallItLooksEveryHalfMinute() {
    state.wakeAtWall(Copies.NOW.plusSeconds(30), after(0));
    assertThat(state.effects.take(false)).containsExactly(new WorkerEffect.WakeAt(at(30)));
    state.effects.woken();
    state.wakeAtWall(Copies.NOW.plusSeconds(31), after(0));
    assertThat(state.effects.take(false)).containsExactly(new WorkerEffect.WakeAt(at(30)));
    state.effects.woken();
    state.wakeAtWall(Copies.NOW.plusSeconds(12), after(2));

    assertThat(state.effects.take(false)).containsExactly(new WorkerEffect.WakeAt(at(12)));
  }

  @Test
  void aCallThatLastsKeepsTheTurnThatItBeganIn() {
    goAway(after(4));
    state.mayCall(after(5));
    assertThat(health.poll(at(60)).turns()).containsExactly(Copies.SESSION);

    state.start(call(Copies.copy(1, Copies.A, 1)), invocation(), after(60));
    health.poll(at(90));

    assertThat(health.releasesAt(Copies.SESSION)).as("its call is the probe").isEmpty();
  }

  private void goAway(Now now) {
    health.works(Copies.SESSION, true);
    for (int call = 0; call < 3; call++) {
      health.begins(Copies.SESSION);
      health.failed(
          new HandlerHealth.Call(Copies.SESSION, "m", now.monotonic()),
          FailureKind.UNREACHED,
          "gone",
          now.monotonic());
    }
    assertThat(health.isAway()).isTrue();
  }

  private static HandlerOutcome.Retry throttled(Duration pause) {
    return new HandlerOutcome.Retry(
        FailureKind.THROTTLED, "busy", Optional.empty(), Optional.of(pause));
  }

  private static HandlerCall call(Delivery delivery) {
    return new HandlerCall(1, delivery, delivery.position(), 1, at(0), at(30));
  }

  private static Invocation invocation() {
    return new Invocation(
        1,
        1,
        Optional.empty(),
        Optional.empty(),
        new Invocation.Caller(new RegionName("east"), new InstanceId("me")),
        Duration.ofSeconds(30));
  }
}
