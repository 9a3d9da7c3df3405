package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.FlowSettings.OnPoison;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How calls of messages without Twinbus headers end that do not end well. */
class ForeignMessageEndingsTest {

  private static final Owner OTHER =
      new Owner(new RegionName("west"), new InstanceId("other"), new ClaimId("his"));
  private static final HandlerOutcome NO_ANSWER =
      new HandlerOutcome.EndUnknown("the connection broke", Optional.empty());

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aSinkThatHasSeenANewerTokenMakesTheWorkerGiveTheMessageAndItsClaimBack() {
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(driver.messages.open("a").owner()).isNull();
    assertThat(session().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.settled()).isEmpty();
    assertThat(facts(WorkerFact.Fenced.class)).hasSize(1);
  }

  @Test
  void afterANewerTokenTheWorkerClaimsAgainWhenAnotherCouldHaveComeIn() {
    driver.deliverForeign("a");
    driver.returns(new HandlerOutcome.Fenced());
    assertThat(calls()).isEqualTo(1);

    driver.tick(Duration.ofSeconds(2));

    assertThat(calls()).isEqualTo(2);
  }

  @Test
  void aCallWhoseEndIsUnknownIsFollowedUnderAHigherToken() {
    driver.deliverForeign("a");
    long first = driver.lastCall().invocation().token();

    driver.returns(NO_ANSWER);
    driver.tick(Duration.ofSeconds(10));

    assertThat(calls()).isEqualTo(2);
    assertThat(driver.lastCall().invocation().token()).isEqualTo(first + 1);
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
  }

  @Test
  void aCallWhoseEndIsUnknownIsRepeatedAfterItsBackOff() {
    driver.deliverForeign("a");

    driver.returns(NO_ANSWER);

    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void aCallWhoseEndIsUnknownIsToldOf() {
    driver.deliverForeign("a");

    driver.returns(NO_ANSWER);

    assertThat(facts(WorkerFact.AttemptFailed.class)).hasSize(1);
  }

  @Test
  void withInDoubtBlockACallWhoseEndIsUnknownHoldsTheSession() {
    driver = new WorkerDriver(settings(InDoubt.BLOCK, OnPoison.DEAD_LETTER));
    driver.deliverForeign("a");

    driver.returns(NO_ANSWER);
    driver.tick(Duration.ofMinutes(1));

    assertThat(session().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(Objects.requireNonNull(session().custody().block()).reason())
        .contains("the connection broke");
    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void withInDoubtBlockACallThatDoesNotReturnHoldsTheSession() {
    driver = new WorkerDriver(settings(InDoubt.BLOCK, OnPoison.DEAD_LETTER));
    driver.deliverForeign("a");

    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5));

    assertThat(session().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void withInDoubtBlockACallThatFailsAfterItWasCancelledHoldsTheSession() {
    driver = new WorkerDriver(settings(InDoubt.BLOCK, OnPoison.DEAD_LETTER));
    driver.deliverForeign("a");
    driver.tick(Duration.ofSeconds(60));

    driver.returns(new HandlerOutcome.Retry("it was cancelled", Optional.empty()));

    assertThat(session().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(driver.messages.open("a").tries().failures()).isZero();
  }

  @Test
  void aFailureIsToldOf() {
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));

    assertThat(facts(WorkerFact.AttemptFailed.class)).hasSize(1);
  }

  @Test
  void aMessageThatItsHandlerRefusesIsDeadWithTheHandlersReason() {
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.DeadLetter("NoSuchOrder", "order 7 is unknown"));

    assertThat(driver.messages.over("a").state()).isEqualTo(EndState.DEAD);
    assertThat(driver.messages.over("a").reason()).isEqualTo("NoSuchOrder");
    assertThat(driver.settled()).containsExactly("a DeadLetter");
  }

  @Test
  void withOnPoisonBlockAMessageThatItsHandlerRefusesHoldsTheSession() {
    driver = new WorkerDriver(settings(InDoubt.RERUN, OnPoison.BLOCK));
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.DeadLetter("NoSuchOrder", "order 7 is unknown"));

    assertThat(session().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(Objects.requireNonNull(session().custody().block()).reason())
        .contains("NoSuchOrder");
    assertThat(driver.settled()).isEmpty();
  }

  @Test
  void aStateThatIsTooLargeIsAFailureAndIsNotKept() {
    driver = new WorkerDriver(maxState(3));
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("1234"))));

    assertThat(driver.messages.open("a").tries().failures()).isEqualTo(1);
    assertThat(session().state()).isEmpty();
    assertThat(driver.settled()).isEmpty();
  }

  @Test
  void aStateAsLargeAsIsAllowedIsKept() {
    driver = new WorkerDriver(maxState(3));
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("123"))));

    assertThat(session().state()).contains(Body.ofUtf8("123"));
    assertThat(driver.settled()).containsExactly("a Complete");
  }

  @Test
  void whatAnotherWorkerHasTakenMeanwhileIsLeftToItAndTheWorkerStops() {
    driver.deliverForeign("a");
    MessageContent.Open his = takenByAnother();

    driver.completes();

    assertThat(driver.messages.open("a")).isEqualTo(his);
    assertThat(driver.settled()).isEmpty();
    assertThat(facts(WorkerFact.Fenced.class)).hasSize(1);
    assertThat(driver.worker.isStopped()).isTrue();
  }

  @Test
  void whatAnotherWriterHasEndedMeanwhileIsSettledAsItSays() {
    driver.deliverForeign("a");
    driver.messages.put(new MessageContent.Over(new MessageId("a"), EndState.DEAD, "Unwanted", 5));

    driver.completes();

    assertThat(driver.messages.over("a").reason()).isEqualTo("Unwanted");
    assertThat(driver.settled()).containsExactly("a DeadLetter");
  }

  @Test
  void whatAnotherWriterHasEndedMeanwhileIsToldOfAsADuplicate() {
    driver.deliverForeign("a");
    driver.messages.put(new MessageContent.Over(new MessageId("a"), EndState.DEAD, "Unwanted", 5));

    driver.completes();

    assertThat(facts(WorkerFact.DuplicateDropped.class)).hasSize(1);
    assertThat(facts(WorkerFact.Ended.class)).isEmpty();
  }

  @Test
  void anEndIsToldOf() {
    driver.deliverForeign("a");

    driver.completes();

    assertThat(facts(WorkerFact.Ended.class))
        .extracting(WorkerFact.Ended::state)
        .containsExactly(EndState.DONE);
  }

  @Test
  void theEndIsWrittenAgainWhereTheRecordIsGone() {
    driver.deliverForeign("a");
    driver.messages.remove(WorkerDriver.SESSION, MessageKey.of(new MessageId("a")));

    driver.completes();

    assertThat(driver.messages.over("a").state()).isEqualTo(EndState.DONE);
    assertThat(driver.settled()).containsExactly("a Complete");
  }

  @Test
  void theEndIsWrittenOverAnothersChangeThatLeftTheClaim() {
    driver.deliverForeign("a");
    MessageContent.Open mine = driver.messages.open("a");
    driver.messages.put(mine.withTries(mine.tries().withStarted(false)));

    driver.completes();

    assertThat(driver.messages.over("a").state()).isEqualTo(EndState.DONE);
    assertThat(driver.settled()).containsExactly("a Complete");
  }

  @Test
  void aMessageClaimedByItselfKeepsNoStateForItsSession() {
    driver = byMessage();
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("1"))));

    assertThat(driver.messages.open("s-1").tries().failures()).isEqualTo(1);
    assertThat(driver.settled()).isEmpty();
    assertThat(driver.record).isNull();
  }

  @Test
  void aMessageClaimedByItselfGoesBackWhenItsSinkHasSeenANewerToken() {
    driver = byMessage();
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(driver.messages.open("s-1").owner()).isNull();
    assertThat(calls()).as("it stands back").isEqualTo(1);
    driver.tick(Duration.ofSeconds(2));
    assertThat(calls()).isEqualTo(2);
  }

  @Test
  void aMessageClaimedByItselfWhoseCallDoesNotReturnIsFollowedUnderAHigherToken() {
    driver = byMessage();
    driver.deliver(1, 0);
    long first = driver.lastCall().invocation().token();
    ClaimId claim = claimOnMessage();

    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5));
    driver.tick(Duration.ofSeconds(1));

    assertThat(calls()).isEqualTo(2);
    assertThat(driver.lastCall().invocation().token()).isGreaterThan(first);
    assertThat(claimOnMessage()).isNotEqualTo(claim);
  }

  @Test
  void aMessageClaimedByItselfThatAnotherHasTakenIsLeftToItAndTheWorkerGoesOn() {
    driver = byMessage();
    driver.deliver(1, 0);
    driver.messages.put(
        new MessageContent.Open(
            new MessageId("s-1"),
            OTHER,
            driver.messages.open("s-1").token() + 1,
            MessageAttempts.first(0).withStarted(true)));

    driver.completes();

    assertThat(driver.messages.open("s-1").owner()).isEqualTo(OTHER);
    assertThat(driver.settled()).isEmpty();
    assertThat(driver.worker.isStopped()).isFalse();
  }

  @Test
  void aMessageThatNobodyHadIsClaimedAsFree() {
    driver = byMessage();

    driver.deliver(1, 0);

    assertThat(facts(WorkerFact.Claimed.class))
        .extracting(WorkerFact.Claimed::kind)
        .containsExactly(ClaimDecision.Kind.FREE);
  }

  @Test
  void aMessageOfADeadWorkerIsClaimedAsATakeoverUnderTheNextToken() {
    driver = byMessage();
    driver.messages.startedBy(OTHER, "s-1");
    driver.judgement = OwnerState.DEAD;

    driver.deliver(1, 0);

    assertThat(facts(WorkerFact.Claimed.class))
        .containsExactly(new WorkerFact.Claimed(ClaimDecision.Kind.TAKEOVER, 6));
  }

  @Test
  void aMessageThatALivingWorkerHasParksTheSession() {
    driver = byMessage();
    driver.messages.startedBy(OTHER, "s-1");

    driver.deliver(1, 0);

    assertThat(facts(WorkerFact.Parked.class))
        .extracting(WorkerFact.Parked::reason)
        .containsExactly(WorkerFact.Parked.Reason.OWNED_ELSEWHERE);
  }

  @Test
  void aMessageThatALivingWorkerHasIsReadAgainAReadIntervalLater() {
    driver = byMessage();
    driver.messages.startedBy(OTHER, "s-1");
    driver.deliver(1, 0);
    int reads = driver.all(WorkerEffect.ReadMessage.class).size();

    driver.tick(Duration.ofMillis(1));
    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(reads);
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(reads + 1);
  }

  private MessageContent.Open takenByAnother() {
    MessageContent.Open his =
        new MessageContent.Open(
            new MessageId("a"),
            OTHER,
            driver.messages.open("a").token() + 1,
            MessageAttempts.first(0).withStarted(true));
    driver.messages.put(his);
    return his;
  }

  private ClaimId claimOnMessage() {
    return Objects.requireNonNull(driver.messages.open("s-1").owner()).claim();
  }

  private int calls() {
    return driver.all(WorkerEffect.StartHandler.class).size();
  }

  private <F extends WorkerFact> List<F> facts(Class<F> type) {
    return driver.all(WorkerEffect.Report.class).stream()
        .map(WorkerEffect.Report::fact)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private SessionRecord session() {
    return Objects.requireNonNull(driver.record);
  }

  private static WorkerDriver byMessage() {
    return new WorkerDriver(
        FlowSettings.ofDefaults().withRecords(new FlowSettings.Records(ClaimScope.MESSAGE, 256)));
  }

  private static FlowSettings maxState(int bytes) {
    FlowSettings.Commit usual = FlowSettings.ofDefaults().commit();
    return FlowSettings.ofDefaults()
        .withCommit(new FlowSettings.Commit(usual.group(), bytes, usual.gather()));
  }

  private static FlowSettings settings(InDoubt inDoubt, OnPoison onPoison) {
    FlowSettings.Attempts usual = FlowSettings.ofDefaults().attempts();
    return FlowSettings.ofDefaults()
        .withAttempts(
            new FlowSettings.Attempts(
                usual.max(), usual.backoff(), usual.handlerTimeout(), onPoison, inDoubt));
  }
}
