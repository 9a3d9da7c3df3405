package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.BY_MESSAGE;
import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How messages that are claimed one by one, without their session, are claimed and end. */
class MessageClaimsTest {

  private final WorkerDriver driver = new WorkerDriver(BY_MESSAGE);

  @Test
  void aMessageClaimedByItselfKeepsNoStateForItsSession() {
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("1"))));

    assertThat(driver.messages.open("s-1").tries().failures()).isEqualTo(1);
    assertThat(driver.settled()).isEmpty();
    assertThat(driver.record).isNull();
  }

  @Test
  void aMessageClaimedByItselfGoesBackWhenItsSinkHasSeenANewerToken() {
    driver.deliver(1, 0);

    driver.returns(new HandlerOutcome.Fenced());

    assertThat(driver.messages.open("s-1").owner()).isNull();
    assertThat(driver.calls()).as("it stands back").isEqualTo(1);
    driver.tick(Duration.ofSeconds(2));
    assertThat(driver.calls()).isEqualTo(2);
  }

  @Test
  void aMessageClaimedByItselfWhoseCallDoesNotReturnIsFollowedUnderAHigherToken() {
    driver.deliver(1, 0);
    long first = driver.lastCall().invocation().token();
    ClaimId claim = claimOnMessage();

    driver.tick(Duration.ofSeconds(60));
    driver.tick(Duration.ofSeconds(5));
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.calls()).isEqualTo(2);
    assertThat(driver.lastCall().invocation().token()).isGreaterThan(first);
    assertThat(claimOnMessage()).isNotEqualTo(claim);
  }

  @Test
  void aMessageClaimedByItselfThatAnotherHasTakenIsLeftToItAndTheWorkerGoesOn() {
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
    driver.deliver(1, 0);

    assertThat(driver.facts(WorkerFact.Claimed.class))
        .extracting(WorkerFact.Claimed::kind)
        .containsExactly(ClaimDecision.Kind.FREE);
  }

  @Test
  void aMessageOfADeadWorkerIsClaimedAsATakeoverUnderTheNextToken() {
    driver.messages.startedBy(OTHER, "s-1");
    driver.judgement = OwnerState.DEAD;

    driver.deliver(1, 0);

    assertThat(driver.facts(WorkerFact.Claimed.class))
        .containsExactly(new WorkerFact.Claimed(ClaimDecision.Kind.TAKEOVER, 6));
  }

  @Test
  void aMessageThatALivingWorkerHasParksTheSession() {
    driver.messages.startedBy(OTHER, "s-1");

    driver.deliver(1, 0);

    assertThat(driver.facts(WorkerFact.Parked.class))
        .extracting(WorkerFact.Parked::reason)
        .containsExactly(WorkerFact.Parked.Reason.OWNED_ELSEWHERE);
  }

  @Test
  void aMessageThatALivingWorkerHasIsReadAgainAReadIntervalLater() {
    driver.messages.startedBy(OTHER, "s-1");
    driver.deliver(1, 0);
    int reads = driver.all(WorkerEffect.ReadMessage.class).size();

    driver.tick(Duration.ofMillis(1));
    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(reads);
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(reads + 1);
  }

  private ClaimId claimOnMessage() {
    return Objects.requireNonNull(driver.messages.open("s-1").owner()).claim();
  }
}
