package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingHandlerTest {

  private static final HandlerOutcome DONE = new HandlerOutcome.Completed();
  private static final Duration LONG = Duration.ofSeconds(60);

  private final ExecutorService executor = Executors.newFixedThreadPool(1);
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch mayReturn = new CountDownLatch(1);
  private final AtomicBoolean interrupted = new AtomicBoolean();

  @AfterEach
  void stop() {
    mayReturn.countDown();
    executor.shutdownNow();
  }

  @Test
  void theCallRunsOnTheExecutor() {
    Thread caller = Thread.currentThread();
    CompletableFuture<Thread> ran = new CompletableFuture<>();

    HandlerOutcome outcome =
        call((message, invocation) -> {
              ran.complete(Thread.currentThread());
              return CompletableFuture.completedFuture(DONE);
            })
            .join();

    assertThat(outcome).isEqualTo(DONE);
    assertThat(ran.join()).isNotEqualTo(caller);
  }

  @Test
  void anExceptionFailsTheCall() {
    CompletableFuture<HandlerOutcome> call =
        call(
            (message, invocation) -> {
              throw new IllegalStateException("no such product");
            });

    await().until(call::isCompletedExceptionally);
  }

  @Test
  void aCancelledCallIsInterruptedAndAnswersWhenItHasReturned() throws Exception {
    CompletableFuture<HandlerOutcome> call = call(this::ignoresTheInterrupt);
    entered.await();

    call.cancel(true);

    await().untilTrue(interrupted);
    assertThat(call).isNotDone();
    mayReturn.countDown();
    await().until(call::isDone);
  }

  @Test
  void aCallCancelledBeforeItBeganNeverRuns() throws Exception {
    CompletableFuture<HandlerOutcome> first = call(this::ignoresTheInterrupt);
    entered.await();
    AtomicBoolean ran = new AtomicBoolean();
    CompletableFuture<HandlerOutcome> second =
        call(
            (message, invocation) -> {
              ran.set(true);
              return CompletableFuture.completedFuture(DONE);
            });

    second.cancel(true);

    assertThat(second.join()).isInstanceOf(HandlerOutcome.Retry.class);
    mayReturn.countDown();
    assertThat(first.join()).isEqualTo(DONE);
    executor.shutdown();
    await().until(executor::isTerminated);
    assertThat(ran).isFalse();
  }

  @Test
  void anErrorFailsTheCallAndLeavesTheThreadToTheNextOne() {
    CompletableFuture<HandlerOutcome> failed =
        call(
            (message, invocation) -> {
              throw new AssertionError("a defect");
            });

    await().until(failed::isCompletedExceptionally);
    assertThat(call(BlockingHandlerTest::done)).succeedsWithin(LONG).isEqualTo(DONE);
  }

  @Test
  void anAnswerOfNothingFailsTheCall() {
    CompletableFuture<HandlerOutcome> nothing =
        call((message, invocation) -> CompletableFuture.completedFuture(null));

    await().until(nothing::isDone);
    assertThat(nothing)
        .isCompletedExceptionally()
        .failsWithin(LONG)
        .withThrowableThat()
        .withMessageContaining("answered nothing");
  }

  @Test
  void whereNoThreadTakesItTheCallIsTriedAgainLater() {
    executor.shutdownNow();

    assertThat(call(BlockingHandlerTest::done))
        .isCompletedWithValueMatching(HandlerOutcome.Retry.class::isInstance);
  }

  /** Its handler has paid no heed to it; the next one would be interrupted for nothing. */
  @Test
  void theInterruptOfACancelledCallDoesNotReachTheNextOneOnItsThread() throws Exception {
    List<Runnable> tasks = new ArrayList<>();
    CompletableFuture<HandlerOutcome> first =
        call(
            (message, invocation) -> {
              entered.countDown();
              while (mayReturn.getCount() > 0) {
                Thread.onSpinWait();
              }
              return CompletableFuture.completedFuture(DONE);
            },
            tasks::add);
    CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
    var unused =
        call(
            (message, invocation) -> {
              isInterrupted.complete(Thread.currentThread().isInterrupted());
              return CompletableFuture.completedFuture(DONE);
            },
            tasks::add);
    new Thread(() -> tasks.forEach(Runnable::run)).start();
    entered.await();

    first.cancel(true);
    mayReturn.countDown();

    assertThat(isInterrupted).succeedsWithin(LONG).isEqualTo(false);
  }

  /** The stage may end on any thread; its own has gone on to others by then. */
  @Test
  void aCallThatHasReturnedAStageIsCancelledWithoutItsThread() throws Exception {
    CompletableFuture<HandlerOutcome> stage = new CompletableFuture<>();
    CompletableFuture<HandlerOutcome> first = call((message, invocation) -> stage);
    CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
    var unused =
        call(
            (message, invocation) -> {
              entered.countDown();
              while (mayReturn.getCount() > 0) {
                Thread.onSpinWait();
              }
              isInterrupted.complete(Thread.currentThread().isInterrupted());
              return CompletableFuture.completedFuture(DONE);
            });
    entered.await();

    first.cancel(true);

    assertThat(stage).isCancelled();
    mayReturn.countDown();
    assertThat(isInterrupted)
        .as("the second call was not cancelled")
        .succeedsWithin(LONG)
        .isEqualTo(false);
  }

  @Test
  void aStageThatIsReturnedAfterTheCancellationIsCancelledThen() throws Exception {
    CompletableFuture<HandlerOutcome> stage = new CompletableFuture<>();
    CompletableFuture<HandlerOutcome> call =
        call(
            (message, invocation) -> {
              var unused = ignoresTheInterrupt(message, invocation);
              return stage;
            });
    entered.await();

    call.cancel(true);
    mayReturn.countDown();

    await().until(stage::isCancelled);
    await().until(call::isDone);
  }

  private static CompletableFuture<HandlerOutcome> done(Message message, Invocation invocation) {
    return CompletableFuture.completedFuture(DONE);
  }

  private CompletableFuture<HandlerOutcome> call(SessionHandler handler) {
    return call(handler, executor);
  }

  private static CompletableFuture<HandlerOutcome> call(SessionHandler handler, Executor threads) {
    return new BlockingHandler(handler, threads)
        .handle(Calls.message("s", "m"), Calls.invocation(Duration.ofSeconds(10)))
        .toCompletableFuture();
  }

  private CompletableFuture<HandlerOutcome> ignoresTheInterrupt(
      Message message, Invocation invocation) {
    entered.countDown();
    while (true) {
      try {
        mayReturn.await();
        return CompletableFuture.completedFuture(DONE);
      } catch (InterruptedException e) {
        interrupted.set(true);
      }
    }
  }
}
