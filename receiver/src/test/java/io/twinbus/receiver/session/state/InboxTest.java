package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.Copies.A;
import static io.twinbus.receiver.session.state.Copies.B;
import static io.twinbus.receiver.session.state.Copies.NOW;
import static io.twinbus.receiver.session.state.Copies.copy;
import static io.twinbus.receiver.session.state.Copies.positionOf;
import static io.twinbus.receiver.session.state.Copies.single;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.rules.DeliveryRule;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The copies in hand, and which of them is next. */
class InboxTest {

  private final Inbox inbox = new Inbox(new DeliveryRule(Horizon.ofDefaults()));

  @Test
  void ofTwoStreamsTheMessageThatArrivedFirstIsNext() {
    Delivery later = take(copy(8, A, 1));
    Delivery first = take(copy(7, B, 1));

    assertThat(heads().next().map(Inbox.Head::delivery)).contains(first);
    assertThat(later).isNotEqualTo(first);
  }

  @Test
  void nothingThatArrivedAfterAHeldStreamGoesOn() {
    take(copy(7, A, 1));
    take(copy(8, B, 1));

    assertThat(heads(A).next()).isEmpty();
  }

  @Test
  void whatArrivedBeforeAHeldStreamGoesOn() {
    Delivery first = take(copy(7, A, 1));
    take(copy(8, B, 1));

    assertThat(heads(B).next().map(Inbox.Head::delivery)).contains(first);
  }

  @Test
  void ofTwoHeldStreamsTheOneThatArrivedFirstHoldsTheOthersBack() {
    StreamId third = new StreamId("third");
    take(copy(9, A, 1));
    take(copy(8, third, 1));
    take(copy(7, B, 1));

    StreamHeads heads =
        inbox.heads(Progress.NONE, stream -> stream.equals(A) || stream.equals(B), NOW);

    assertThat(heads.next()).isEmpty();
    assertThat(heads.held()).extracting(Inbox.Held::stream).containsExactly(B, A);
  }

  @Test
  void onlyTheStreamThatIsAskedForIsHeld() {
    take(copy(7, A, 1));
    take(copy(8, B, 1));

    assertThat(heads(A).isHeld(A)).isTrue();
    assertThat(heads(A).isHeld(B)).isFalse();
  }

  @Test
  void aMessageWithARecordOfItsOwnThatArrivedFirstGoesFirst() {
    Delivery single = take(single(6));
    take(copy(7, A, 1));

    assertThat(inbox.singleBefore(heads())).contains(single);
  }

  @Test
  void aMessageWithARecordOfItsOwnWaitsForWhatArrivedBeforeIt() {
    take(copy(7, A, 1));
    take(single(8));

    assertThat(inbox.singleBefore(heads())).isEmpty();
  }

  @Test
  void aMessageWithARecordOfItsOwnWaitsForAHeldStreamThatArrivedBeforeIt() {
    take(copy(7, A, 1));
    take(single(8));

    assertThat(inbox.singleBefore(heads(A))).isEmpty();
  }

  @Test
  void ofTheMessagesWithRecordsOfTheirOwnTheOneThatArrivedFirstIsFirst() {
    take(single(8));
    Delivery first = take(single(7));

    assertThat(inbox.single()).contains(first);
  }

  @Test
  void aMessageWithARecordOfItsOwnIsCountedOnceThoughItComesTwice() {
    take(single(8));
    take(single(8));

    assertThat(inbox.size()).isEqualTo(1);
  }

  @Test
  void aMessageWithARecordOfItsOwnThatIsTakenOutIsNotInHand() {
    Delivery single = take(single(8));

    inbox.removeSingle(single);

    assertThat(inbox.isEmpty()).isTrue();
    assertThat(inbox.single()).isEmpty();
  }

  @Test
  void takingOutWhatIsNotInHandCountsNothing() {
    take(copy(7, A, 1));

    inbox.removeSingle(single(8));
    inbox.remove(copy(9, A, 1), new Position(A, 1, 0));
    inbox.remove(copy(9, A, 2), new Position(A, 2, 1));
    inbox.remove(copy(9, B, 1), new Position(B, 1, 0));

    assertThat(inbox.size()).isEqualTo(1);
  }

  @Test
  void anUnreadableCopyIsInHand() {
    inbox.addUnreadable();

    assertThat(inbox.size()).isEqualTo(1);
    assertThat(inbox.isEmpty()).isFalse();
  }

  @Test
  void ofTwoCopiesOfOneNumberTheOtherOneStays() {
    Delivery one = take(copy(7, A, 1));
    Delivery other = take(copy(8, A, 1));

    inbox.remove(one, positionOf(one));

    assertThat(inbox.size()).isEqualTo(1);
    assertThat(inbox.holds(one, positionOf(one))).isFalse();
    assertThat(inbox.holds(other, positionOf(other))).isTrue();
  }

  @Test
  void theLastCopyOfAStreamTakesTheStreamWithIt() {
    Delivery only = take(copy(7, A, 1));
    take(copy(8, B, 1));

    inbox.remove(only, positionOf(only));

    assertThat(inbox.streams()).containsExactly(B);
  }

  @Test
  void theOtherNumbersOfAStreamStay() {
    Delivery first = take(copy(7, A, 1));
    Delivery second = take(copy(8, A, 2));

    inbox.remove(first, positionOf(first));

    assertThat(inbox.holds(second, positionOf(second))).isTrue();
  }

  @Test
  void aCopyThatEqualsTheOneInHandIsAnother() {
    Delivery inHand = take(copy(7, A, 1));

    assertThat(inbox.holds(copy(7, A, 1), positionOf(inHand))).isFalse();
  }

  @Test
  void aNumberIsBelowAllOnlyBetweenTheCursorAndWhatIsInHand() {
    take(copy(7, A, 5));

    assertThat(inbox.isBelowAll(new Position(A, 2, 1), 2)).as("at the cursor").isFalse();
    assertThat(inbox.isBelowAll(new Position(A, 3, 2), 2)).isTrue();
    assertThat(inbox.isBelowAll(new Position(A, 5, 4), 2)).as("in hand").isFalse();
    assertThat(inbox.isBelowAll(new Position(B, 3, 2), 2)).as("nothing there").isTrue();
  }

  @Test
  void whatIsAtOrBelowTheCursorIsTakenOut() {
    Delivery below = take(copy(7, A, 1));
    Delivery at = take(copy(8, A, 2));
    Delivery above = take(copy(9, A, 3));

    assertThat(inbox.takeCovered(ended(A, 2))).containsExactly(below, at);

    assertThat(inbox.size()).isEqualTo(1);
    assertThat(inbox.holds(above, positionOf(above))).isTrue();
  }

  @Test
  void aStreamOfWhichAllIsTakenOutIsNotInHand() {
    take(copy(7, A, 1));
    take(copy(8, B, 1));

    inbox.takeCovered(ended(A, 1));

    assertThat(inbox.streams()).containsExactly(B);
  }

  @Test
  void theOldestIsTheOneOfAllStreamsThatWasSentFirst() {
    take(copy(7, new Position(A, 1, 0), NOW.minusSeconds(5), null));
    take(copy(8, new Position(B, 1, 0), NOW.minusSeconds(9), null));
    take(copy(9, new Position(new StreamId("c"), 1, 0), NOW.minusSeconds(7), null));

    assertThat(inbox.oldest(Progress.NONE)).contains(NOW.minusSeconds(9));
  }

  @Test
  void whatHasEndedIsNotTheOldest() {
    take(copy(7, new Position(A, 1, 0), NOW.minusSeconds(9), null));
    take(copy(8, new Position(A, 2, 1), NOW.minusSeconds(5), null));

    assertThat(inbox.oldest(ended(A, 1))).contains(NOW.minusSeconds(5));
  }

  @Test
  void aMessageForLaterWaitsSinceItMightHaveRun() {
    take(copy(7, new Position(A, 1, 0), NOW.minusSeconds(9), NOW.minusSeconds(4)));

    assertThat(inbox.oldest(Progress.NONE)).contains(NOW.minusSeconds(4));
  }

  @Test
  void aMessageThatMightHaveRunBeforeItWasSentWaitsSinceItWasSent() {
    take(copy(7, new Position(A, 1, 0), NOW.minusSeconds(4), NOW.minusSeconds(9)));

    assertThat(inbox.oldest(Progress.NONE)).contains(NOW.minusSeconds(4));
  }

  @Test
  void onlyEndedMessagesAreInHandUpToTheCursor() {
    take(copy(7, A, 1));
    take(copy(8, A, 2));

    assertThat(inbox.hasOnlyEnded(ended(A, 2))).isTrue();
    assertThat(inbox.hasOnlyEnded(ended(A, 1))).isFalse();
  }

  @Test
  void aMessageWithARecordOfItsOwnHasNotEndedWhileItIsInHand() {
    take(single(7));

    assertThat(inbox.hasOnlyEnded(Progress.NONE)).isFalse();
  }

  @Test
  void aMessageWhoseTimeHasNotComeIsForLater() {
    Delivery early = takeForLater(7, A, 1);

    StreamHeads heads = heads();

    assertThat(heads.next()).isEmpty();
    assertThat(heads.nextLater().map(Inbox.Head::delivery)).contains(early);
    assertThat(heads.isWaitingForTime()).isTrue();
  }

  @Test
  void ofTheMessagesForLaterTheOneThatMayRunFirstIsNextThen() {
    takeForLater(7, A, 2);
    Delivery sooner = takeForLater(8, B, 1);

    assertThat(heads().nextLater().map(Inbox.Head::delivery)).contains(sooner);
  }

  @Test
  void aMessageBehindAGapIsAGapThoughItsTimeHasNotCome() {
    take(copy(7, new Position(A, 3, 2), NOW, NOW.plusSeconds(1)));

    assertThat(heads().gaps()).hasSize(1);
    assertThat(heads().later()).isEmpty();
  }

  @Test
  void aSessionDoesNotWaitForATimeWhileAnotherStreamHasSomethingElse() {
    takeForLater(7, A, 1);
    assertThat(heads(A).isWaitingForTime()).as("held, and nothing for later").isFalse();

    take(copy(8, new Position(B, 3, 2), NOW, null));
    assertThat(heads().isWaitingForTime()).as("a gap").isFalse();
    assertThat(heads(B).isWaitingForTime()).as("held").isFalse();

    take(copy(9, B, 1));
    assertThat(heads().isWaitingForTime()).as("runnable").isFalse();
  }

  @Test
  void nothingWaitsForATimeInAnEmptyInbox() {
    assertThat(heads().isWaitingForTime()).isFalse();
  }

  @Test
  void aStreamHasItsNextMessageAlsoWhenThatIsForLater() {
    takeForLater(7, A, 1);
    take(copy(8, B, 1));

    assertThat(heads().has(A)).isTrue();
    assertThat(heads().has(B)).isTrue();
    assertThat(heads().has(new StreamId("c"))).isFalse();
  }

  @Test
  void aRunnableMessageIsFoundByItsStreamAndNumber() {
    take(copy(7, A, 1));
    Delivery wanted = take(copy(8, B, 1));

    assertThat(heads().at(B, 1).map(Inbox.Head::delivery)).contains(wanted);
    assertThat(heads().at(B, 2)).isEmpty();
    assertThat(heads().at(new StreamId("c"), 1)).isEmpty();
  }

  @Test
  void theRunnableMessagesStandAtOnePositionAStream() {
    take(copy(7, A, 1));
    take(copy(8, A, 2));

    assertThat(heads().positions()).containsExactly(new Position(A, 1, 0));
  }

  private Delivery take(Delivery delivery) {
    delivery
        .position()
        .ifPresentOrElse(
            position -> inbox.add(delivery, position), () -> inbox.addSingle(delivery));
    return delivery;
  }

  private Delivery takeForLater(long brokerSequence, StreamId stream, long seconds) {
    Instant due = NOW.plus(Duration.ofSeconds(seconds));
    return take(copy(brokerSequence, new Position(stream, 1, 0), NOW, due));
  }

  private StreamHeads heads() {
    return heads(null);
  }

  private StreamHeads heads(@Nullable StreamId held) {
    return inbox.heads(Progress.NONE, stream -> stream.equals(held), NOW);
  }

  private static Progress ended(StreamId stream, long seq) {
    return ProgressRule.ended(
        Progress.NONE, new Position(stream, seq, seq - 1), EndState.DONE, "", Instant.EPOCH);
  }
}
