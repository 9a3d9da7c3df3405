package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a worker reads and writes the documents of streams that have left the session record. */
class StreamDocumentsTest {

  private static final StreamId A = new StreamId("a");
  private static final StreamId D = new StreamId("d");
  private static final StreamId NEW = new StreamId("new");
  private static final WriteOutcome DROPPED = new WriteOutcome.Unknown("dropped on its way");

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults()
              .withRecords(new FlowSettings.Records(ClaimScope.SESSION, 256, 3)));

  @Test
  void eachDocumentIsWrittenOnce() {
    runOneOfEach("a", "b", "c");

    assertThat(created()).containsExactly(key("a"), key("b"), key("c"));
  }

  @Test
  void theDocumentOfAStreamThatGoesOnIsReadOnce() {
    runOneOfEach("a", "b", "c");

    driver.deliver(A, 2, 1, WorkerDriver.EAST);

    assertThat(reads(driver, A)).isOne();
  }

  @Test
  void aDocumentBeyondTheHorizonMeansNothing() {
    runOneOfEach("a", "b", "c");
    driver.messages.put(document("new", 5));

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.calls()).isEqualTo(4);
  }

  @Test
  void noMessageRunsWhileRoomIsMade() {
    runOneOfEach("a", "b");
    driver.deliver(new StreamId("c"), 1, 0, WorkerDriver.EAST);
    driver.nextMessageWrites.add(DROPPED);
    driver.completes();

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.calls()).isEqualTo(3);
  }

  @Test
  void aDocumentWhoseWriteIsUnansweredIsWrittenAgainSoon() {
    runOneOfEach("a", "b");
    driver.deliver(new StreamId("c"), 1, 0, WorkerDriver.EAST);
    driver.nextMessageWrites.add(DROPPED);

    driver.completes();

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .endsWith(new WorkerEffect.WakeAt(driver.now().monotonic().plus(Duration.ofMillis(50))));
  }

  @Test
  void aDocumentThatSaysMoreIsNotTriedAgainUnderTheSameClaim() {
    driver.messages.put(document("a", 5));

    runOneOfEach("a", "b", "c", "d", "e");

    assertThat(created()).containsOnlyOnce(key("a"));
    assertThat(record().progress().cursors()).containsOnlyKeys(A);
  }

  @Test
  void aDocumentThatSaidMoreIsTriedAgainUnderTheNextClaim() {
    driver.messages.put(document("a", 2));
    runOneOfEach("a", "b", "c");
    driver.tick(Duration.ofMinutes(2));
    assertThat(record().custody().owner()).as("the claim is given back").isNull();
    run("a", 2);

    runOneOfEach("d", "e");

    assertThat(record().progress().cursors()).isEmpty();
  }

  @Test
  void aStreamWhoseDocumentSaidTheSameMayLeaveAgain() {
    driver.messages.put(document("a", 1));
    runOneOfEach("a", "b", "c");
    assertThat(record().progress().cursors()).as("all have left").isEmpty();
    run("a", 2);

    runOneOfEach("d", "e");

    assertThat(record().progress().cursors()).isEmpty();
  }

  @Test
  void aDocumentThatIsGoneWhenItIsToBeReplacedIsCreated() {
    driver.messages.put(document("a", 0));
    MessageRecord there = onLedger("a").orElseThrow();
    driver.messageReadsAnswer = false;
    runOneOfEach("a", "b", "c");
    driver.messages.remove(WorkerDriver.SESSION, key("a"));
    driver.messageReadsAnswer = true;

    driver.hand(
        new WorkerEvent.MessageRead(key("a"), new ReadOutcome.Found<>(there, new Version("m1"))));

    assertThat(onLedger("a").map(MessageRecord::content))
        .containsInstanceOf(MessageContent.Cold.class);
    assertThat(record().progress().cursors()).isEmpty();
  }

  @Test
  void beforeATakeoverDocumentsAreReadAlsoWhereAnotherMessageCouldRunFirst() {
    WorkerDriver successor = successorWithARunnableMessage();
    successor.messageReadsAnswer = false;

    successor.answerNow();

    assertThat(reads(successor, NEW)).isOne();
    assertThat(successor.all(WorkerEffect.Replace.class)).isEmpty();
  }

  @Test
  void theTakeoverFollowsWhenTheDocumentsAreRead() {
    WorkerDriver successor = successorWithARunnableMessage();

    successor.answerNow();

    assertThat(successor.started()).containsExactly(2L);
    assertThat(Objects.requireNonNull(successor.record).progress().suspects())
        .as("what may have run beyond the record")
        .containsKeys(D, NEW);
  }

  @Test
  void aFreeSessionIsClaimedWithoutALookAtStreamsBehindItsNextMessage() {
    WorkerDriver next = successorWithARunnableMessage();
    next.messageReadsAnswer = false;
    next.beside(record -> record.withCustody(record.custody().released()));

    next.answerNow();

    List<WorkerEffect> effects = next.seen;
    int claimed = effects.indexOf(next.all(WorkerEffect.Replace.class).get(0));
    assertThat(effects.subList(0, claimed)).noneMatch(WorkerEffect.ReadMessage.class::isInstance);
    assertThat(next.started()).containsExactly(2L);
  }

  /** Stream d is in the record, and stream new is not: copies of both are in hand, unread. */
  private WorkerDriver successorWithARunnableMessage() {
    runOneOfEach("a", "b", "c", "d");
    WorkerDriver successor = driver.successor(OwnerState.DEAD);
    successor.ledgerAnswers = false;
    successor.deliver(D, 2, 1, WorkerDriver.EAST);
    successor.deliver(NEW, 1, 0, WorkerDriver.EAST);
    return successor;
  }

  private static MessageContent.Cold document(String stream, long seq) {
    return new MessageContent.Cold(
        new StreamId(stream), new Cursor(seq, Instant.EPOCH), List.of(), Optional.empty());
  }

  private static MessageKey key(String stream) {
    return MessageKey.ofCold(new StreamId(stream));
  }

  private Optional<MessageRecord> onLedger(String stream) {
    return driver.messages.record(WorkerDriver.SESSION, key(stream));
  }

  private List<MessageKey> created() {
    return driver.all(WorkerEffect.CreateMessage.class).stream()
        .map(create -> create.record().key())
        .toList();
  }

  private static long reads(WorkerDriver worker, StreamId stream) {
    WorkerEffect read = new WorkerEffect.ReadMessage(MessageKey.ofCold(stream));
    return worker.seen.stream().filter(read::equals).count();
  }

  private void runOneOfEach(String... streams) {
    for (String stream : streams) {
      run(stream, 1);
    }
  }

  private void run(String stream, long seq) {
    driver.deliver(new StreamId(stream), seq, seq - 1, WorkerDriver.EAST);
    driver.completes();
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
