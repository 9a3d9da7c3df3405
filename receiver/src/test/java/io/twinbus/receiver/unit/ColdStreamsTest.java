package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A record that has room for three streams, and a session of more. */
class ColdStreamsTest {

  private static final StreamId NEW = new StreamId("new");
  private static final MessageKey DOCUMENT = MessageKey.ofCold(NEW);
  private static final RegionName WEST = new RegionName("west");

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults()
              .withRecords(new FlowSettings.Records(ClaimScope.SESSION, 256, 3)));

  @Test
  void theDocumentIsWrittenBeforeTheCursorLeaves() {
    runOneOfEach("a", "b", "c");

    List<WorkerEffect> effects = driver.seen;
    int written = lastIndex(effects, WorkerEffect.CreateMessage.class);
    assertThat(written).isPositive().isLessThan(lastIndex(effects, WorkerEffect.Replace.class));
    assertThat(record().progress().cursors()).isEmpty();
    assertThat(record().progress().annex().cold()).isEqualTo(3);
  }

  @Test
  void aCopyThatItsDocumentCoversIsSettledWithoutACall() {
    runOneOfEach("a", "b", "c");
    int calls = driver.started().size();

    driver.deliver(new StreamId("a"), 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).hasSize(calls);
    assertThat(lastSettlement()).isInstanceOf(Settlement.Complete.class);
    assertThat(record().progress().cursors()).as("nothing returns").isEmpty();
  }

  @Test
  void theCursorReturnsBeforeTheStreamsNextMessageRuns() {
    runOneOfEach("a", "b", "c");

    driver.deliver(new StreamId("a"), 2, 1, WorkerDriver.EAST);

    assertThat(driver.lastCall().invocation().position().orElseThrow().seq()).isEqualTo(2);
    assertThat(record().progress().cursor(new StreamId("a"))).isEqualTo(1);
    driver.completes();
    assertThat(record().progress().cursor(new StreamId("a"))).isEqualTo(2);
  }

  @Test
  void aSuccessorReadsTheDocumentOnceBeforeItsTakeover() {
    runOneOfEach("a", "b", "c");
    WorkerDriver successor = driver.successor(OwnerState.DEAD);

    successor.deliver(NEW, 1, 0, WEST);

    List<WorkerEffect> effects = successor.seen;
    assertThat(effects.subList(0, firstReplace(effects)))
        .contains(new WorkerEffect.ReadMessage(DOCUMENT));
    assertThat(reads(successor)).isOne();
    assertThat(successor.started()).containsExactly(1L);
  }

  @Test
  void whatTheDocumentSaidBeforeAnotherWriterCameIsReadAgain() {
    runOneOfEach("a", "b", "c");
    WorkerDriver successor = driver.successor(OwnerState.DEAD);
    successor.nextWrites.add(new WriteOutcome.Unknown("dropped: no answer"));

    successor.deliver(NEW, 1, 0, WEST);
    successor.beside(record -> record.withState(Optional.of(Body.empty())));
    successor.tick(Duration.ofSeconds(10));

    assertThat(reads(successor)).isEqualTo(2);
    assertThat(successor.started()).containsExactly(1L);
  }

  @Test
  void nothingIsClaimedForAStreamBeforeItsDocumentIsRead() {
    runOneOfEach("a", "b", "c");
    WorkerDriver successor = released();
    successor.messageReadsAnswer = false;

    successor.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(reads(successor)).isOne();
    assertThat(Objects.requireNonNull(successor.record).status()).isEqualTo(SessionStatus.IDLE);

    successor.hand(new WorkerEvent.MessageRead(DOCUMENT, new ReadOutcome.Absent<>()));

    assertThat(reads(successor)).isOne();
    assertThat(successor.started()).containsExactly(1L);
  }

  @Test
  void noCursorLeavesBeforeTheLastDocumentIsWritten() {
    runOneOfEach("a", "b");
    driver.deliver(new StreamId("c"), 1, 0, WorkerDriver.EAST);
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("dropped on its way"));

    driver.completes();
    assertThat(record().progress().cursors()).hasSize(3);
    driver.tick(Duration.ofSeconds(1));

    assertThat(record().progress().cursors()).isEmpty();
  }

  @Test
  void aDocumentThatSaysLessIsReplaced() {
    driver.messages.put(document("a", 1));
    driver.deliver(new StreamId("a"), 1, 0, WorkerDriver.EAST);
    driver.completes();
    driver.deliver(new StreamId("a"), 2, 1, WorkerDriver.EAST);
    driver.completes();

    runOneOfEach("b", "c");

    assertThat(onDocument("a").cursor().seq()).isEqualTo(2);
    assertThat(record().progress().cursors()).isEmpty();
  }

  @Test
  void aDocumentThatSaysMoreStays() {
    driver.messages.put(document("a", 5));

    runOneOfEach("a", "b", "c");

    assertThat(onDocument("a").cursor().seq()).isEqualTo(5);
  }

  @Test
  void aDocumentThatSaysMoreHoldsTheOtherStreamsNotUp() {
    driver.messages.put(document("a", 5));
    runOneOfEach("a", "b", "c");

    driver.deliver(NEW, 1, 0, WorkerDriver.EAST);

    assertThat(driver.lastCall().invocation().position().orElseThrow().stream()).isEqualTo(NEW);
  }

  private static MessageContent.Cold document(String stream, long seq) {
    return new MessageContent.Cold(
        new StreamId(stream), new Cursor(seq, Instant.EPOCH), List.of(), Optional.empty());
  }

  private MessageContent.Cold onDocument(String stream) {
    MessageKey key = MessageKey.ofCold(new StreamId(stream));
    return (MessageContent.Cold)
        driver.messages.record(WorkerDriver.SESSION, key).orElseThrow().content();
  }

  /** A worker of the next process, after this one has given the session back. */
  private WorkerDriver released() {
    driver.tick(Duration.ofMinutes(2));
    assertThat(record().custody().owner()).isNull();
    return driver.successor(OwnerState.ALIVE);
  }

  private static long reads(WorkerDriver worker) {
    return worker.seen.stream().filter(new WorkerEffect.ReadMessage(DOCUMENT)::equals).count();
  }

  private void runOneOfEach(String... streams) {
    for (String stream : streams) {
      driver.deliver(new StreamId(stream), 1, 0, WorkerDriver.EAST);
      driver.completes();
    }
  }

  private Settlement lastSettlement() {
    return driver.seen.stream()
        .filter(WorkerEffect.Settle.class::isInstance)
        .map(effect -> ((WorkerEffect.Settle) effect).settlement())
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static int lastIndex(List<WorkerEffect> effects, Class<?> kind) {
    for (int i = effects.size() - 1; i >= 0; i--) {
      if (kind.isInstance(effects.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static int firstReplace(List<WorkerEffect> effects) {
    for (int i = 0; i < effects.size(); i++) {
      if (effects.get(i) instanceof WorkerEffect.Replace) {
        return i;
      }
    }
    return -1;
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
