package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What single events do to a worker, and when it asks to be woken. */
class SessionWorkerEventsTest {

  private static final RegionName WEST = new RegionName("west");
  private static final Duration QUIET = FlowSettings.ofDefaults().pace().idle().quiet();

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void copiesThatComeTogetherAreAllInHandBeforeTheRecordIsLookedAt() {
    List<WorkerEffect> effects =
        driver.worker.on(
            List.of(
                new WorkerEvent.Delivered(driver.copy(1, 2, 1)),
                new WorkerEvent.Delivered(driver.copy(2, 1, 0))),
            driver.now());

    assertThat(effects)
        .hasAtLeastOneElementOfType(WorkerEffect.Create.class)
        .doesNotHaveAnyElementsOfTypes(WorkerEffect.ReadRecord.class);
  }

  @Test
  void aWorkerWithNothingInHandStopsWhenItsLastSettlementIsThrough() {
    ownedElsewhere(1);
    driver.deliver(1, 0);
    driver.tick(Duration.ofSeconds(1));
    assertThat(driver.worker.isStopped()).isFalse();

    driver.hand(new WorkerEvent.Settled(1));

    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void aSettlementThatOthersFollowIsNoOccasionToLookAround() {
    ownedElsewhere(2);
    driver.deliver(1, 0);
    driver.deliver(2, 1);
    driver.deliver(4, 3);

    List<WorkerEffect> effects =
        driver.worker.on(new WorkerEvent.Settled(1), later(Duration.ofHours(1)));

    assertThat(effects).isEmpty();
  }

  @Test
  void aDroppedDuplicateIsToldOf() {
    ownedElsewhere(1);

    driver.deliver(1, 0);

    assertThat(driver.facts(WorkerFact.DuplicateDropped.class)).hasSize(1);
  }

  @Test
  void aSessionThatDropsADuplicateHasMoved() {
    ownedElsewhere(1);
    driver.deliver(3, 2);
    driver.tick(Duration.ofSeconds(50));
    driver.deliver(1, 0);

    driver.tick(Duration.ofSeconds(59));
    assertThat(driver.facts(WorkerFact.Stuck.class)).isEmpty();
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.facts(WorkerFact.Stuck.class)).hasSize(1);
  }

  @Test
  void aMessageOfANewerVersionStaysInHandAndIsToldOf() {
    driver.hand(new WorkerEvent.Delivered(newer(9)));

    assertThat(driver.facts(WorkerFact.Stuck.class))
        .containsExactly(
            new WorkerFact.Stuck("message m has headers of version 9: upgrade this receiver"));
    assertThat(driver.worker.inHand()).isEqualTo(1);
    assertThat(driver.settled()).isEmpty();
  }

  @Test
  void aSecondDrainCancelsTheCallThatTheFirstLetFinish() {
    driver.deliver(1, 0);
    driver.hand(new WorkerEvent.Drain());
    assertThat(driver.all(WorkerEffect.CancelHandler.class)).isEmpty();

    driver.hand(new WorkerEvent.Drain());

    assertThat(driver.all(WorkerEffect.CancelHandler.class)).hasSize(1);
  }

  @Test
  void aWorkerThatHearsOfItsLostLeaseCancelsItsCallAtOnce() {
    driver.deliver(1, 0);

    driver.hand(new WorkerEvent.LeaseLost());

    assertThat(driver.all(WorkerEffect.CancelHandler.class)).hasSize(1);
  }

  @Test
  void newsOfAnOwnerMakeAParkedWorkerLookAtOnce() {
    ownedElsewhere(0);
    driver.deliver(1, 0);
    driver.deliver(2, 1);
    int reads = driver.reads;

    driver.hand(new WorkerEvent.RecheckOwner());

    assertThat(driver.reads).isEqualTo(reads + 1);
  }

  @Test
  void aRetryDoesNotWaitForItsBackOffWhenTheHandlerIsBack() {
    driver.deliver(1, 0);
    driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));
    assertThat(driver.calls()).isEqualTo(1);

    driver.hand(new WorkerEvent.HandlerBack());

    assertThat(driver.calls()).isEqualTo(2);
  }

  @Test
  void aMessageThatMayNotRunYetWakesItsWorkerInTime() {
    driver.deliverForLater(1, 0, Duration.ofSeconds(10));

    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .last()
        .isEqualTo(wakeIn(Duration.ofSeconds(9)));
  }

  @Test
  void aWriteWithoutAnAnswerWakesItsWorkerToIssueItAgain() {
    driver.nextWrites.add(new WriteOutcome.Unknown("dropped on its way"));

    driver.deliver(1, 0);

    assertThat(driver.all(WorkerEffect.WakeAt.class)).contains(wakeIn(Duration.ofMillis(50)));
  }

  @Test
  void theQuietTimeOfAPlaceThatOthersWaitForBeginsWithTheLatestCopy() {
    driver.demand.isPressing = true;
    driver.tick(QUIET);
    driver.deliver(1, 0);
    driver.completes();
    assertThat(driver.facts(WorkerFact.PlaceGivenUp.class)).isEmpty();

    driver.tick(QUIET);

    assertThat(driver.facts(WorkerFact.PlaceGivenUp.class)).hasSize(1);
  }

  @Test
  void aGapIsAsOldAsItsFirstCopyInHandThoughACallWasOutWhenThatCame() {
    driver.deliver(1, 0);
    driver.deliver(new StreamId("gappy"), 2, 1, EAST);
    driver.tick(Duration.ofSeconds(31));
    driver.completes();

    driver.tick(Duration.ofSeconds(2)); // the claim goes back
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.facts(WorkerFact.GapReported.class)).hasSize(1);
  }

  @Test
  void aSuspectLeavesTheGateWhenItsEndStands() {
    driver.judgement = OwnerState.DEAD;
    ownedElsewhere(0);
    driver.deliver(STREAM, 1, 0, WEST);
    assertThat(entersAlone("first")).as("while it runs").isFalse();
    driver.gate().leave(new ClaimId("first"));

    driver.completes();

    assertThat(entersAlone("second")).isTrue();
  }

  @Test
  void aSessionWithNothingLeftInHandGetsNoProbeOfAHandlerThatIsAway() {
    driver.deliver(1, 0);
    for (int i = 0; i < 3; i++) {
      driver.tick(Duration.ofSeconds(1));
      driver.returns(
          new HandlerOutcome.Retry(
              FailureKind.UNREACHED, "nobody listens", Optional.empty(), Optional.empty()));
    }
    driver.tick(Duration.ofSeconds(10)); // the claim goes back
    driver.beside(record -> record.withProgress(done(1)));

    driver.tick(Duration.ofSeconds(3));

    assertThat(driver.settled()).containsExactly("s-1 Complete");
    assertThat(driver.health.poll(driver.now().monotonic()).turns()).isEmpty();
  }

  private boolean entersAlone(String claim) {
    return driver
        .gate()
        .enter(
            new StartGate.Ticket(new ClaimId(claim), 1),
            driver.now().monotonic(),
            Duration.ofMinutes(1));
  }

  private WorkerEffect.WakeAt wakeIn(Duration time) {
    return new WorkerEffect.WakeAt(driver.now().monotonic().plus(time));
  }

  private Now later(Duration by) {
    MonotonicTime monotonic = driver.now().monotonic().plus(by);
    return new Now(monotonic, driver.now().wall().plus(by));
  }

  /** A worker of another region has the session, and has ended messages 1 to {@code seq}. */
  private void ownedElsewhere(long seq) {
    Custody custody = new Custody(SessionStatus.WORKING, OTHER, 100, null);
    WriteMark stamp = WriteMark.of(new WriteId("w"), Instant.EPOCH);
    SessionRecord record = SessionRecord.first(SESSION, custody, stamp);
    driver.record = seq == 0 ? record : record.withProgress(done(seq));
  }

  private static Progress done(long seq) {
    return ProgressRule.ended(
        Progress.NONE, new Position(STREAM, seq, seq - 1), EndState.DONE, "", Instant.EPOCH);
  }

  private static Delivery newer(int schema) {
    Message message =
        new Message(
            SESSION,
            new MessageId("m"),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null));
    return new Delivery(1, new ParsedHeaders.Newer(schema), message);
  }
}
