package io.twinbus.receiver.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Callers and accepts in ticked time, with one accept at a time. */
class AcceptorTest {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final TickedTimer timer = new TickedTimer();
  private final Questions broker = new Questions();
  private final Acceptor acceptor = new Acceptor(broker, 1, PATIENCE, timer);

  @Test
  void anAcceptThatThrowsGivesItsSlotBack() {
    broker.isThrowing = true;

    assertThat(acceptor.acceptNext())
        .isCompletedWithValue(new AcceptOutcome.Unavailable("no link"));

    broker.isThrowing = false;
    CompletionStage<AcceptOutcome> next = acceptor.acceptNext();
    assertThat(broker.open).as("accepts that wait at the broker").hasSize(1);
    assertThat(next.toCompletableFuture()).isNotDone();
  }

  @Test
  void aCallerIsAnsweredThoughTheRegionCannotEvenBeAsked() {
    broker.check = CompletableFuture.failedFuture(new IllegalStateException("no connection"));
    CompletionStage<AcceptOutcome> failed = acceptor.acceptNext();
    timer.pass(PATIENCE);
    broker.check = null;
    CompletionStage<AcceptOutcome> thrown = acceptor.acceptNext();
    timer.pass(PATIENCE);

    for (CompletionStage<AcceptOutcome> answer : List.of(failed, thrown)) {
      assertThat(answer).isCompletedWithValueMatching(AcceptOutcome.Unavailable.class::isInstance);
    }
  }

  @Test
  void anAcceptThatFailsGivesItsSlotBack() {
    CompletionStage<AcceptOutcome> first = acceptor.acceptNext();

    broker.open.remove().completeExceptionally(new IllegalStateException("link broke"));

    assertThat(first).isCompletedWithValue(new AcceptOutcome.Unavailable("link broke"));
    var unused = acceptor.acceptNext();
    assertThat(broker.open).hasSize(1);
  }

  @Test
  void anAcceptOutlivesTheCallerThatGaveUp() {
    CompletionStage<AcceptOutcome> first = acceptor.acceptNext();

    timer.pass(PATIENCE);

    assertThat(first).isCompletedWithValue(new AcceptOutcome.None());
    assertThat(broker.open.element()).isNotDone();
    var unused = acceptor.acceptNext();
    assertThat(broker.open).as("no second accept beside it").hasSize(1);
  }

  @Test
  void aSessionThatComesWhenNobodyWaitsIsKeptForTheNextCaller() {
    giveUpOnTheFirstCall();
    Session late = new Session();

    broker.open.remove().complete(late);
    timer.pass(PATIENCE.minusMillis(1));

    assertThat(late.isClosed).isFalse();
    assertThat(acceptor.acceptNext()).isCompletedWithValue(new AcceptOutcome.Accepted(late));
    timer.pass(PATIENCE);
    assertThat(late.isClosed).as("it is the caller's").isFalse();
  }

  @Test
  void aSessionThatNobodyWantsIsGivenBackWhenThePatienceIsOver() {
    giveUpOnTheFirstCall();
    Session late = new Session();

    broker.open.remove().complete(late);
    timer.pass(PATIENCE);

    assertThat(late.isClosed).isTrue();
    assertThat(acceptor.acceptNext().toCompletableFuture()).isNotDone();
  }

  @Test
  void aSessionThatComesAfterTheCloseIsGivenBack() {
    var unused = acceptor.acceptNext();
    Session late = new Session();

    acceptor.close();
    broker.open.remove().complete(late);

    assertThat(late.isClosed).isTrue();
  }

  @Test
  void theCloseAnswersEveryCallerThatWaitsAndWhoeverComesAfterIt() {
    CompletionStage<AcceptOutcome> first = acceptor.acceptNext();
    CompletionStage<AcceptOutcome> second = acceptor.acceptNext();

    acceptor.close();
    CompletionStage<AcceptOutcome> late = acceptor.acceptNext();

    for (CompletionStage<AcceptOutcome> answer : List.of(first, second, late)) {
      assertThat(answer)
          .isCompletedWithValue(new AcceptOutcome.Unavailable("the receiver is closing"));
    }
    assertThat(broker.open).as("accepts that wait at the broker").hasSize(1);
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void whenOneCallerHasItsSessionTheNextAcceptBeginsForTheOther() {
    CompletionStage<AcceptOutcome> first = acceptor.acceptNext();
    CompletionStage<AcceptOutcome> second = acceptor.acceptNext();
    assertThat(broker.open).as("one at a time").hasSize(1);
    Session session = new Session();

    broker.open.remove().complete(session);

    assertThat(first).isCompletedWithValue(new AcceptOutcome.Accepted(session));
    assertThat(second.toCompletableFuture()).isNotDone();
    assertThat(broker.open).hasSize(1);
  }

  @Test
  void oneRefusalIsForTheCallerThatHasWaitedLongest() {
    CompletionStage<AcceptOutcome> first = acceptor.acceptNext();
    CompletionStage<AcceptOutcome> second = acceptor.acceptNext();

    broker.open.remove().completeExceptionally(new IllegalStateException("link broke"));

    assertThat(first).isCompletedWithValue(new AcceptOutcome.Unavailable("link broke"));
    assertThat(second.toCompletableFuture()).isNotDone();
  }

  @Test
  void thereAreNeverMoreAcceptsThanCallersNorThanMay() {
    Acceptor wide = new Acceptor(broker, 3, PATIENCE, timer);

    var unused = wide.acceptNext();
    assertThat(broker.open).hasSize(1);
    for (int more = 0; more < 4; more++) {
      unused = wide.acceptNext();
    }

    assertThat(broker.open).hasSize(3);
  }

  /** There is no later: the caller would wait for ever. */
  @Test
  void whereItsTimerHasEndedNoCallerWaits() {
    ScheduledExecutorService ended = Executors.newSingleThreadScheduledExecutor();
    ended.shutdownNow();
    Acceptor last = new Acceptor(broker, 1, PATIENCE, ended);

    assertThat(last.acceptNext()).isCompletedWithValue(new AcceptOutcome.None());
  }

  /** The timer would hold the session that the caller got, and all that belongs to it. */
  @Test
  void aCallerThatHasItsAnswerLeavesNoTimer() {
    CompletionStage<AcceptOutcome> answer = acceptor.acceptNext();
    assertThat(timer.waiting()).isEqualTo(1);

    broker.open.remove().complete(new Session());

    assertThat(answer).isCompletedWithValueMatching(AcceptOutcome.Accepted.class::isInstance);
    assertThat(timer.waiting()).isZero();
  }

  private void giveUpOnTheFirstCall() {
    var unused = acceptor.acceptNext();
    timer.pass(PATIENCE);
  }

  /** A session that is only held. */
  private static final class Session implements BrokerSession {

    private boolean isClosed;

    @Override
    public SessionId session() {
      return new SessionId("s");
    }

    @Override
    public void listen(Listener listener) {
      throw new AssertionError("nobody listens");
    }

    @Override
    public void receive(int count) {
      throw new AssertionError("nobody receives");
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      throw new AssertionError("nothing is in hand");
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      throw new AssertionError("nobody searches");
    }

    @Override
    public CompletionStage<Void> close() {
      isClosed = true;
      return CompletableFuture.completedFuture(null);
    }
  }

  /** A broker that grants nothing by itself. */
  private static final class Questions implements Acceptor.Accepting {

    private final Deque<CompletableFuture<BrokerSession>> open = new ArrayDeque<>();
    private boolean isThrowing;

    /** The answer to a check; null: it throws. */
    private @Nullable CompletableFuture<Optional<String>> check =
        CompletableFuture.completedFuture(Optional.empty());

    @Override
    public CompletionStage<BrokerSession> accept() {
      if (isThrowing) {
        throw new IllegalStateException("no link");
      }
      CompletableFuture<BrokerSession> accept = new CompletableFuture<>();
      open.add(accept);
      return accept;
    }

    @Override
    public CompletionStage<Optional<String>> check() {
      return Objects.requireNonNull(check);
    }
  }
}
