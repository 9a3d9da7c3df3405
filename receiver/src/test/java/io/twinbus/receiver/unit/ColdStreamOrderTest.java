package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
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

/** What a stream's document holds up while it is read; a record has room for three streams. */
class ColdStreamOrderTest {

  private static final RegionName WEST = new RegionName("west");
  private static final StreamId A = new StreamId("a");
  private static final StreamId B = new StreamId("b");
  private static final StreamId C = new StreamId("c");
  private static final StreamId KNOWN = new StreamId("known");
  private static final StreamId NEW = new StreamId("new");
  private static final Duration LINGER = FlowSettings.ofDefaults().pace().linger();

  private WorkerDriver driver = new WorkerDriver(roomForThree());

  @Test
  void theClaimIsKeptForTheLingerBehindTheReadOfADocument() {
    run(A);
    run(B);
    run(C);
    driver.messageReadsAnswer = false;
    driver.deliver(A, 1, 0, EAST);
    driver.tick(LINGER);

    driver.hand(read(A));

    assertThat(driver.settled()).hasSize(4);
    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void aMessageWhoseStartIsOnRecordGoesFirstThoughItsStreamMayBeCold() {
    fillTheRecordWithAStart();
    driver.deliverAt(0, new Position(A, 2, 1));
    driver.answerNow();
    assertThat(onRecord().progress().cursors()).containsOnlyKeys(A);
    assertThat(driver.calls()).as("nothing goes before it").isEqualTo(3);

    driver.hand(new WorkerEvent.MessageRead(MessageKey.ofCold(NEW), new ReadOutcome.Absent<>()));

    assertThat(driver.calls()).isEqualTo(4);
    assertThat(driver.lastCall().invocation().position().orElseThrow().stream()).isEqualTo(NEW);
  }

  @Test
  void theClaimIsKeptForTheLingerBehindTheReadOfADocumentThatAStartWaitsFor() {
    fillTheRecordWithAStart();
    driver.answerNow();
    driver.messages.put(
        new MessageContent.Cold(
            NEW, new Cursor(1, driver.now().wall()), List.of(), Optional.empty()));
    driver.tick(LINGER);

    driver.hand(read(NEW));

    assertThat(onRecord().status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void aTakeoverMarksTheHeadOfAStreamWhoseDocumentItHasReadBeforehand() {
    WorkerDriver successor = successorOfKnown();

    takeOver(successor);

    SessionRecord claimed = successor.all(WorkerEffect.Replace.class).get(0).record();
    assertThat(claimed.progress().suspects()).containsOnlyKeys(KNOWN, NEW);
  }

  @Test
  void aTakeoverThatWaitsForADocumentWritesNothingBeforehand() {
    WorkerDriver successor = successorOfKnown();
    successor.beside(
        record ->
            record.withProgress(
                GapRule.reported(record.progress(), KNOWN, WEST, 3, Instant.EPOCH)));
    long token = Objects.requireNonNull(successor.record).token();

    takeOver(successor);

    SessionRecord first = successor.all(WorkerEffect.Replace.class).get(0).record();
    assertThat(first.token()).isEqualTo(token + 1);
    assertThat(first.progress().waiting()).isEmpty();
  }

  /**
   * The end of {@link #C} goes along with the start of {@link #NEW}, and leaves no room: what is
   * not in hand leaves the record next. The document of {@link #NEW} is not read yet.
   */
  private void fillTheRecordWithAStart() {
    FlowSettings.Attempts usual = FlowSettings.ofDefaults().attempts();
    driver =
        new WorkerDriver(
            roomForThree()
                .withCommit(new FlowSettings.Commit(4, 1024, Duration.ZERO))
                .withAttempts(
                    new FlowSettings.Attempts(
                        usual.max(),
                        usual.backoff(),
                        usual.handlerTimeout(),
                        usual.onPoison(),
                        InDoubt.BLOCK)));
    run(A);
    run(B);
    driver.deliver(C, 1, 0, EAST);
    driver.deliver(NEW, 1, 0, EAST);
    driver.messageReadsAnswer = false;
    driver.ledgerAnswers = false;
    driver.completes();
  }

  private void run(StreamId stream) {
    driver.deliver(stream, 1, 0, EAST);
    driver.completes();
  }

  /** After a worker that had three cold streams, and one whose cursor is on record, has died. */
  private WorkerDriver successorOfKnown() {
    run(A);
    run(B);
    run(C);
    run(KNOWN);
    return driver.successor(OwnerState.DEAD);
  }

  /** Two messages come before the record is read, the first of them of the stream on record. */
  private static void takeOver(WorkerDriver successor) {
    successor.ledgerAnswers = false;
    successor.deliver(KNOWN, 2, 1, WEST);
    successor.deliver(NEW, 1, 0, WEST);
    successor.answerNow();
    assertThat(successor.calls()).isEqualTo(1);
  }

  private WorkerEvent read(StreamId stream) {
    MessageKey key = MessageKey.ofCold(stream);
    return new WorkerEvent.MessageRead(
        key, driver.messages.read(SESSION, key).toCompletableFuture().join());
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }

  private static FlowSettings roomForThree() {
    return FlowSettings.ofDefaults()
        .withRecords(new FlowSettings.Records(ClaimScope.SESSION, 256, 3));
  }
}
