package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.BY_MESSAGE;
import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.message.HeldMessage;
import io.twinbus.receiver.session.worker.Release;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a message is given back that a dead worker had claimed by itself. */
class MessageReleaseTest {

  private static final MessageId MESSAGE = new MessageId("s-1");
  private static final MessageKey KEY = MessageKey.of(MESSAGE);
  private static final Owner DEAD = owner("dead");
  private static final Version FIRST = new Version("1");
  private static final Version SECOND = new Version("2");
  private static final Duration REPEAT = Duration.ofMillis(50);

  private Release release = release(Optional.empty());

  @Test
  void aMessageThatAWorkerDiedOfGoesBackToTheLedgerWithOneAttemptLess() {
    WorkerDriver driver = new WorkerDriver(BY_MESSAGE);
    driver.deliver(1, 0);
    release = Release.of(driver.worker.remains(), new Random(1));

    assertThat(release.begin()).containsExactly(new WorkerEffect.ReadMessage(KEY));

    MessageContent.Open back = givenBack(on(read(driver.messages.open("s-1"))));
    assertThat(back.owner()).isNull();
    assertThat(back.tries()).isEqualTo(MessageAttempts.first(0).takenOver());
  }

  @Test
  void aMessageThatWasNotStartedGoesBackAsItIs() {
    release.begin();

    MessageContent.Open back = givenBack(on(read(taken(DEAD, false))));

    assertThat(back.owner()).isNull();
    assertThat(back.tries()).isEqualTo(MessageAttempts.first(0));
  }

  @Test
  void itIsWrittenOverWhatWasReadUnderAWriteIdOfItsOwn() {
    release.begin();

    WorkerEffect.ReplaceMessage write = replace(on(read(taken(DEAD, true))));

    assertThat(write.version()).isEqualTo(FIRST);
    assertThat(write.record().session()).isEqualTo(SESSION);
    assertThat(write.record().stamp()).isNotEqualTo(record(taken(DEAD, true)).stamp());
  }

  @Test
  void itIsOverWhenThatStands() {
    release.begin();
    on(read(taken(DEAD, true)));

    assertOver(on(answered(KEY, new WriteOutcome.Written(SECOND))));
  }

  @Test
  void whatSomebodyElseHasTakenIsLeftToHim() {
    release.begin();

    assertOver(on(read(taken(owner("other"), true))));
  }

  @Test
  void whatHasEndedStaysSo() {
    release.begin();

    assertOver(on(read(new MessageContent.Over(MESSAGE, EndState.DONE, "", 5))));
  }

  @Test
  void whereThereIsNoRecordNothingIsGivenBack() {
    release.begin();

    assertOver(on(new WorkerEvent.MessageRead(KEY, new ReadOutcome.Absent<>())));
  }

  @Test
  void theDeadWorkersOwnWriteIsCarriedFirst() {
    MessageRecord claim = record(taken(DEAD, true));
    release = release(Optional.of(new PendingWrite<>(claim, Optional.of(FIRST))));

    assertThat(release.begin()).containsExactly(new WorkerEffect.ReplaceMessage(claim, FIRST));

    WorkerEffect.ReplaceMessage write =
        replace(on(answered(KEY, new WriteOutcome.Written(SECOND))));
    assertThat(write.version()).isEqualTo(SECOND);
  }

  @Test
  void aWriteThatAnotherWriterWasFasterThanIsMadeOverWhatHeWrote() {
    release.begin();
    on(read(taken(DEAD, true)));

    assertThat(on(answered(KEY, new WriteOutcome.Conflict())))
        .containsExactly(new WorkerEffect.ReadMessage(KEY));

    assertThat(givenBack(on(read(taken(DEAD, false)))).owner()).isNull();
  }

  @Test
  void aReadThatFailsIsRepeated() {
    release.begin();

    assertThat(on(new WorkerEvent.MessageRead(KEY, new ReadOutcome.Unknown<>("no answer"))))
        .containsExactly(new WorkerEffect.WakeAt(at(REPEAT).monotonic()));

    assertThat(release.on(new WorkerEvent.Tick(), at(REPEAT)))
        .containsExactly(new WorkerEffect.ReadMessage(KEY));
  }

  @Test
  void anAnswerAboutAnotherMessageSaysNothing() {
    release.begin();

    assertThat(
            on(
                new WorkerEvent.MessageRead(
                    MessageKey.of(new MessageId("x")), new ReadOutcome.Absent<>())))
        .isEmpty();
  }

  private List<WorkerEffect> on(WorkerEvent event) {
    return release.on(event, at(Duration.ZERO));
  }

  private static Release release(Optional<PendingWrite<MessageRecord>> pending) {
    return Release.of(
        new SessionWorker.Remains(
            Set.of(DEAD.claim(), new ClaimId("the next one")),
            Optional.empty(),
            Optional.of(new HeldMessage(SESSION, KEY, pending)),
            Optional.empty()),
        new Random(1));
  }

  private static WorkerEvent read(MessageContent content) {
    return new WorkerEvent.MessageRead(KEY, new ReadOutcome.Found<>(record(content), FIRST));
  }

  private static WorkerEvent answered(MessageKey key, WriteOutcome outcome) {
    return new WorkerEvent.MessageWriteAnswered(key, outcome);
  }

  private static WorkerEffect.ReplaceMessage replace(List<WorkerEffect> effects) {
    assertThat(effects).singleElement().isInstanceOf(WorkerEffect.ReplaceMessage.class);
    return (WorkerEffect.ReplaceMessage) effects.get(0);
  }

  private static MessageContent.Open givenBack(List<WorkerEffect> effects) {
    return (MessageContent.Open) replace(effects).record().content();
  }

  private static void assertOver(List<WorkerEffect> effects) {
    assertThat(effects).last().isInstanceOf(WorkerEffect.Stop.class);
  }

  private static MessageContent.Open taken(Owner owner, boolean started) {
    MessageAttempts tries = MessageAttempts.first(0).withStarted(started);
    return new MessageContent.Open(MESSAGE, owner, 5, tries);
  }

  private static MessageRecord record(MessageContent content) {
    return new MessageRecord(SESSION, content, WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }

  private static Owner owner(String claim) {
    return new Owner(EAST, new InstanceId("me"), new ClaimId(claim));
  }

  private static Now at(Duration after) {
    return new Now(new MonotonicTime(after.toNanos()), Instant.EPOCH.plus(after));
  }
}
