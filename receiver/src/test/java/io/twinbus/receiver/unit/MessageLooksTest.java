package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a worker looks at records that messages have of their own, and what it does about them. */
class MessageLooksTest {

  private static final MessageId A = new MessageId("a");

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void nothingIsClaimedWhileAMessagesRecordIsBeingRead() {
    release();
    driver.messageReadsAnswer = false;

    driver.deliverForeign("a");
    driver.deliverForeign("b");

    assertThat(session().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(1);
  }

  @Test
  void whatTheOwnerOfTheSessionHasEndedMeanwhileIsSettledWithoutAClaim() {
    release();
    driver.beside(record -> record.withCustody(record.custody().claimedBy(OTHER)));
    driver.deliverForeign("a");
    driver.messages.put(new MessageContent.Over(A, EndState.DONE, "", 5));

    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.settled()).containsExactly("s-1 Complete", "a Complete");
    assertThat(session().custody().owner()).isEqualTo(OTHER);
  }

  @Test
  void aReplaysOtherBodyIsRefusedWithoutAClaim() {
    release();
    long token = session().token();
    driver.messages.put(new MessageContent.Over(A, EndState.DONE, "", 5, replay("11")));

    driver.deliverReplay("a", replay("22").orElseThrow());

    assertThat(driver.settled()).containsExactly("s-1 Complete", "a DeadLetter");
    assertThat(session().token()).isEqualTo(token);
  }

  @Test
  void aReplaysOtherBodyIsToldOfAsADuplicate() {
    driver.messages.put(new MessageContent.Over(A, EndState.DONE, "", 5, replay("11")));

    driver.deliverReplay("a", replay("22").orElseThrow());

    assertThat(driver.facts(WorkerFact.DuplicateDropped.class)).hasSize(1);
  }

  @Test
  void aSessionWhoseCopiesAreSettledMoves() {
    driver.deliver(10, 9); // waits at a gap
    driver.tick(Duration.ofSeconds(59));
    driver.messages.put(new MessageContent.Over(A, EndState.DONE, "", 5));

    driver.deliverForeign("a");
    driver.tick(Duration.ofSeconds(2));

    assertThat(driver.settled()).containsExactly("a Complete");
    assertThat(driver.facts(WorkerFact.Stuck.class)).isEmpty();
  }

  @Test
  void aWriteWithoutAnAnswerIsRepeatedSoon() {
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("dropped on its way"));

    driver.deliverForeign("a");

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .endsWith(new WorkerEffect.WakeAt(driver.now().monotonic().plus(Duration.ofMillis(50))));
  }

  @Test
  void anEndThatItsWorkerCarriesIsWrittenOnce() {
    driver.deliverForeign("a");
    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("1"))));

    driver.deliverForeign("b");

    assertThat(driver.all(WorkerEffect.CreateMessage.class))
        .extracting(create -> create.record().key())
        .containsExactly(MessageKey.of(A), MessageKey.of(new MessageId("b")));
  }

  @Test
  void anEndThatIsNotedIsWrittenAlsoWhereItsMessagesRecordIsGone() {
    driver.deliverForeign("a");
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("dropped on its way"));
    driver.returns(new HandlerOutcome.Completed(new StateChange.Set(Body.ofUtf8("1"))));
    WorkerDriver next = driver.successor(OwnerState.DEAD);
    driver.messages.remove(WorkerDriver.SESSION, MessageKey.of(A));

    next.deliverForeign("b");

    assertThat(driver.messages.over("a").state()).isEqualTo(EndState.DONE);
    assertThat(next.calls()).isOne();
  }

  @Test
  void underTheSessionsClaimNoMessageIsLeftClaimed() {
    driver.deliverForeign("a");

    assertThat(driver.worker.remains().message()).isEmpty();
  }

  /** The session has a record, and nobody owns it. */
  private void release() {
    driver.deliver(1, 0);
    driver.completes();
    driver.tick(Duration.ofSeconds(3));
    assertThat(session().custody().owner()).isNull();
  }

  private static Optional<Replay> replay(String body) {
    Position place = new Position(new StreamId("web-9"), 3, 2);
    return Optional.of(new Replay(Optional.of(place), 1, body.repeat(32), "ann"));
  }

  private SessionRecord session() {
    return Objects.requireNonNull(driver.record);
  }
}
