package io.twinbus.receiver.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** When a region is asked whether it answers, and what is made of its answer. */
class ReachabilityTest {

  private static final Duration TRY = Duration.ofSeconds(20);

  @AutoClose("shutdownNow")
  private final TickedTimer clocks = new TickedTimer();

  private final List<MonoSink<Object>> peeks = new ArrayList<>();
  private final Reachability reachability =
      new Reachability(Mono.create(peeks::add), TRY, error -> "it says " + error, clocks);

  @Test
  void aRecentSignOfLifeIsEnough() {
    reachability.heard();
    clocks.pass(TRY.minusMillis(1));

    assertThat(reachability.check()).isCompletedWithValue(Optional.empty());
    assertThat(peeks).isEmpty();
  }

  @Test
  void anOldSignOfLifeIsNot() {
    reachability.heard();
    clocks.pass(TRY);

    assertThat(reachability.check()).isNotDone();
    assertThat(peeks).hasSize(1);
  }

  @Test
  void aBrokenLinkTakesTheSignBack() {
    reachability.heard();
    reachability.broken();

    assertThat(reachability.check()).isNotDone();
  }

  @Test
  void onePeekAnswersAllWhoAskMeanwhileAndCountsAsASignOfLife() {
    CompletableFuture<Optional<String>> first = reachability.check();
    CompletableFuture<Optional<String>> second = reachability.check();
    assertThat(peeks).hasSize(1);

    peeks.get(0).success(new Object());

    assertThat(first).isCompletedWithValue(Optional.empty());
    assertThat(second).isCompletedWithValue(Optional.empty());
    assertThat(reachability.check()).isCompletedWithValue(Optional.empty());
    assertThat(peeks).hasSize(1);
  }

  @Test
  void aPeekThatFindsNothingIsAnAnswerToo() {
    CompletableFuture<Optional<String>> answer = reachability.check();

    peeks.get(0).success();

    assertThat(answer).isCompletedWithValue(Optional.empty());
  }

  @Test
  void aPeekThatFailsSaysWhyAndTheNextOneWhoAsksPeeksAgain() {
    CompletableFuture<Optional<String>> answer = reachability.check();

    peeks.get(0).error(new IllegalStateException("no"));

    assertThat(answer)
        .isCompletedWithValue(Optional.of("it says java.lang.IllegalStateException: no"));
    assertThat(reachability.check()).isNotDone();
    assertThat(peeks).hasSize(2);
  }

  @Test
  void aPeekThatIsNotAnsweredInTimeSaysSo() throws Exception {
    Reachability brief =
        new Reachability(Mono.never(), Duration.ofMillis(20), String::valueOf, clocks);

    assertThat(brief.check().get(30, TimeUnit.SECONDS)).contains("no answer within 20 ms");
  }
}
