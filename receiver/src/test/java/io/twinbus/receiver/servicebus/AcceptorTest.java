package io.twinbus.receiver.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
