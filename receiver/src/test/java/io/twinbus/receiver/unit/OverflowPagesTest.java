package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A record that has room for four ended ranges, and a session that ends more of them. */
class OverflowPagesTest {

  private static final MessageKey FIRST_PAGE = MessageKey.ofPage(STREAM, 0);

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults().withRecords(new FlowSettings.Records(ClaimScope.SESSION, 4)));

  @Test
  void theOldestRangesMoveToAPageBeforeTheRecordIsFull() {
    endAsDead(1, 2, 3);

    driver.deliver(4, 3);

    assertThat(page().ranges()).extracting(EndedRange::reason).containsExactly("reason-1");
    assertThat(record().progress().ended())
        .extracting(EndedRange::reason)
        .containsExactly("reason-2", "reason-3");
    assertThat(record().progress().annex().overflow()).containsEntry(STREAM, new Overflow(1, 1));
    assertThat(driver.started()).endsWith(4L);
  }

  @Test
  void noRangeLeavesTheRecordBeforeItsPageIsWritten() {
    endAsDead(1, 2);
    driver.deliver(3, 2);
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("dropped on its way"));
    driver.returns(new HandlerOutcome.DeadLetter("reason-3", "no"));
    driver.deliver(4, 3);

    assertThat(driver.messages.record(SESSION, FIRST_PAGE)).isEmpty();
    assertThat(record().progress().ended()).hasSize(3);

    driver.tick(Duration.ofSeconds(1));

    assertThat(page().ranges()).hasSize(1);
    assertThat(record().progress().ended()).hasSize(2);
  }

  @Test
  void whatADeadWorkerWroteOnThePageStays() {
    EndedRange there = new EndedRange(STREAM, 9, 9, EndState.SKIPPED, "an operator");
    driver.messages.put(new MessageContent.Page(STREAM, 0, List.of(there)));
    endAsDead(1, 2, 3);

    driver.deliver(4, 3);

    assertThat(page().ranges())
        .extracting(EndedRange::reason)
        .containsExactly("reason-1", "an operator");
    assertThat(record().progress().ended()).hasSize(2);
  }

  @Test
  void aPageThatSaysAllAlreadyIsNotWrittenAgain() {
    EndedRange same = new EndedRange(STREAM, 1, 1, EndState.DEAD, "reason-1");
    driver.messages.put(new MessageContent.Page(STREAM, 0, List.of(same)));
    endAsDead(1, 2, 3);

    driver.deliver(4, 3);

    assertThat(driver.all(WorkerEffect.ReplaceMessage.class)).isEmpty();
    assertThat(record().progress().ended()).hasSize(2);
  }

  @Test
  void aCopyOfWhatIsOnAPageIsSettledAsThePageSays() {
    endAsDead(1, 2, 3, 4);

    driver.deliver(1, 0);

    assertThat(lastSettlement())
        .isInstanceOfSatisfying(
            Settlement.DeadLetter.class, dead -> assertThat(dead.reason()).isEqualTo("reason-1"));
    assertThat(driver.started()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aCopyThatWaitsForItsPageIsNotSettledYet() {
    endAsDead(1, 2, 3, 4);
    int settled = driver.settled().size();
    int reads = driver.all(WorkerEffect.ReadMessage.class).size();
    driver.messageReadsAnswer = false;

    driver.deliver(1, 0);

    assertThat(driver.settled()).hasSize(settled);
    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(reads + 1);
  }

  @Test
  void aSecondCopyOfTheSamePageNeedsNoRead() {
    endAsDead(1, 2, 3, 4);
    driver.deliver(1, 0);
    int settled = driver.settled().size();
    int reads = driver.all(WorkerEffect.ReadMessage.class).size();

    driver.deliver(1, 0);

    assertThat(driver.settled()).hasSize(settled + 1);
    assertThat(driver.all(WorkerEffect.ReadMessage.class)).hasSize(reads);
  }

  @Test
  void aCopyOfWhatNoRangeOfItsPageCoversHasBeenDone() {
    driver.deliver(1, 0);
    driver.completes();
    endAsDead(2, 3, 4, 5);

    driver.deliver(1, 0);

    assertThat(lastSettlement()).isInstanceOf(Settlement.Complete.class);
    assertThat(pageReads()).isOne();
  }

  @Test
  void aCopyWhosePageHasExpiredIsDeadBeyondRetention() {
    endAsDead(1, 2, 3, 4);
    driver.messages.remove(SESSION, FIRST_PAGE);

    driver.deliver(1, 0);

    assertThat(lastSettlement())
        .isInstanceOfSatisfying(
            Settlement.DeadLetter.class,
            dead -> assertThat(dead.reason()).isEqualTo("BeyondRetention"));
  }

  @Test
  void thePageOfANumberIsFoundAmongSeveral() {
    endAsDead(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(record().progress().annex().overflow().get(STREAM)).isEqualTo(new Overflow(6, 6));

    for (int number = 1; number <= 6; number++) {
      driver.deliver(number, number - 1);
      String reason = "reason-" + number;
      assertThat(lastSettlement())
          .isInstanceOfSatisfying(
              Settlement.DeadLetter.class, dead -> assertThat(dead.reason()).isEqualTo(reason));
    }
  }

  private void endAsDead(long... numbers) {
    for (long number : numbers) {
      driver.deliver(number, number - 1);
      driver.returns(new HandlerOutcome.DeadLetter("reason-" + number, "no"));
    }
  }

  private MessageContent.Page page() {
    Optional<MessageRecord> record = driver.messages.record(SESSION, FIRST_PAGE);
    return (MessageContent.Page) record.orElseThrow().content();
  }

  private long pageReads() {
    return driver.seen.stream().filter(new WorkerEffect.ReadMessage(FIRST_PAGE)::equals).count();
  }

  private Settlement lastSettlement() {
    List<WorkerEffect.Settle> all = driver.all(WorkerEffect.Settle.class);
    return all.get(all.size() - 1).settlement();
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
