package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerFact.Parked.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a worker does about a session that it may not claim, or not yet. */
class UnclaimedSessionTest {

  private static final RegionName WEST = new RegionName("west");
  private static final SessionId ELSEWHERE = new SessionId("elsewhere");
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Progress MISSED =
      GapRule.reported(Progress.NONE, STREAM, WEST, 2, Instant.EPOCH);
  private static final Progress STARTED =
      SuspectRule.aboutToStart(Progress.NONE, new Position(STREAM, 1, 0));

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aBlockedSessionIsSaidToWaitForAnOperator() {
    driver.record = record(blocked(), Progress.NONE);

    driver.deliver(1, 0);

    assertThat(parked()).containsExactly(Reason.BLOCKED);
  }

  @Test
  void aSessionThatALivingWorkerHasIsSaidToBeOwnedElsewhere() {
    driver.record = record(working(), Progress.NONE);

    driver.deliver(1, 0);

    assertThat(parked()).containsExactly(Reason.OWNED_ELSEWHERE);
  }

  @Test
  void aParkedWorkerWakesUpWhenItsViewOfTheRecordIsOld() {
    driver.record = record(working(), Progress.NONE);

    driver.deliver(1, 0);

    assertThat(nextWakeUp()).isEqualTo(LOOK);
  }

  @Test
  void aSessionThatWasClaimedInBetweenIsSaidToBeOwnedElsewhereAgain() {
    driver.record = record(working(), Progress.NONE);
    driver.deliver(1, 0);
    driver.beside(record -> record.withCustody(idle()));
    driver.tick(LOOK);
    driver.completes();
    driver.tick(Duration.ofSeconds(2)); // the claim is released
    driver.beside(record -> record.withCustody(record.custody().claimedBy(OTHER)));

    driver.deliver(2, 1);

    assertThat(parked()).containsExactly(Reason.OWNED_ELSEWHERE, Reason.OWNED_ELSEWHERE);
  }

  @Test
  void aReadThatFailsIsRepeatedAfterALookInterval() {
    driver.ledgerAnswers = false;
    driver.deliver(2, 1);

    driver.hand(new WorkerEvent.RecordRead(new ReadOutcome.Unknown<>("no answer")));

    assertThat(nextWakeUp()).isEqualTo(LOOK);
  }

  @Test
  void anOwnerThatMayHaveChangedIsLookedForAtOnce() {
    driver.record = record(working(), Progress.NONE);
    driver.deliver(1, 0);
    int looks = driver.reads;

    driver.hand(new WorkerEvent.RecheckOwner());

    assertThat(driver.reads).isEqualTo(looks + 1);
  }

  @Test
  void whatALivingOwnersRegionMissesAndThisOneHasIsReportedNoLonger() {
    driver.record = record(working(), MISSED);

    driver.deliver(1, 0);

    assertThat(onRecord().progress().waiting()).isEmpty();
    assertThat(onRecord().custody().owner()).isEqualTo(OTHER);
  }

  @Test
  void whatAnotherRegionMissesIsReportedNoLongerThoughTheHandlerIsAway() {
    driver.record = record(idle(), MISSED);
    goAway();

    driver.deliver(STREAM, 1, 0, WEST);

    assertThat(onRecord().progress().waiting()).isEmpty();
    assertThat(onRecord().custody().owner()).isNull();
  }

  @Test
  void aSessionThatIsHeldForAStartInDoubtIsHeldThoughAnotherRegionMissesItsMessage() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.record = record(idle(), GapRule.reported(STARTED, STREAM, WEST, 2, Instant.EPOCH));

    driver.deliver(STREAM, 1, 0, WEST);

    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(driver.facts(WorkerFact.Blocked.class)).hasSize(1);
  }

  @Test
  void aSessionThatIsHeldAgainIsSaidToWaitForAnOperatorAgain() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.record = record(blocked(), STARTED);
    driver.deliver(1, 0);
    driver.beside(record -> record.withCustody(idle()));

    driver.tick(LOOK);

    assertThat(onRecord().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(parked()).containsExactly(Reason.BLOCKED, Reason.BLOCKED);
  }

  @Test
  void aGapThatOnlyALivingOwnerCouldReportIsSaidToWaitForIt() {
    driver.record = record(working(), Progress.NONE);
    driver.deliver(2, 1);
    assertThat(parked()).containsExactly(Reason.GAP);

    for (int second = 0; second <= 31; second++) {
      driver.tick(Duration.ofSeconds(1));
    }

    assertThat(parked()).containsExactly(Reason.GAP, Reason.OWNED_ELSEWHERE);
  }

  @Test
  void whatOnlyANewerReceiverCanReadIsSaidToWaitForOne() {
    Delivery copy = driver.copy(1, 1, 0);

    driver.hand(
        new WorkerEvent.Delivered(new Delivery(1, new ParsedHeaders.Newer(9), copy.message())));

    assertThat(parked()).containsExactly(Reason.NEWER);
  }

  @Test
  void aWorkerThatHasWaitedForLongStopsOnlyWhenNothingMoreComes() {
    driver.record = record(working(), Progress.NONE);
    driver.deliver(1, 0);
    driver.tick(Duration.ofSeconds(10));
    driver.beside(record -> record.withProgress(done()));
    driver.tick(LOOK);
    driver.hand(new WorkerEvent.Settled(1));
    assertThat(driver.worker.isStopped()).isFalse();

    driver.tick(Duration.ofMillis(500));

    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aWorkerThatStandsBackWakesUpWhenItMayClaimAgain() {
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(nextWakeUp()).isEqualTo(LOOK.multipliedBy(2));
  }

  @Test
  void aWorkerThatStandsBackDoesNotSayThatItWaitsForANewerReceiver() {
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(driver.worker.isAtWork()).isFalse();
    assertThat(parked()).isEmpty();
  }

  @Test
  void aCopyThatMayBeOfANewSessionIsLookedUpWhileTheHandlerIsAway() {
    Position first = new Position(STREAM, 1, 0);
    driver.record =
        record(idle(), ProgressRule.ended(Progress.NONE, first, EndState.DONE, "", Instant.EPOCH));
    goAway();

    driver.deliver(1, 0);

    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(driver.calls()).isZero();
  }

  @Test
  void aTurnForASessionThatAnotherWorkerHasTakenGoesToTheNextOne() {
    driver.record = record(idle(), Progress.NONE);
    goAway();
    driver.deliver(STREAM, 1, 0, WEST);
    driver.health.mayCall(ELSEWHERE, driver.now().monotonic()); // waits, too
    driver.tick(LOOK);
    driver.beside(record -> record.withCustody(record.custody().claimedBy(OTHER)));

    driver.turn();

    assertThat(driver.health.poll(driver.now().monotonic()).turns()).containsExactly(ELSEWHERE);
  }

  /** Three calls of another session in a row did not reach the handler. */
  private void goAway() {
    for (int i = 0; i < 3; i++) {
      driver.health.failed(
          new HandlerHealth.Call(ELSEWHERE, "m", driver.now().monotonic()),
          FailureKind.UNREACHED,
          "nobody listens",
          driver.now().monotonic());
    }
    assertThat(driver.health.isAway()).isTrue();
  }

  private List<Reason> parked() {
    return driver.facts(WorkerFact.Parked.class).stream().map(WorkerFact.Parked::reason).toList();
  }

  /** How long after now the worker wakes up, behind the wake-up that every worker begins with. */
  private Duration nextWakeUp() {
    MonotonicTime present = driver.now().monotonic();
    driver.tick(Duration.ofMillis(500));
    List<WorkerEffect.WakeAt> all = driver.all(WorkerEffect.WakeAt.class);
    return all.get(all.size() - 1).time().since(present);
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }

  private static Custody idle() {
    return new Custody(SessionStatus.IDLE, null, 100, null);
  }

  private static Custody working() {
    return new Custody(SessionStatus.WORKING, OTHER, 100, null);
  }

  private static Custody blocked() {
    return idle().blocked(new Block("look into it", null, "ann", Instant.EPOCH));
  }

  private static Progress done() {
    return ProgressRule.ended(
        Progress.NONE, new Position(STREAM, 1, 0), EndState.DONE, "", Instant.EPOCH);
  }

  private static SessionRecord record(Custody custody, Progress progress) {
    return SessionRecord.first(SESSION, custody, WriteMark.of(new WriteId("w"), Instant.EPOCH))
        .withProgress(progress);
  }
}
