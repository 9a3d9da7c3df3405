package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.FailureCounts;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages without Twinbus headers. */
class ForeignMessageTest {

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aForeignMessageRunsUnderTheSessionsClaimAndEndsInItsOwnRecordBeforeItsCopyIsSettled() {
    driver.deliverForeign("a");

    assertThat(Objects.requireNonNull(driver.record).status()).isEqualTo(SessionStatus.WORKING);
    assertThat(driver.messages.open("a").tries().started()).isTrue();
    assertThat(driver.lastCall().invocation().position()).isEmpty();
    assertThat(driver.lastCall().invocation().token()).isEqualTo(driver.record.token());
    driver.ledgerAnswers = false;
    driver.completes();
    assertThat(driver.settled()).isEmpty();

    driver.answerNow();

    assertThat(driver.messages.over("a").state()).isEqualTo(EndState.DONE);
    assertThat(driver.settled()).containsExactly("a Complete");
  }

  @Test
  void oneWithoutAMessageIdIsDeadLetteredAndTheOthersGoOn() {
    driver.deliverNameless();
    driver.deliverForeign("a");
    driver.completes();

    assertThat(driver.settled()).containsExactly("sequence-1 DeadLetter", "a Complete");
    assertThat(driver.all(WorkerEffect.Settle.class).get(0).settlement())
        .isInstanceOfSatisfying(
            Settlement.DeadLetter.class,
            dead -> assertThat(dead.reason()).isEqualTo("NoMessageId"));
    assertThat(driver.all(WorkerEffect.StartHandler.class)).hasSize(1);
  }

  @Test
  void oneWhoseHeadersCannotBeReadIsADeadLetterThatSaysWhy() {
    driver.deliverMalformed("a", "The seq is no number.");

    assertThat(driver.all(WorkerEffect.Settle.class).get(0).settlement())
        .isEqualTo(new Settlement.DeadLetter("NotSequenced", "The seq is no number."));
    assertThat(driver.calls()).isZero();
  }

  @Test
  void theyTakeTheirTurnByArrivalAmongTheStreams() {
    driver.deliverForeign("a");
    driver.deliver(1, 0);
    driver.deliverForeign("b");

    driver.completes();
    driver.completes();
    driver.completes();

    assertThat(driver.settled()).containsExactly("a Complete", "s-1 Complete", "b Complete");
  }

  @Test
  void aSecondCopyOfWhatHasEndedIsSettledAsTheRecordSaysWithoutAClaim() {
    driver.deliver(1, 0);
    driver.completes();
    driver.tick(Duration.ofSeconds(3)); // the claim is released
    long token = Objects.requireNonNull(driver.record).token();
    driver.messages.put(new MessageContent.Over(new MessageId("a"), EndState.DEAD, "Unwanted", 5));

    driver.deliverForeign("a");
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.settled()).containsExactly("s-1 Complete", "a DeadLetter");
    assertThat(driver.record.token()).isEqualTo(token);
  }

  @Test
  void aConflictIsReadAndAStartUnderAnEarlierClaimCounts() {
    driver.messages.startedBy(OTHER, "a");

    driver.deliverForeign("a");

    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
    assertThat(driver.messages.open("a").tries()).isEqualTo(new MessageAttempts(0, 1, true, 0));
    assertThat(Objects.requireNonNull(driver.messages.open("a").owner()).instance())
        .isEqualTo(new InstanceId("me"));
  }

  @Test
  void aZombieLeavesWhatWasTakenUnderALaterClaim() {
    driver.deliver(1, 0);
    long mine = Objects.requireNonNull(driver.record).token();
    driver.beside(record -> record.withCustody(record.custody().claimedBy(OTHER)));
    MessageContent.Open his =
        new MessageContent.Open(
            new MessageId("a"), OTHER, mine + 1, MessageAttempts.first(0).withStarted(true));
    driver.messages.put(his);

    driver.deliverForeign("a");
    driver.completes(); // before it writes that, it does not know
    driver.tick(Duration.ofSeconds(2));

    assertThat(driver.all(WorkerEffect.StartHandler.class)).hasSize(1);
    assertThat(driver.messages.open("a")).isEqualTo(his);
    assertThat(driver.settled()).isEmpty();
  }

  @Test
  void aZombieWithNothingElseInHandFindsOutByConfirmingItsClaim() {
    driver.deliverForeign("first");
    driver.completes();
    long mine = Objects.requireNonNull(driver.record).token();
    driver.beside(record -> record.withCustody(record.custody().claimedBy(OTHER)));
    MessageContent.Open his =
        new MessageContent.Open(
            new MessageId("a"), OTHER, mine + 1, MessageAttempts.first(0).withStarted(true));
    driver.messages.put(his);

    driver.deliverForeign("a");

    assertThat(driver.all(WorkerEffect.StartHandler.class)).hasSize(1);
    assertThat(driver.messages.open("a")).isEqualTo(his);
    assertThat(driver.record.custody().owner()).isEqualTo(OTHER);
    assertThat(driver.all(WorkerEffect.Stop.class)).hasSize(1);
  }

  @Test
  void aHigherTokenFromTheTimeWhenMessagesWereClaimedIsNoHindrance() {
    driver.deliverForeign("first");
    driver.completes();
    long mine = Objects.requireNonNull(driver.record).token();
    driver.messages.put(
        new MessageContent.Open(new MessageId("a"), null, mine + 1_000, MessageAttempts.first(0)));

    driver.deliverForeign("a");

    assertThat(driver.lastCall().invocation().token()).isEqualTo(mine + 1);
    assertThat(driver.messages.open("a").token()).isEqualTo(mine + 1_000);
    driver.completes();
    assertThat(driver.settled()).containsExactly("first Complete", "a Complete");
  }

  @Test
  void withInDoubtBlockSuchAStartHoldsTheSession() {
    driver = new WorkerDriver(settings(InDoubt.BLOCK, FlowSettings.OnPoison.DEAD_LETTER));
    driver.messages.startedBy(OTHER, "a");

    driver.deliverForeign("a");

    assertThat(driver.started()).isEmpty();
    assertThat(Objects.requireNonNull(driver.record).status()).isEqualTo(SessionStatus.BLOCKED);
  }

  @Test
  void anUnknownCreateIsIssuedAgainAndItsOwnRecordIsRecognised() {
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("committed, and the reply lost"));

    driver.deliverForeign("a");
    assertThat(driver.all(WorkerEffect.StartHandler.class)).isEmpty();
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.all(WorkerEffect.CreateMessage.class)).hasSize(2);
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(1);
  }

  @Test
  void aFailureIsCountedAndTheNextStartIsWrittenAgain() {
    driver.deliverForeign("a");
    driver.deliverForeign("b");

    driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));
    assertThat(driver.messages.open("a").tries()).isEqualTo(failedOnce(false));
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.messages.open("a").tries()).isEqualTo(failedOnce(true));
    assertThat(driver.lastCall().delivery().message().id()).isEqualTo(new MessageId("a"));
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
  }

  @Test
  void afterTheLastAttemptItIsDeadOrItsSessionHeld() {
    for (FlowSettings.OnPoison policy : FlowSettings.OnPoison.values()) {
      driver = new WorkerDriver(settings(InDoubt.RERUN, policy));
      driver.deliverForeign("a");
      driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));
      driver.tick(Duration.ofSeconds(1));
      driver.returns(new HandlerOutcome.Retry("busy", Optional.empty()));

      if (policy == FlowSettings.OnPoison.DEAD_LETTER) {
        assertThat(driver.messages.over("a").reason()).isEqualTo("MaxAttemptsExceeded");
        assertThat(driver.settled()).containsExactly("a DeadLetter");
      } else {
        assertThat(driver.messages.open("a").tries().failures()).isEqualTo(2);
        assertThat(Objects.requireNonNull(driver.record).status()).isEqualTo(SessionStatus.BLOCKED);
        assertThat(driver.settled()).isEmpty();
      }
    }
  }

  @Test
  void aStateIsNotedWithTheEndInTheSessionRecordBeforeTheMessagesOwn() {
    driver.deliverForeign("a");
    driver.ledgerAnswers = false;
    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("1"))));
    assertThat(driver.messages.open("a").tries().started()).isTrue();

    driver.answerNow();

    assertThat(Objects.requireNonNull(driver.record).state()).contains(Body.ofUtf8("1"));
    assertThat(driver.record.progress().annex().noted().orElseThrow().message())
        .isEqualTo(new MessageId("a"));
    assertThat(driver.messages.over("a").state()).isEqualTo(EndState.DONE);
    assertThat(driver.settled()).containsExactly("a Complete");
  }

  @Test
  void anEndThatIsNotedAndNotCarriedIsWrittenBeforeAnotherMessageIsTaken() {
    driver.deliverForeign("a");
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("dropped on its way"));
    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("1"))));
    assertThat(driver.messages.open("a").tries().started()).as("the worker dies here").isTrue();
    WorkerDriver next = driver.successor(OwnerState.DEAD);

    next.deliverForeign("a");
    next.tick(Duration.ofSeconds(1));

    assertThat(next.all(WorkerEffect.StartHandler.class)).isEmpty();
    assertThat(driver.messages.over("a").state()).isEqualTo(EndState.DONE);
    assertThat(next.settled()).containsExactly("a Complete");
    assertThat(Objects.requireNonNull(next.record).state()).contains(Body.ofUtf8("1"));
  }

  @Test
  void aWorkerThatLosesItsLockGivesTheMessageBackBeforeTheClaim() {
    driver.deliverForeign("a");

    driver.hand(new WorkerEvent.BrokerLost("gone"));
    driver.returns(new HandlerOutcome.Retry("it was cancelled", Optional.empty()));

    assertThat(driver.messages.open("a").tries())
        .isEqualTo(MessageAttempts.first(0).lostItsLink(Instant.EPOCH));
    assertThat(driver.messages.open("a").owner()).isNull();
    assertThat(Objects.requireNonNull(driver.record).status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.settled()).isEmpty();
  }

  @Test
  void aCallThatDoesNotReturnIsFollowedUnderAHigherToken() {
    driver.deliverForeign("a");
    long token = driver.lastCall().invocation().token();

    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5));
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.lastCall().invocation().token()).isEqualTo(token + 1);
    assertThat(driver.lastCall().invocation().attempt()).isEqualTo(2);
    assertThat(driver.messages.open("a").tries()).isEqualTo(failedOnce(true));
  }

  /** No other session had a call, so the failure counts without evidence. */
  private MessageAttempts failedOnce(boolean started) {
    Instant at = driver.messages.open("a").tries().failed().firstAt();
    return new MessageAttempts(new FailureCounts(0, 1, 0, 0, at), 0, started, 0);
  }

  private static FlowSettings settings(InDoubt inDoubt, FlowSettings.OnPoison onPoison) {
    FlowSettings.Attempts defaults = FlowSettings.ofDefaults().attempts();
    return FlowSettings.ofDefaults()
        .withAttempts(
            new FlowSettings.Attempts(
                2, defaults.backoff(), defaults.handlerTimeout(), onPoison, inDoubt));
  }
}
