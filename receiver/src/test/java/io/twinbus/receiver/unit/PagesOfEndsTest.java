package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Copies that wait for pages of ended ranges, pages that have expired, and pages in the way. */
class PagesOfEndsTest {

  private static final MessageKey FIRST_PAGE = MessageKey.ofPage(STREAM, 0);

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults().withRecords(new FlowSettings.Records(ClaimScope.SESSION, 4)));

  @Test
  void aCopyBelowAllPagesThatAreLeftIsDeadBeyondRetention() {
    endAsDead(1, 2, 3, 4, 5, 6, 7, 8);
    remove(0, 1, 2);

    driver.deliver(1, 0);

    assertThat(lastReason()).isEqualTo("BeyondRetention");
  }

  @Test
  void aCopyWhosePageIsLeftIsSettledAsThatSaysThoughOlderOnesHaveExpired() {
    endAsDead(1, 2, 3, 4, 5, 6, 7, 8);
    remove(0, 1, 2);

    driver.deliver(4, 3);

    assertThat(lastReason()).isEqualTo("reason-4");
  }

  @Test
  void copiesThatWaitForDifferentPagesAreAllSettled() {
    endAsDead(1, 2, 3, 4, 5, 6, 7, 8);
    int settled = driver.settled().size();
    driver.messageReadsAnswer = false;
    driver.deliver(1, 0);
    driver.deliver(4, 3);
    driver.messageReadsAnswer = true;

    driver.answerNow();

    assertThat(driver.settled().stream().skip(settled))
        .containsExactly("s-1 DeadLetter", "s-4 DeadLetter");
  }

  @Test
  void aCopyThatWaitsForItsPageIsInHand() {
    endAsDead(1, 2, 3, 4);
    driver.messageReadsAnswer = false;

    driver.deliver(1, 0);

    assertThat(driver.worker.inHand()).isOne();
  }

  @Test
  void aCopyThatIsSettledByItsPageIsToldOfAsADuplicate() {
    endAsDead(1, 2, 3, 4);

    driver.deliver(1, 0);

    assertThat(driver.facts(WorkerFact.DuplicateDropped.class)).hasSize(1);
  }

  @Test
  void aSessionWhoseCopiesPagesSettleMoves() {
    endAsDead(1, 2, 3, 4);
    driver.deliver(10, 9); // waits at a gap
    driver.tick(Duration.ofSeconds(59));

    driver.deliver(1, 0);
    driver.tick(Duration.ofSeconds(2));

    assertThat(driver.facts(WorkerFact.Stuck.class)).isEmpty();
  }

  @Test
  void aPageWhoseWriteIsUnansweredIsWrittenAgainSoon() {
    endAsDead(1, 2);
    driver.deliver(3, 2);
    driver.nextMessageWrites.add(new WriteOutcome.Unknown("dropped on its way"));

    driver.returns(new HandlerOutcome.DeadLetter("reason-3", "no"));

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .endsWith(new WorkerEffect.WakeAt(driver.now().monotonic().plus(Duration.ofMillis(50))));
  }

  @Test
  void aPageThatIsGoneWhenItIsToBeReplacedIsCreated() {
    driver.messages.put(page(new EndedRange(STREAM, 9, 9, EndState.SKIPPED, "an operator")));
    MessageRecord there = driver.messages.record(SESSION, FIRST_PAGE).orElseThrow();
    driver.messageReadsAnswer = false;
    endAsDead(1, 2, 3);
    driver.messages.remove(SESSION, FIRST_PAGE);
    driver.messageReadsAnswer = true;

    driver.hand(
        new WorkerEvent.MessageRead(FIRST_PAGE, new ReadOutcome.Found<>(there, new Version("m1"))));

    assertThat(((MessageContent.Page) firstPage().content()).ranges())
        .extracting(EndedRange::reason)
        .containsExactly("reason-1");
    assertThat(record().progress().ended()).hasSize(2);
  }

  private static MessageContent.Page page(EndedRange range) {
    return new MessageContent.Page(STREAM, 0, List.of(range));
  }

  private MessageRecord firstPage() {
    return driver.messages.record(SESSION, FIRST_PAGE).orElseThrow();
  }

  private void remove(long... pages) {
    for (long page : pages) {
      driver.messages.remove(SESSION, MessageKey.ofPage(STREAM, page));
    }
  }

  private void endAsDead(long... numbers) {
    for (long number : numbers) {
      driver.deliver(number, number - 1);
      driver.returns(new HandlerOutcome.DeadLetter("reason-" + number, "no"));
    }
  }

  private String lastReason() {
    List<WorkerEffect.Settle> all = driver.all(WorkerEffect.Settle.class);
    return ((Settlement.DeadLetter) all.get(all.size() - 1).settlement()).reason();
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
