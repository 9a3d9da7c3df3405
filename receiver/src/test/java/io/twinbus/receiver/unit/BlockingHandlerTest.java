package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingHandlerTest {

  private static final HandlerOutcome DONE = new HandlerOutcome.Completed();

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

  private CompletableFuture<HandlerOutcome> call(SessionHandler handler) {
    return new BlockingHandler(handler, executor)
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
