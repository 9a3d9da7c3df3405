package io.twinbus.receiver.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;

class SettlementsTest {

  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration HALF_A_BOUND = BOUND.dividedBy(2);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Settlements settlements = new Settlements(BOUND, timer);

  @Test
  void oneTimerIsSetAndOnlyWhileSomeAreUnderWay() {
    assertThat(timer.set).as("nothing is under way yet").isEmpty();
    Settled first = settle(1);
    Settled second = settle(2);
    assertThat(timer.set).as("both share one").hasSize(1);
    first.answer();
    timer.pass(HALF_A_BOUND);
    assertThat(timer.set).as("the second is under way yet").hasSize(1);
    second.answer();

    timer.pass(HALF_A_BOUND);

    assertThat(timer.set).as("nothing is under way any more").isEmpty();
    settle(3);
    assertThat(timer.set).as("nor is it the end of it").hasSize(1);
  }

  @Test
  void oneThatIsAnsweredInTimeEndsWellThoughOthersOfItsTimeAreCancelled() {
    settle(1);
    timer.pass(HALF_A_BOUND.minusMillis(1)); // the worst moment: a tick counts almost at once
    Settled answered = settle(2);
    Settled silent = settle(3);
    timer.pass(BOUND);

    answered.answer();
    timer.pass(HALF_A_BOUND);

    assertThat(answered.end).isCompletedWithValue(null);
    assertCancelled(silent);
  }

  @Test
  void oneThatFailsKeepsItsReason() {
    Settled refused = settle(1);

    refused.reply.tryEmitError(new IllegalStateException("the lock is lost")).orThrow();
    timer.pass(BOUND.multipliedBy(2));

    assertThat(refused.end)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest(name = "begun {0} ms after the timer was set")
  @ValueSource(ints = {0, 1, 250, 499, 500, 501, 999, 1_000, 1_250})
  void oneThatIsNotAnsweredIsCancelledAfterTheBoundAndWithinHalfOfItMore(int begunMillis) {
    settle(1); // it sets the timer
    timer.pass(Duration.ofMillis(begunMillis));
    Settled silent = settle(2);

    timer.pass(BOUND);

    assertThat(silent.end).as("it may still be answered").isNotDone();
    timer.pass(HALF_A_BOUND);
    assertCancelled(silent);
  }

  @Test
  void whoeverWaitsForTheEndOfAllWaitsForThoseUnderWayAlone() {
    assertThat(settlements.ended()).as("there are none").isCompleted();
    Settled first = settle(1);
    Settled second = settle(2);
    CompletableFuture<Void> ended = settlements.ended();
    settle(3); // begun too late to be waited for
    first.answer();
    assertThat(ended).as("the second is under way yet").isNotDone();

    second.answer();

    assertThat(ended).isCompletedWithValue(null);
  }

  @Test
  void whoeverWaitsForTheEndOfAllHearsOfOneThatWasCancelled() {
    settle(1);
    CompletableFuture<Void> ended = settlements.ended();

    timer.pass(BOUND.plus(HALF_A_BOUND));

    assertThat(ended).isCompletedExceptionally();
  }

  @Test
  void whatBeginsAfterTheTimerWasShutDownIsCancelledAtOnce() {
    timer.shutdownNow();

    Settled late = settle(1);
    Settled later = settle(2);

    assertCancelled(late);
    assertCancelled(later);
  }

  @Test
  void allUnderWayAreCancelledAtTheTickThatFindsTheTimerShutDown() {
    Settled first = settle(1);
    Settled second = settle(2);
    timer.shutdown();

    timer.pass(HALF_A_BOUND);

    assertCancelled(first);
    assertCancelled(second);
  }

  private Settled settle(long copy) {
    Sinks.Empty<Void> reply = Sinks.empty();
    return new Settled(reply, settlements.begin(copy, reply.asMono()));
  }

  private static void assertCancelled(Settled settled) {
    assertThat(settled.end)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(CancellationException.class);
    assertThat(settled.reply.currentSubscriberCount()).as("the SDK holds it no longer").isZero();
  }

  /** A settlement as both sides see it: what the broker answers, and how it ends. */
  private record Settled(Sinks.Empty<Void> reply, CompletionStage<Void> end) {

    void answer() {
      reply.tryEmitEmpty().orThrow();
    }
  }

  /** Its time passes when it is told to. */
  private static final class TickedTimer extends ScheduledThreadPoolExecutor {

    private final PriorityQueue<Ring> set = new PriorityQueue<>();
    private long nowMillis;

    TickedTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      if (isShutdown()) {
        throw new RejectedExecutionException("shut down");
      }
      Ring ring = new Ring(command, nowMillis + unit.toMillis(delay));
      set.add(ring);
      return ring;
    }

    /** Runs what is due meanwhile, each at its time. */
    void pass(Duration time) {
      long until = nowMillis + time.toMillis();
      for (Ring next = set.peek(); next != null && next.atMillis <= until; next = set.peek()) {
        set.remove(next);
        nowMillis = next.atMillis;
        next.run();
      }
      nowMillis = until;
    }
  }

  private static final class Ring extends FutureTask<Void> implements ScheduledFuture<Void> {

    private final long atMillis;

    Ring(Runnable command, long atMillis) {
      super(command, null);
      this.atMillis = atMillis;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(atMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(atMillis, other.getDelay(TimeUnit.MILLISECONDS));
    }
  }
}
