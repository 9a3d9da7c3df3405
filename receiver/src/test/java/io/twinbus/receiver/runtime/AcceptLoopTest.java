package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.SharedPlaces;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AcceptLoopTest {

  private static final Duration LONGER_THAN_THE_BACK_OFF = Duration.ofSeconds(6);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Asked broker = new Asked();
  private final List<BrokerSession> taken = new ArrayList<>();
  private boolean isOpen = true;

  static Stream<Throwable> thrown() {
    return Stream.of(new IllegalStateException("no worker"), new AssertionError("a defect"));
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void aSessionThatCannotBeHandedOverIsGivenBackAndItsPlaceIsFree(Throwable thrown) {
    AcceptLoop loop =
        loop(
            session -> {
              if (thrown instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) thrown;
            });
    loop.fill();
    Given session = new Given();

    broker.asked.get(0).complete(new AcceptOutcome.Accepted(session));

    assertThat(session.isClosed).isTrue();
    assertThat(broker.asked).as("another one is asked for").hasSize(2);
  }

  @Test
  void anAcceptThatThrowsGivesItsPlaceBack() {
    AcceptLoop loop = loop(taken::add);
    broker.isBroken = true;
    loop.fill();
    assertThat(loop.unreachable()).contains("broken");
    broker.isBroken = false;

    timer.pass(LONGER_THAN_THE_BACK_OFF);

    assertThat(broker.asked).hasSize(1);
    broker.asked.get(0).complete(new AcceptOutcome.Accepted(new Given()));
    assertThat(taken).hasSize(1);
    assertThat(loop.unreachable()).isNull();
  }

  @Test
  void anAcceptThatFailsGivesItsPlaceBack() {
    AcceptLoop loop = loop(taken::add);
    loop.fill();
    broker.asked.get(0).completeExceptionally(new IllegalStateException("gone"));

    timer.pass(LONGER_THAN_THE_BACK_OFF);

    assertThat(broker.asked).hasSize(2);
  }

  @Test
  void aSessionThatComesAfterTheStopIsGivenBack() {
    AcceptLoop loop = loop(taken::add);
    loop.fill();
    loop.stop();
    Given session = new Given();

    broker.asked.get(0).complete(new AcceptOutcome.Accepted(session));

    assertThat(session.isClosed).isTrue();
    assertThat(taken).isEmpty();
  }

  @Test
  void noneIsAskedForWhileItIsNotOpenAndOneThatComesThenIsKept() {
    AcceptLoop loop = loop(taken::add);
    loop.fill();
    isOpen = false;

    broker.asked.get(0).complete(new AcceptOutcome.Accepted(new Given()));
    loop.fill();

    assertThat(taken).hasSize(1);
    taken.clear();
    loop.fill();
    assertThat(broker.asked).hasSize(1);
    isOpen = true;
    loop.fill();
    assertThat(broker.asked).hasSize(2);
  }

  @Test
  void aSessionThatCannotEvenBeGivenBackLeavesItsPlace() {
    AcceptLoop loop = loop(taken::add);
    loop.fill();
    loop.hold();
    Given session = new Given();
    session.isBroken = true;

    broker.asked.get(0).complete(new AcceptOutcome.Accepted(session));
    loop.goOn();
    loop.fill();

    assertThat(broker.asked).as("another one is asked for").hasSize(2);
  }

  @Test
  void besideOtherQueuesAsManyWaitAsSessionsWereFoundInARow() {
    AcceptLoop loop = loop(new SharedPlaces(20).share(20, taken::size), 8, taken::add);
    loop.fill();
    assertThat(broker.asked).hasSize(1);
    broker.asked.get(0).complete(new AcceptOutcome.Accepted(new Given()));
    assertThat(broker.asked).as("one waits").hasSize(2);
    broker.asked.get(1).complete(new AcceptOutcome.Accepted(new Given()));
    assertThat(broker.asked).as("two wait").hasSize(4);

    broker.asked.get(2).complete(new AcceptOutcome.None());
    timer.pass(LONGER_THAN_THE_BACK_OFF);

    assertThat(broker.asked).as("the other one waits").hasSize(4);
  }

  private AcceptLoop loop(Consumer<BrokerSession> onAccepted) {
    return loop(new SharedPlaces(1).share(1, taken::size), 1, onAccepted);
  }

  private AcceptLoop loop(SharedPlaces.Share share, int most, Consumer<BrokerSession> onAccepted) {
    return new AcceptLoop(
        broker, new AcceptLoop.Places(share, 1, most, () -> isOpen), onAccepted, timer, timer);
  }

  /** A broker whose accepts are answered by hand. */
  private static final class Asked implements Broker {

    private final List<CompletableFuture<AcceptOutcome>> asked = new ArrayList<>();
    private boolean isBroken;

    @Override
    public CompletionStage<AcceptOutcome> acceptNext() {
      if (isBroken) {
        throw new IllegalStateException("the client is broken");
      }
      CompletableFuture<AcceptOutcome> answer = new CompletableFuture<>();
      asked.add(answer);
      return answer;
    }

    @Override
    public void close() {}
  }

  /** A session of which only the end is of interest. */
  private static final class Given implements BrokerSession {

    private boolean isClosed;
    private boolean isBroken;

    @Override
    public SessionId session() {
      return new SessionId("s");
    }

    @Override
    public void listen(Listener listener) {}

    @Override
    public void receive(int count) {}

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      return CompletableFuture.completedFuture(new SearchOutcome.Absent());
    }

    @Override
    public CompletionStage<Void> close() {
      isClosed = true;
      if (isBroken) {
        throw new IllegalStateException("the link is broken");
      }
      return CompletableFuture.completedFuture(null);
    }
  }
}
