package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.rules.EarlyAccepts;
import io.twinbus.receiver.rules.SharedPlaces;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private final AskedBroker broker = new AskedBroker();
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
    ScriptedSession session = new ScriptedSession();

    broker.asked.get(0).complete(new AcceptOutcome.Accepted(session));

    assertThat(session.closes).isOne();
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
    broker.asked.get(0).complete(new AcceptOutcome.Accepted(new ScriptedSession()));
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
    ScriptedSession session = new ScriptedSession();

    broker.asked.get(0).complete(new AcceptOutcome.Accepted(session));

    assertThat(session.closes).isOne();
    assertThat(taken).isEmpty();
  }

  @Test
  void noneIsAskedForWhileItIsNotOpenAndOneThatComesThenIsKept() {
    AcceptLoop loop = loop(taken::add);
    loop.fill();
    isOpen = false;

    broker.asked.get(0).complete(new AcceptOutcome.Accepted(new ScriptedSession()));
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
    ScriptedSession session = new ScriptedSession();
    session.isCloseBroken = true;

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
    broker.asked.get(0).complete(new AcceptOutcome.Accepted(new ScriptedSession()));
    assertThat(broker.asked).as("one waits").hasSize(2);
    broker.asked.get(1).complete(new AcceptOutcome.Accepted(new ScriptedSession()));
    assertThat(broker.asked).as("two wait").hasSize(4);

    broker.asked.get(2).complete(new AcceptOutcome.None());
    timer.pass(LONGER_THAN_THE_BACK_OFF);

    assertThat(broker.asked).as("the other one waits").hasSize(4);
  }

  /** No caller tells the loop that bytes or the ledger have room again, so it looks by itself. */
  @Test
  void onceItIsOpenAgainItAsksByItselfHoweverOftenItWasNot() {
    isOpen = false;
    AcceptLoop loop = loop(taken::add);
    loop.fill();

    for (int times = 1; times <= 3; times++) {
      timer.pass(Duration.ofSeconds(1));
      assertThat(broker.asked).hasSize(times - 1);
      isOpen = true;
      timer.pass(Duration.ofMillis(100));
      assertThat(broker.asked).hasSize(times);
      isOpen = false;
      broker.asked.get(times - 1).complete(new AcceptOutcome.None());
    }
  }

  /** Else the others would owe it the place that it does not take. */
  @Test
  void aQueueThatIsHeldOrStoppedWantsNoPlaceAnyMore() {
    SharedPlaces.Share share = new SharedPlaces(1).share(1, taken::size);
    AcceptLoop loop = loop(share, 1, taken::add);
    taken.add(new ScriptedSession());
    loop.fill();
    assertThat(share.wants()).isTrue();

    loop.hold();
    assertThat(share.wants()).isFalse();
    loop.goOn();
    loop.fill();
    assertThat(share.wants()).isTrue();
    loop.stop();

    assertThat(share.wants()).isFalse();
  }

  @Test
  void theBackOffDoublesUpToItsLongestAndBeginsAnewWhenTheRegionHasAnswered() {
    AcceptLoop loop = loop(taken::add);
    loop.fill();
    List<Long> waited = new ArrayList<>();

    for (int failed = 0; failed < 7; failed++) {
      waited.add(millisToTheNextAfter(new AcceptOutcome.Unavailable("gone")));
    }
    long none = millisToTheNextAfter(new AcceptOutcome.None());
    long failedAgain = millisToTheNextAfter(new AcceptOutcome.Unavailable("gone"));

    assertThat(waited).containsExactly(201L, 401L, 801L, 1_601L, 3_201L, 5_001L, 5_001L);
    assertThat(none).as("an entity without messages is not asked without a pause").isEqualTo(51);
    assertThat(failedAgain).isEqualTo(201);
  }

  @Test
  void acceptsThatFailTogetherAreOneFailure() {
    AcceptLoop loop =
        new AcceptLoop(
            broker,
            new AcceptLoop.Places(new SharedPlaces(8).share(8, taken::size), 4, 8, 0, () -> isOpen),
            AskedBroker.handingTo(taken::add),
            timer,
            timer);
    loop.fill();
    assertThat(broker.asked).hasSize(4);

    List.copyOf(broker.asked)
        .forEach(accept -> accept.complete(new AcceptOutcome.Unavailable("gone")));
    timer.pass(Duration.ofMillis(201));

    assertThat(broker.asked).as("after the first back-off").hasSize(8);
  }

  @Test
  void noMoreWaitThanMayHoweverManySessionsAreFoundInARow() {
    AcceptLoop loop = loop(new SharedPlaces(100).share(100, taken::size), 3, taken::add);
    loop.fill();

    for (int found = 0; found < 10; found++) {
      broker.asked.get(found).complete(new AcceptOutcome.Accepted(new ScriptedSession()));
    }

    assertThat(broker.asked.stream().filter(accept -> !accept.isDone())).hasSize(3);
    assertThat(loop.accepted()).isEqualTo(10);
    assertThat(loop.isHungry()).isTrue();
    broker.asked.get(10).complete(new AcceptOutcome.None());
    assertThat(loop.isHungry()).isFalse();
  }

  /** Else those that have a place and nothing to do would keep it, and it would wait for them. */
  @Test
  void aSessionThatWentBackForWantOfAPlaceIsOneThatWaits() {
    AcceptLoop loop =
        new AcceptLoop(
            broker,
            new AcceptLoop.Places(new SharedPlaces(1).share(1, taken::size), 2, 2, 2, () -> isOpen),
            AskedBroker.handingTo(taken::add),
            timer,
            timer);
    loop.fill();
    broker.asked.get(0).complete(new AcceptOutcome.Accepted(new ScriptedSession()));
    for (int n = 0; n < 3; n++) {
      loop.freed();
    }
    loop.fill();
    assertThat(broker.asked).as("two more, without a place").hasSize(3);
    ScriptedSession session = new ScriptedSession();
    broker.asked.get(1).complete(new AcceptOutcome.Accepted(session));
    broker.asked.get(2).complete(new AcceptOutcome.None());
    assertThat(loop.isHungry()).isFalse();

    timer.pass(EarlyAccepts.PATIENCE);

    assertThat(session.closes).isOne();
    assertThat(loop.isHungry()).isTrue();
  }

  @Test
  void stoppedItAsksForNothingAnyMore() {
    AcceptLoop loop = loop(taken::add);
    loop.fill();
    loop.stop();

    broker.asked.get(0).complete(new AcceptOutcome.Unavailable("the receiver is closing"));
    timer.pass(LONGER_THAN_THE_BACK_OFF);
    loop.fill();

    assertThat(broker.asked).hasSize(1);
    assertThat(loop.unreachable()).as("its own end is no trouble").doesNotContain("closing");
    assertThat(timer.waiting()).isZero();
  }

  /** How long it takes until the next accept when the latest one has ended so. */
  private long millisToTheNextAfter(AcceptOutcome outcome) {
    int before = broker.asked.size();
    broker.asked.get(before - 1).complete(outcome);
    long millis = 0;
    while (broker.asked.size() == before && millis < 60_000) {
      timer.pass(Duration.ofMillis(1));
      millis++;
    }
    return millis;
  }

  private AcceptLoop loop(Consumer<BrokerSession> onAccepted) {
    return loop(new SharedPlaces(1).share(1, taken::size), 1, onAccepted);
  }

  private AcceptLoop loop(SharedPlaces.Share share, int most, Consumer<BrokerSession> onAccepted) {
    return new AcceptLoop(
        broker,
        new AcceptLoop.Places(share, 1, most, 0, () -> isOpen),
        AskedBroker.handingTo(onAccepted),
        timer,
        timer);
  }
}
