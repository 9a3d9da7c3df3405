package io.twinbus.receiver.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** That a copy's bytes are given back however it ends, and that what waits is asked for then. */
class BudgetedSessionTest {

  private static final long SIZE = CopySize.of(copy(1));

  /** Of two copies, the second one of a session is held back until the first one has gone. */
  private final CopyBudget budget = new CopyBudget(2 * SIZE);

  private final BudgetedSessions sessions = new BudgetedSessions(budget);
  private final Session broker = new Session();
  private final Heard heard = new Heard();
  private final BudgetedSession session = sessions.add(broker);

  @Test
  void aCopyWhoseSettlementFailsGivesItsBytesBackAndTheNextOneIsAskedFor() {
    holdOne();

    var settled = session.settle(copy(1), new Settlement.Complete());
    broker.settlement.completeExceptionally(new IllegalStateException("the lock is gone"));

    assertThat(settled.toCompletableFuture()).isCompletedExceptionally();
    assertThat(budget.held().bytes()).isZero();
    assertThat(broker.asked).isEqualTo(2);
    assertThat(heard.heldBack).containsExactly(true, false);
  }

  @Test
  void aCopyThatIsLetGoGivesItsBytesBackAndTheNextOneIsAskedFor() {
    holdOne();

    session.letGo(copy(1));

    assertThat(budget.held().bytes()).isZero();
    assertThat(broker.asked).isEqualTo(2);
  }

  @Test
  void aSessionWhoseCloseFailsHoldsNothingAnyMoreAndIsNotAskedAgain() {
    holdOne();

    var closed = session.close();
    broker.closed.completeExceptionally(new IllegalStateException("the link is gone"));
    sessions.askAgain();

    assertThat(closed.toCompletableFuture()).isCompletedExceptionally();
    assertThat(budget.held().bytes()).isZero();
    assertThat(broker.asked).isEqualTo(1);
  }

  @Test
  void aSessionWhoseCloseThrowsHoldsNothingAnyMore() {
    holdOne();
    broker.isBroken = true;

    assertThatThrownBy(session::close).hasMessageContaining("broken");

    assertThat(budget.held().bytes()).isZero();
  }

  /** No worker hears of a failure there: without the loss it would wait for copies for ever. */
  @Test
  void aSessionThatCannotBeAskedForMoreIsLostToItsListener() {
    holdOne();
    broker.isBroken = true;

    session.letGo(copy(1));

    assertThat(heard.lost).singleElement().asString().contains("cannot be asked", "broken");
  }

  @Test
  void aCopyThatIsLetGoTwiceGivesItsBytesBackOnce() {
    holdOne();
    session.letGo(copy(1));
    broker.deliver(copy(2));
    assertThat(budget.held().bytes()).isEqualTo(SIZE);

    session.letGo(copy(1));

    assertThat(budget.held().bytes()).as("the second copy is in hand").isEqualTo(SIZE);
  }

  /** A search has read the copy, and the link delivers the same one. */
  @Test
  void aCopyThatASearchHasReadTakesItsBytesBesideTheOneDelivered() {
    holdOne();
    findTheSame();

    session.letGo(copy(1));
    assertThat(budget.held().bytes()).as("the one delivered is in hand").isEqualTo(SIZE);
    session.letGo(copy(1));

    assertThat(budget.held().bytes()).isZero();
  }

  @Test
  void aSettlementGivesBackTheBytesOfBoth() {
    holdOne();
    findTheSame();

    var unused = session.settle(copy(1), new Settlement.Complete());
    broker.settlement.complete(null);

    assertThat(budget.held().bytes()).isZero();
    assertThat(broker.asked)
        .as("nothing is in hand that would hold the next one back")
        .isEqualTo(2);
  }

  @Test
  void whatOthersLetGoIsAskedForOnceTheyHaveAndToldOnce() {
    Session otherBroker = new Session();
    BudgetedSession other = sessions.add(otherBroker);
    holdOne();
    sessions.askAgain();
    assertThat(broker.asked).isEqualTo(1);
    assertThat(heard.heldBack).containsExactly(true);

    var unused = other.close();
    otherBroker.closed.complete(null);
    session.letGo(copy(1));
    sessions.askAgain();

    assertThat(broker.asked).isEqualTo(2);
    assertThat(heard.heldBack).containsExactly(true, false);
  }

  /** Its worker has ended by then, and must not be told of anything. */
  @Test
  void aSessionThatIsClosedHearsNothingMoreOfTheBudget() {
    holdOne();

    var unused = session.close();
    broker.closed.complete(null);
    sessions.askAgain();

    assertThat(heard.heldBack).containsExactly(true);
  }

  @Test
  void theLossOfTheSessionIsPassedOn() {
    session.listen(heard);

    broker.lose("the link has ended");

    assertThat(heard.lost).containsExactly("the link has ended");
  }

  @Test
  void aSessionThatThrowsAnErrorWhenItIsAskedIsLostToo() {
    holdOne();
    broker.defect = new StackOverflowError("a defect");

    session.letGo(copy(1));

    assertThat(heard.lost).singleElement().asString().contains("cannot be asked");
  }

  @Test
  void aSessionWhoseCloseThrowsAnErrorHoldsNothingAnyMore() {
    holdOne();
    broker.defect = new StackOverflowError("a defect");

    assertThatThrownBy(session::close).isInstanceOf(StackOverflowError.class);

    assertThat(budget.held().bytes()).isZero();
  }

  /** A first copy is kept free for the other one while it is there. */
  @Test
  void whenAnotherSessionHasGoneWhatWasHeldBackForItIsAskedFor() {
    BudgetedSessions two = new BudgetedSessions(new CopyBudget(4 * SIZE));
    BudgetedSession waiting = two.add(broker);
    waiting.listen(heard);
    waiting.receive(1);
    broker.deliver(copy(1));
    BudgetedSession other = two.add(new Session());
    waiting.receive(1);
    assertThat(broker.asked).isEqualTo(1);

    other.forget();
    two.askAgain();

    assertThat(broker.asked).isEqualTo(2);
  }

  @Test
  void aSessionThatHasNothingToAskForIsNotAsked() {
    holdOne();
    broker.isBroken = true;

    sessions.askAgain();

    assertThat(heard.lost).isEmpty();
  }

  @Test
  void aCopyThatComesReachesTheListener() {
    holdOne();

    assertThat(heard.delivered).containsExactly(copy(1));
  }

  @Test
  void whatASearchFindsReachesTheOneThatSearches() {
    SearchOutcome outcome = new SearchOutcome.Found(1, 0, copy(1));

    var searched = session.search(new Search(new StreamId("of-s"), 0, 2, 0));
    broker.found.complete(outcome);

    assertThat(searched).isCompletedWithValue(outcome);
  }

  @Test
  void ofTwoCopiesWithOneNumberOneIsLeftForTheSettlementToGiveBack() {
    holdOne();
    findTheSame();
    session.letGo(copy(1));

    var unused = session.settle(copy(1), new Settlement.Complete());
    broker.settlement.complete(null);

    assertThat(budget.held().bytes()).isZero();
    assertThat(broker.asked)
        .as("nothing is in hand that would hold the next one back")
        .isEqualTo(2);
  }

  @Test
  void itIsTheBrokersSession() {
    assertThat(session.session()).isEqualTo(new SessionId("s"));
  }

  @Test
  void allQueuesSeeWhatIsHeldOfTheBudget() {
    holdOne();

    assertThat(sessions.held()).isEqualTo(new CopyBudget.Held(SIZE, 2 * SIZE));
  }

  @Test
  void anAcceptIsMadeWhileItsFirstCopyFits() {
    holdOne();

    assertThat(sessions.keepFreeForAccepts(1)).isTrue();
    assertThat(sessions.keepFreeForAccepts(2)).isFalse();
  }

  @Test
  void aCopyIsAsLargeAsItsBodyAndTheTextOfItsProperties() {
    Message message =
        new Message(
            new SessionId("s"),
            new MessageId("m"),
            Body.ofUtf8("12345"),
            Map.of("key", "value", "number", 7),
            new Message.Envelope(null, null, null));

    assertThat(CopySize.of(new Delivery(1, new ParsedHeaders.Foreign(), message)))
        .as("two bytes a character of the properties: 3 and 5 of the one, 6 of the other")
        .isEqualTo(CopySize.BESIDE_BODY + 5 + 2 * (3 + 5 + 6));
  }

  private void findTheSame() {
    var unused = session.search(new Search(new StreamId("of-s"), 0, 2, 0));
    broker.found.complete(new SearchOutcome.Found(1, 0, copy(1)));
    assertThat(budget.held().bytes()).isEqualTo(2 * SIZE);
  }

  /** The second one waits: the first one's size is known now, and the budget allows no more. */
  private void holdOne() {
    session.listen(heard);
    session.receive(2);
    assertThat(broker.asked).as("one, while no size is known").isEqualTo(1);
    broker.deliver(copy(1));
    assertThat(budget.held().bytes()).isEqualTo(SIZE);
    assertThat(broker.asked).isEqualTo(1);
  }

  private static Delivery copy(long number) {
    return new Delivery(
        number,
        new ParsedHeaders.Foreign(),
        new Message(
            new SessionId("s"),
            new MessageId("m" + number),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null)));
  }

  private static final class Heard implements BrokerSession.Listener {

    private final List<Delivery> delivered = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<Boolean> heldBack = new ArrayList<>();

    @Override
    public void delivered(Delivery delivery) {
      delivered.add(delivery);
    }

    @Override
    public void lost(String why) {
      lost.add(why);
    }

    @Override
    public void heldBack(boolean isHeldBack) {
      heldBack.add(isHeldBack);
    }
  }

  /** Counts what it is asked for; its answers come when the test says so. */
  private static final class Session implements BrokerSession {

    private final CompletableFuture<Void> settlement = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final List<Listener> listeners = new ArrayList<>();
    private int asked;
    private final CompletableFuture<SearchOutcome> found = new CompletableFuture<>();
    private boolean isBroken;
    private @Nullable Error defect;

    void lose(String why) {
      listeners.forEach(each -> each.lost(why));
    }

    void deliver(Delivery copy) {
      listeners.forEach(each -> each.delivered(copy));
    }

    @Override
    public SessionId session() {
      return new SessionId("s");
    }

    @Override
    public void listen(Listener listener) {
      listeners.add(Objects.requireNonNull(listener));
    }

    @Override
    public void receive(int count) {
      requireWhole();
      asked += count;
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement how) {
      return settlement;
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      return found;
    }

    @Override
    public CompletionStage<Void> close() {
      requireWhole();
      return closed;
    }

    private void requireWhole() {
      Error error = defect;
      if (error != null) {
        throw error;
      }
      if (isBroken) {
        throw new IllegalStateException("broken");
      }
    }
  }
}
