package io.twinbus.receiver.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** That a session's first copy comes while it waits, once, and first. */
class EarlySessionTest {

  private final Broker broker = new Broker();
  private final List<String> heard = new ArrayList<>();
  private final BrokerSession.Listener worker =
      new BrokerSession.Listener() {
        @Override
        public void delivered(Delivery delivery) {
          heard.add("copy " + delivery.brokerSequence());
        }

        @Override
        public void lost(String why) {
          heard.add(why);
        }
      };

  @Test
  void oneCopyIsAskedForAtOnceAndComesWithTheFirstDemand() {
    EarlySession session = EarlySession.reading(broker);
    assertThat(broker.asked).isOne();
    broker.deliver(1);

    session.listen(worker);
    assertThat(heard).as("nothing is wanted yet").isEmpty();
    session.receive(3);

    assertThat(heard).containsExactly("copy 1");
    assertThat(broker.asked).as("it is one of the three").isEqualTo(3);
    broker.deliver(2);
    broker.deliver(3);
    assertThat(heard).containsExactly("copy 1", "copy 2", "copy 3");
  }

  @Test
  void aFirstCopyThatIsStillOnItsWayCountsForTheDemandToo() {
    EarlySession session = EarlySession.reading(broker);
    session.listen(worker);

    session.receive(1);
    assertThat(broker.asked).isOne();
    broker.deliver(1);
    session.receive(2);

    assertThat(heard).containsExactly("copy 1");
    assertThat(broker.asked).isEqualTo(3);
  }

  /** What a worker asks for in answer to the first copy goes to the broker, behind the rest. */
  @Test
  void theWorkerMayAskForMoreWhileItIsGivenTheFirstCopy() {
    EarlySession session = EarlySession.reading(broker);
    broker.deliver(1);
    session.listen(
        new BrokerSession.Listener() {
          @Override
          public void delivered(Delivery delivery) {
            heard.add("copy " + delivery.brokerSequence());
            session.receive(1);
          }

          @Override
          public void lost(String why) {}
        });

    session.receive(1);

    assertThat(heard).containsExactly("copy 1");
    assertThat(broker.asked).isEqualTo(2);
  }

  @Test
  void noDemandGetsNoCopy() {
    EarlySession session = EarlySession.reading(broker);
    broker.deliver(1);
    session.listen(worker);

    session.receive(0);

    assertThat(heard).isEmpty();
    session.receive(1);
    assertThat(heard).containsExactly("copy 1");
  }

  @Test
  void aSessionThatWasLostWhileItWaitedSaysSoToItsWorkerAndKeepsItsCopy() {
    EarlySession session = EarlySession.reading(broker);
    broker.deliver(1);
    broker.lose("the link has ended");

    session.listen(worker);
    session.receive(1);

    assertThat(heard).containsExactly("the link has ended");
  }

  @Test
  void aLossLaterOnReachesTheWorker() {
    EarlySession session = EarlySession.reading(broker);
    session.listen(worker);

    broker.lose("the link has ended");

    assertThat(heard).containsExactly("the link has ended");
  }

  @Test
  void aSessionThatCannotBeAskedThrows() {
    broker.isBroken = true;

    assertThatThrownBy(() -> EarlySession.reading(broker)).hasMessage("the link is broken");
  }

  @Test
  void allElseIsTheBrokers() {
    EarlySession session = EarlySession.reading(broker);
    Delivery copy = broker.deliver(1);

    assertThat(session.session()).isEqualTo(new SessionId("s"));
    assertThat(session.settle(copy, new Settlement.Complete())).isSameAs(broker.settled);
    assertThat(session.search(new Search(new StreamId("of-s"), 0, 2, 0))).isSameAs(broker.found);
    session.letGo(copy);
    assertThat(broker.letGo).containsExactly(copy);
    assertThat(session.close()).isSameAs(broker.closed);
  }

  /** A broker's session in the hands of the test. */
  private static final class Broker implements BrokerSession {

    final CompletableFuture<Void> settled = new CompletableFuture<>();
    final CompletableFuture<SearchOutcome> found = new CompletableFuture<>();
    final CompletableFuture<Void> closed = new CompletableFuture<>();
    final List<Delivery> letGo = new ArrayList<>();
    int asked;
    boolean isBroken;
    private @Nullable Listener listener;

    Delivery deliver(long sequence) {
      Delivery copy =
          new Delivery(
              sequence,
              new ParsedHeaders.Foreign(),
              new Message(
                  new SessionId("s"),
                  new MessageId("m" + sequence),
                  Body.ofUtf8("body"),
                  Map.of(),
                  new Message.Envelope(null, null, null)));
      if (listener != null) {
        listener.delivered(copy);
      }
      return copy;
    }

    void lose(String why) {
      if (listener != null) {
        listener.lost(why);
      }
    }

    @Override
    public SessionId session() {
      return new SessionId("s");
    }

    @Override
    public void listen(Listener hearer) {
      listener = hearer;
    }

    @Override
    public void receive(int count) {
      if (isBroken) {
        throw new IllegalStateException("the link is broken");
      }
      asked += count;
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      return settled;
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      return found;
    }

    @Override
    public void letGo(Delivery copy) {
      letGo.add(copy);
    }

    @Override
    public CompletionStage<Void> close() {
      return closed;
    }
  }
}
