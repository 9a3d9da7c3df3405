package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Room in the session record that is being made when the claim is renewed. */
class RoomUnderTwoClaimsTest {

  private static final StreamId A = new StreamId("a");
  private static final WriteOutcome DROPPED = new WriteOutcome.Unknown("dropped on its way");
  private static final WriteOutcome LANDED = new WriteOutcome.Conflict(); // its effect is read then
  private static final Duration A_RETRY = Duration.ofMillis(50);

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void aDocumentThatIsThereWhenTheClaimIsBeingRenewedStays() {
    makeRoomForStreams();
    driver.messages.put(
        new MessageContent.Cold(A, new Cursor(1, Instant.EPOCH), List.of(), Optional.empty()));
    loseACallOf(new StreamId("e"), 1, DROPPED, DROPPED);

    driver.tick(Duration.ofSeconds(1));
    driver.tick(Duration.ofSeconds(1));

    assertThat(record().progress().cursors()).doesNotContainKey(A);
    assertThat(isOnLedger(MessageKey.ofCold(A))).isTrue();
  }

  @Test
  void noCursorLeavesForADocumentThatAnEarlierClaimWrote() {
    makeRoomForStreams();
    loseACallOf(A, 2);

    driver.tick(Duration.ofSeconds(1));
    driver.tick(Duration.ofSeconds(1));

    for (String stream : List.of("a", "b", "c", "d")) {
      StreamId id = new StreamId(stream);
      assertThat(record().progress().cursors().containsKey(id) || isOnLedger(MessageKey.ofCold(id)))
          .as(stream)
          .isTrue();
    }
  }

  @Test
  void pagesThatARenewedClaimNeedsNoLongerAreLeftOut() {
    makeRoomForEnds();
    driver.messages.put(new MessageContent.Page(STREAM, 0, List.of(dead(1), dead(9))));
    withEnds(dead(1), dead(2)); // somebody else has made room

    loseACallOf(new StreamId("v"), 1);
    driver.tick(Duration.ofSeconds(1));

    assertThat(record().progress().ended()).containsExactly(dead(1), dead(2));
    assertThat(record().progress().annex().overflow()).isEmpty();
  }

  @Test
  void noEndLeavesForAPageThatAnEarlierClaimWrote() {
    makeRoomForEnds();
    withEnds(skipped(1), dead(1), dead(2)); // somebody else's comes before the others now
    loseACallOf(new StreamId("v"), 1);

    driver.tick(Duration.ofSeconds(1));
    driver.tick(Duration.ofSeconds(1));

    assertThat(
            record().progress().ended().contains(skipped(1))
                || isOnLedger(MessageKey.ofPage(new StreamId("x"), 0)))
        .isTrue();
  }

  private static WorkerDriver worker(FlowSettings.Records records) {
    return new WorkerDriver(
        FlowSettings.ofDefaults()
            .withCommit(new FlowSettings.Commit(2, 1024, Duration.ZERO))
            .withRecords(records));
  }

  /** Streams a, b and c fill the record; the first document is unanswered, and so is an end. */
  private void makeRoomForStreams() {
    driver = worker(new FlowSettings.Records(ClaimScope.SESSION, 256, 3));
    run("a");
    run("b");
    driver.deliver(new StreamId("c"), 1, 0, EAST);
    driver.deliver(new StreamId("d"), 1, 0, EAST);
    driver.completes();
    driver.nextMessageWrites.addAll(List.of(DROPPED, DROPPED));
    driver.nextWrites.add(DROPPED);
    driver.completes();
  }

  /** A third range fills the record; the first page is unanswered, and so is an end. */
  private void makeRoomForEnds() {
    driver = worker(new FlowSettings.Records(ClaimScope.SESSION, 4));
    for (long number = 1; number <= 2; number++) {
      driver.deliver(number, number - 1);
      driver.returns(new HandlerOutcome.DeadLetter("reason-" + number, "no"));
    }
    driver.deliver(new StreamId("t"), 1, 0, EAST);
    driver.deliver(new StreamId("u"), 1, 0, EAST);
    withEnds(dead(1), dead(2), skipped(1));
    driver.completes();
    driver.nextMessageWrites.addAll(List.of(DROPPED, DROPPED));
    driver.nextWrites.add(DROPPED);
    driver.completes();
  }

  private void withEnds(EndedRange... ranges) {
    driver.beside(record -> record.withProgress(record.progress().withEnded(List.of(ranges))));
  }

  private static EndedRange dead(long number) {
    return new EndedRange(STREAM, number, number, EndState.DEAD, "reason-" + number);
  }

  private static EndedRange skipped(long number) {
    return new EndedRange(new StreamId("x"), number, number, EndState.SKIPPED, "an operator");
  }

  /** A call that began while the end was being written has an unknown end: the claim is renewed. */
  private void loseACallOf(StreamId stream, long seq, WriteOutcome... renewal) {
    int calls = driver.calls();
    driver.deliver(stream, seq, seq - 1, EAST);
    assertThat(driver.calls()).isEqualTo(calls + 1);
    driver.returns(new HandlerOutcome.EndUnknown("the connection broke", Optional.empty()));
    driver.nextWrites.add(LANDED);
    driver.nextWrites.addAll(List.of(renewal));
    driver.tick(A_RETRY);
  }

  private void run(String stream) {
    driver.deliver(new StreamId(stream), 1, 0, EAST);
    driver.completes();
  }

  private boolean isOnLedger(MessageKey key) {
    return driver.messages.record(SESSION, key).isPresent();
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
