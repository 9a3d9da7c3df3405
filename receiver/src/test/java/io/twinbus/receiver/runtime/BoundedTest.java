package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a store does, its caller has an answer: the loops of a receiver wait for nothing else.
 */
class BoundedTest {

  private static final Duration BOUND = Duration.ofSeconds(1);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Bounded bounded = new Bounded(BOUND, new Deadlines(timer));

  static Stream<Named<Supplier<CompletionStage<WriteOutcome>>>> failures() {
    return Stream.of(
        Named.of(
            "throws",
            () -> {
              throw new IllegalStateException("closed");
            }),
        Named.of(
            "throws an error",
            () -> {
              throw new NoClassDefFoundError("Missing");
            }),
        Named.of(
            "fails", () -> CompletableFuture.failedFuture(new IllegalStateException("closed"))),
        Named.of("answers nothing", () -> CompletableFuture.completedFuture(null)),
        Named.of("returns nothing", () -> null));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whatFailsIsUnknown(Supplier<CompletionStage<WriteOutcome>> operation) {
    assertThat(bounded.write(operation))
        .isCompletedWithValueMatching(WriteOutcome.Unknown.class::isInstance);
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void whatIsLateIsUnknownAndNotSooner() {
    CompletableFuture<WriteOutcome> late = bounded.write(CompletableFuture::new);
    timer.pass(BOUND.minusNanos(1));
    assertThat(late).isNotDone();

    timer.pass(Duration.ofNanos(1));

    assertThat(late).isCompletedWithValue(new WriteOutcome.Unknown("no answer within 1000 ms"));
  }

  @Test
  void anAnswerInTimeLeavesNoTimer() {
    CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
    CompletableFuture<WriteOutcome> write = bounded.write(() -> answer);

    WriteOutcome written = new WriteOutcome.Written(new Version("1"));
    answer.complete(written);

    assertThat(write).isCompletedWithValue(written);
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void whereTheTimerIsShutDownTheAnswerIsUnknownAtOnce() {
    ScheduledExecutorService closed = Executors.newSingleThreadScheduledExecutor();
    closed.shutdownNow();
    Bounded ending = new Bounded(BOUND, new Deadlines(closed));

    assertThat(ending.write(CompletableFuture::new))
        .isCompletedWithValueMatching(WriteOutcome.Unknown.class::isInstance);
  }
}
