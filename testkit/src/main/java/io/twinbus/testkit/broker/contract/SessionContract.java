package io.twinbus.testkit.broker.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the holder of a session can do. A test class inherits it and says which broker it means. */
public abstract class SessionContract extends BrokerSuite {

  /** More than any entity's maximum delivery count in these tests. */
  private static final int OFTEN = 12;

  /** For the class that says which broker it means. */
  protected SessionContract() {}

  @Test
  void nothingComesThatNobodyAskedFor() {
    site().send(SentCopy.range(session("a"), 1, 5));
    Holding holding = hold();

    receive(holding, 2);
    site().letTimePass(Duration.ofMillis(300));

    assertThat(holding.seqs()).containsExactly(1L, 2L);
  }

  @Test
  void copiesComeInTheOrderOfTheBrokersNumbers() {
    site().send(SentCopy.range(session("a"), 1, 40));
    Holding holding = hold();

    receive(holding, 15);
    receive(holding, 25);

    assertThat(holding.delivered).isSortedAccordingTo(Deliveries.BY_BROKER_SEQUENCE);
    assertThat(holding.seqs()).doesNotHaveDuplicates().hasSize(40);
  }

  @Test
  void whatWasAskedForComesWhenItIsSent() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();
    receive(holding, 1);
    holding.session.receive(2);

    site().send(SentCopy.range(session, 2, 2));
    until("the second copy arrives", () -> holding.delivered.size() == 2);
    site().send(SentCopy.range(session, 3, 3));
    until("the third copy arrives", () -> holding.delivered.size() == 3);

    assertThat(holding.seqs()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aCompletedCopyIsGone() {
    site().send(SentCopy.range(session("a"), 1, 2));
    Holding holding = hold();
    receive(holding, 2);

    complete(holding, holding.delivered.get(0));
    close(holding);

    assertThat(site().unsettled()).isEqualTo(1);
    assertThat(site().deadLetters()).isEmpty();
    Holding next = hold();
    receive(next, 1);
    assertThat(next.seqs()).containsExactly(2L);
  }

  @Test
  void copiesAreSettledInAnyOrder() {
    site().send(SentCopy.range(session("a"), 1, 3));
    Holding holding = hold();
    receive(holding, 3);

    complete(holding, holding.delivered.get(2));
    complete(holding, holding.delivered.get(0));
    complete(holding, holding.delivered.get(1));

    assertThat(site().unsettled()).isZero();
  }

  @Test
  void aDeadLetteredCopyStandsThereWithItsReason() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();
    receive(holding, 1);

    var unused =
        await(
            holding.session.settle(
                holding.delivered.get(0), new Settlement.DeadLetter("Poison", "it hurts")));

    assertThat(site().unsettled()).isZero();
    until("the dead letter is there", () -> !site().deadLetters().isEmpty());
    assertThat(site().deadLetters())
        .containsExactly(new BrokerSite.DeadLetter(session, 1, "Poison", "it hurts"));
  }

  @Test
  void aCopyIsSettledOnce() {
    site().send(SentCopy.range(session("a"), 1, 1));
    Holding holding = hold();
    receive(holding, 1);
    complete(holding, holding.delivered.get(0));

    awaitFailure(holding.session.settle(holding.delivered.get(0), new Settlement.Complete()));
  }

  @Test
  void aCopyOfAnotherHoldersSessionCannotBeSettled() {
    site().send(SentCopy.range(session("a"), 1, 1));
    Holding first = hold();
    receive(first, 1);
    Delivery copy = first.delivered.get(0);
    close(first);
    Holding second = hold();

    awaitFailure(second.session.settle(copy, new Settlement.Complete()));
    awaitFailure(first.session.settle(copy, new Settlement.Complete()));

    assertThat(site().unsettled()).isEqualTo(1);
  }

  @Test
  void closingGivesUnsettledCopiesBackUnderTheSameNumbers() {
    site().send(SentCopy.range(session("a"), 1, 3));
    Holding first = hold();
    receive(first, 3);

    close(first);

    Holding second = hold();
    receive(second, 3);
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(numbers(second)).isEqualTo(numbers(first));
  }

  @Test
  void closingDoesNotCountAsADelivery() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 2));

    for (int time = 0; time < OFTEN; time++) {
      Holding holding = hold();
      receive(holding, 2);
      close(holding);
    }

    assertThat(site().unsettled()).isEqualTo(2);
    assertThat(site().deadLetters()).isEmpty();
  }

  @Test
  void closingTwiceIsClosingOnce() {
    site().send(SentCopy.range(session("a"), 1, 1));
    Holding holding = hold();

    close(holding);
    close(holding);

    assertThat(hold().id()).isEqualTo(holding.id());
    assertThat(holding.lost).as("who closes is not told of a loss").isEmpty();
  }

  @Test
  void afterClosingNothingIsHeardAnyMore() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();
    receive(holding, 1);
    holding.session.receive(5);

    close(holding);
    site().send(SentCopy.range(session, 2, 2));
    Holding next = hold();
    receive(next, 2);

    assertThat(holding.seqs()).containsExactly(1L);
  }

  @Test
  void theLockIsRenewedForAsLongAsTheSessionIsHeld() {
    site().send(SentCopy.range(session("a"), 1, 1));
    Holding holding = hold();
    receive(holding, 1);

    site().letTimePass(site().lockDuration().plus(site().lockDuration().dividedBy(4)));

    assertThat(holding.lost).isEmpty();
    complete(holding, holding.delivered.get(0));
    assertThat(accept()).isInstanceOf(AcceptOutcome.None.class);
  }

  private static List<Long> numbers(Holding holding) {
    return holding.delivered.stream().map(Delivery::brokerSequence).toList();
  }
}
