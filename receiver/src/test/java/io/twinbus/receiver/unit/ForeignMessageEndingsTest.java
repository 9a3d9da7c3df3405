package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.FlowSettings.OnPoison;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How calls of messages without Twinbus headers end that do not end well. */
class ForeignMessageEndingsTest {

  private static final HandlerOutcome NO_ANSWER =
      new HandlerOutcome.EndUnknown("the connection broke", Optional.empty());

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aMessageThatFailedIsTriedAgainFromWhatItsWorkerKnowsOfItWithoutALook() {
    driver.deliverForeign("a");
    driver.returns(new HandlerOutcome.Retry("it failed", Optional.empty()));

    driver.tick(Duration.ofSeconds(10));

    assertThat(driver.calls()).isEqualTo(2);
    assertThat(driver.all(WorkerEffect.CreateMessage.class)).hasSize(1);
    assertThat(driver.all(WorkerEffect.ReadMessage.class)).isEmpty();
  }

  @Test
  void aSinkThatHasSeenANewerTokenMakesTheWorkerGiveTheMessageAndItsClaimBack() {
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(driver.messages.open("a").owner()).isNull();
    assertThat(session().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.settled()).isEmpty();
    assertThat(driver.facts(WorkerFact.Fenced.class)).hasSize(1);
  }

  @Test
  void afterANewerTokenTheWorkerClaimsAgainWhenAnotherCouldHaveComeIn() {
    driver.deliverForeign("a");
    driver.returns(new HandlerOutcome.Fenced());
    assertThat(driver.calls()).isEqualTo(1);

    driver.tick(Duration.ofSeconds(2));

    assertThat(driver.calls()).isEqualTo(2);
  }

  @Test
  void aCallWhoseEndIsUnknownIsFollowedUnderAHigherToken() {
    driver.deliverForeign("a");
    long first = driver.lastCall().invocation().token();

    driver.returns(NO_ANSWER);
    driver.tick(Duration.ofSeconds(10));

    assertThat(driver.calls()).isEqualTo(2);
    assertThat(driver.lastCall().invocation().token()).isEqualTo(first + 1);
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
  }

  @Test
  void aCallWhoseEndIsUnknownIsRepeatedAfterItsBackOff() {
    driver.deliverForeign("a");

    driver.returns(NO_ANSWER);

    assertThat(driver.calls()).isEqualTo(1);
  }

  @Test
  void aCallWhoseEndIsUnknownIsToldOf() {
    driver.deliverForeign("a");

    driver.returns(NO_ANSWER);

    assertThat(driver.facts(WorkerFact.AttemptFailed.class)).hasSize(1);
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
    assertThat(driver.calls()).isEqualTo(1);
  }

  @Test
  void withInDoubtBlockACallThatDoesNotReturnHoldsTheSession() {
    driver = new WorkerDriver(settings(InDoubt.BLOCK, OnPoison.DEAD_LETTER));
    driver.deliverForeign("a");

    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5));

    assertThat(session().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(driver.calls()).isEqualTo(1);
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

    assertThat(driver.facts(WorkerFact.AttemptFailed.class)).hasSize(1);
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
    assertThat(driver.facts(WorkerFact.Fenced.class)).hasSize(1);
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

    assertThat(driver.facts(WorkerFact.DuplicateDropped.class)).hasSize(1);
    assertThat(driver.facts(WorkerFact.Ended.class)).isEmpty();
  }

  @Test
  void anEndIsToldOf() {
    driver.deliverForeign("a");

    driver.completes();

    assertThat(driver.facts(WorkerFact.Ended.class))
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

  private SessionRecord session() {
    return Objects.requireNonNull(driver.record);
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
