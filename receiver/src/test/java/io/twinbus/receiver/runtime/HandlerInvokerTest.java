package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HandlerInvokerTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final List<HandlerOutcome> outcomes = new ArrayList<>();
  private @Nullable HandlerInvoker invoker;

  @Test
  void theEndOfACancelledCallIsUnknownForItsWorkMayGoOn() {
    CompletableFuture<String> work = new CompletableFuture<>();
    Runnable cancel =
        start((message, invocation) -> work.thenApply(done -> new HandlerOutcome.Completed()));

    cancel.run();

    assertThat(work).as("what the call was chained to goes on").isNotDone();
    assertThat(outcomes).singleElement().isInstanceOf(HandlerOutcome.EndUnknown.class);
  }

  @Test
  void aCallThatHeedsItsCancellationLaterAnswersThen() {
    CompletableFuture<HandlerOutcome> call =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterrupt) {
            return false;
          }
        };
    Runnable cancel = start((message, invocation) -> call);

    cancel.run();
    assertThat(outcomes).isEmpty();
    call.complete(new HandlerOutcome.Completed());

    assertThat(outcomes).containsExactly(new HandlerOutcome.Completed());
  }

  @Test
  void aHandlerThatThrowsHasFailed() {
    start(
        (message, invocation) -> {
          throw new IllegalStateException("no");
        });

    assertThat(outcomes).singleElement().isInstanceOf(HandlerOutcome.Retry.class);
    assertThat(running()).as("it is not at work any more").isZero();
  }

  /** The handler's watch asks again only after an answer. */
  @Test
  void aHandlerThatDoesNotSayWhetherItIsReachableIsNot() {
    CompletableFuture<Boolean> never = new CompletableFuture<>();

    var reachable =
        new HandlerInvoker(reaching(never), timer)
            .isReachable(Duration.ofMillis(10))
            .toCompletableFuture();

    assertThat(reachable).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(false);
    assertThat(never).as("the handler's own future is left alone").isNotDone();
  }

  @Test
  void aHandlerThatFailsToSayWhetherItIsReachableIsNot() {
    assertThat(
            new HandlerInvoker(
                    reaching(CompletableFuture.failedFuture(new IllegalStateException("no"))),
                    timer)
                .isReachable(TIMEOUT)
                .toCompletableFuture())
        .isCompletedWithValue(false);
  }

  private static SessionHandler reaching(CompletableFuture<Boolean> answer) {
    return new SessionHandler() {
      @Override
      public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
        return CompletableFuture.failedFuture(new AssertionError("no call is made"));
      }

      @Override
      public CompletionStage<Boolean> isReachable() {
        return answer;
      }
    };
  }

  @Test
  void aCallRunsUntilItReturnsHoweverItEnds() {
    CompletableFuture<HandlerOutcome> call = new CompletableFuture<>();
    Runnable cancel = start((message, invocation) -> call);
    timer.pass(TIMEOUT.minusMillis(1));
    assertThat(overdue()).isZero();
    timer.pass(Duration.ofMillis(1));
    assertThat(running()).isEqualTo(1);
    assertThat(overdue()).isEqualTo(1);

    cancel.run();

    assertThat(running()).isZero();
    assertThat(overdue()).isZero();
  }

  private int running() {
    return Objects.requireNonNull(invoker).running();
  }

  private int overdue() {
    return Objects.requireNonNull(invoker).overdue(Duration.ZERO);
  }

  @Test
  void aHandlerThatCannotBeAskedIsNotReachable() {
    SessionHandler broken =
        new SessionHandler() {
          @Override
          public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
            throw new AssertionError("it is not called");
          }

          @Override
          public CompletionStage<Boolean> isReachable() {
            throw new AssertionError("a defect");
          }
        };

    assertThat(new HandlerInvoker(broken, timer).isReachable(Duration.ofSeconds(1)))
        .isCompletedWithValue(false);
  }

  private Runnable start(SessionHandler handler) {
    Message message =
        new Message(
            new SessionId("s"),
            new MessageId("m"),
            Body.ofUtf8("{}"),
            Map.of(),
            new Message.Envelope(null, null, null));
    Invocation invocation =
        new Invocation(
            1,
            1,
            Optional.empty(),
            Optional.empty(),
            new Invocation.Caller(new RegionName("east"), new InstanceId("i")),
            TIMEOUT);
    invoker = new HandlerInvoker(handler, timer);
    return invoker.start(message, invocation, outcomes::add);
  }
}
