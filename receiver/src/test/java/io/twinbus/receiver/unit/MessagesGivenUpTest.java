package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.BY_MESSAGE;
import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.FailureCounts;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages with records of their own whose attempts are used up, or whose end nobody knows. */
class MessagesGivenUpTest {

  private static final HandlerOutcome REFUSED = new HandlerOutcome.DeadLetter("Refused", "400");
  private static final HandlerOutcome NO_ANSWER =
      new HandlerOutcome.EndUnknown("the connection broke", Optional.empty());

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aRefusalThatIsNotBelievedIsAFailure() {
    driver.health.works(new SessionId("other"), true);
    for (String id : List.of("a", "b", "c")) {
      driver.deliverForeign(id);
      driver.returns(REFUSED);
    }

    assertThat(driver.settled()).containsExactly("a DeadLetter", "b DeadLetter");
    assertThat(driver.facts(WorkerFact.AttemptFailed.class))
        .extracting(WorkerFact.AttemptFailed::reason)
        .containsExactly("The handler refuses whatever it gets: Refused");
  }

  @Test
  void aCallThatDoesNotReturnIsToldOfOnce() {
    driver.deliverForeign("a");

    doesNotReturn();

    assertThat(driver.facts(WorkerFact.AttemptFailed.class)).hasSize(1);
  }

  @Test
  void aCallOfAMessageClaimedByItselfThatDoesNotReturnIsToldOfOnce() {
    driver = new WorkerDriver(byMessage());
    driver.deliver(1, 0);

    doesNotReturn();

    assertThat(driver.facts(WorkerFact.AttemptFailed.class)).hasSize(1);
  }

  @Test
  void aRenewedClaimOnAMessageTakesThePlaceOfTheOneBefore() {
    driver = new WorkerDriver(byMessage());
    driver.deliver(1, 0);

    doesNotReturn();

    assertThat(driver.served).hasSize(1);
  }

  @Test
  void aMessageWhoseLastCallDoesNotReturnIsDead() {
    driver = new WorkerDriver(attempts(1));
    driver.deliverForeign("a");

    doesNotReturn();
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.messages.over("a").reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(driver.calls()).isOne();
  }

  @Test
  void aMessageThatDeadWorkersHaveUsedUpIsDeadWithoutACall() {
    driver = new WorkerDriver(attempts(2));
    MessageAttempts tries = new MessageAttempts(0, 1, true, 0);
    driver.messages.put(new MessageContent.Open(new MessageId("a"), OTHER, 5, tries));

    driver.deliverForeign("a");

    assertThat(driver.messages.over("a").reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(driver.settled()).containsExactly("a DeadLetter");
    assertThat(driver.calls()).isZero();
  }

  @Test
  void aMessageThatHasLostItsLinksTooOftenIsDeadWithoutACall() {
    driver = new WorkerDriver(attempts(2));
    lostItsLinks(4);

    driver.deliverForeign("a");

    assertThat(driver.messages.over("a").reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(driver.calls()).isZero();
  }

  @Test
  void aMessageThatHasLostItsLinksAndHasAttemptsLeftRuns() {
    driver = new WorkerDriver(attempts(3));
    lostItsLinks(4);

    driver.deliverForeign("a");

    assertThat(driver.calls()).isOne();
  }

  @Test
  void aMessageThatHasFailedWithoutEvidenceAndNotLostItsLinksRunsOnceMore() {
    driver = new WorkerDriver(attempts(2));
    FailureCounts failed = new FailureCounts(0, 2, 0, 0, Instant.EPOCH);
    driver.messages.put(
        new MessageContent.Open(
            new MessageId("a"), null, 5, new MessageAttempts(failed, 0, false, 0)));

    driver.deliverForeign("a");

    assertThat(driver.calls()).isOne();
  }

  @Test
  void aCallWithoutAnAnswerStaysOnRecordWhenTheWorkerStopsWhileItsClaimIsRenewed() {
    driver.deliverForeign("a");
    MessageContent.Open started = driver.messages.open("a");
    driver.nextWrites.add(new WriteOutcome.Unknown("dropped on its way"));
    driver.returns(NO_ANSWER);

    driver.hand(new WorkerEvent.Drain());
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.messages.open("a")).isEqualTo(started);
    assertThat(session().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void withInDoubtBlockAWorkerWhoseSinkHasSeenANewerTokenGivesItsClaimBack() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.deliverForeign("a");

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(session().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.messages.open("a").tries().started()).isTrue();
  }

  @Test
  void withInDoubtBlockTheNextClaimHoldsASessionWhoseSinkHadSeenANewerToken() {
    driver = new WorkerDriver(Policies.blockInDoubt());
    driver.deliverForeign("a");
    driver.returns(new HandlerOutcome.Fenced());

    driver.tick(Duration.ofSeconds(3));

    assertThat(session().status()).isEqualTo(SessionStatus.BLOCKED);
  }

  private void doesNotReturn() {
    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5));
  }

  private void lostItsLinks(int times) {
    MessageAttempts tries = MessageAttempts.first(0);
    for (int i = 0; i < times; i++) {
      tries = tries.lostItsLink(Instant.EPOCH);
    }
    driver.messages.put(new MessageContent.Open(new MessageId("a"), null, 5, tries));
  }

  private SessionRecord session() {
    return Objects.requireNonNull(driver.record);
  }

  private static FlowSettings byMessage() {
    return BY_MESSAGE;
  }

  private static FlowSettings attempts(int most) {
    FlowSettings.Attempts usual = FlowSettings.ofDefaults().attempts();
    return FlowSettings.ofDefaults()
        .withAttempts(
            new FlowSettings.Attempts(
                most, usual.backoff(), usual.handlerTimeout(), usual.onPoison(), usual.inDoubt()));
  }
}
