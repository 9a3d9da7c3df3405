package io.twinbus.receiver.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** A question whose caller has stopped waiting, and one that the SDK never ends. */
class QuestionsTest {

  private static final Duration LONGEST = Duration.ofSeconds(55);
  private static final Duration A_MOMENT = Duration.ofMillis(1);

  @AutoClose("shutdownNow")
  private final TickedTimer clocks = new TickedTimer();

  private final List<String> stuck = new ArrayList<>();
  private final Questions questions = new Questions(clocks, LONGEST, () -> stuck.add("stuck"));
  private final CompletableFuture<String> answer = new CompletableFuture<>();
  private final List<String> heard = new ArrayList<>();

  @Test
  void aQuestionIsAskedWhenItIsSubscribedToAndItsAnswerPassedOn() {
    Mono<String> question = questions.ask(Mono.fromFuture(() -> answer));
    assertThat(answer.getNumberOfDependents()).isZero();

    question.subscribe(heard::add);
    answer.complete("yes");

    assertThat(heard).containsExactly("yes");
  }

  @Test
  void anEmptyAnswerAndARefusalArePassedOn() {
    assertThat(questions.ask(Mono.empty()).blockOptional()).isEmpty();

    questions
        .ask(Mono.error(new IllegalStateException("no")))
        .subscribe(any -> {}, error -> heard.add(error.getMessage()));

    assertThat(heard).containsExactly("no");
  }

  /** The SDK's node would never answer again. */
  @Test
  void whoWaitsNoLongerDoesNotCancelTheQuestion() {
    Disposable waiting = questions.ask(Mono.fromFuture(() -> answer)).subscribe(heard::add);

    waiting.dispose();
    boolean isOpen = !answer.isCancelled();
    answer.complete("late");

    assertThat(isOpen).isTrue();
    assertThat(heard).isEmpty();
  }

  @Test
  void oneThatHasNoEndForTooLongIsToldWhenTheNextIsAsked() {
    questions.ask(Mono.never()).subscribe();
    clocks.pass(LONGEST);
    questions.ask(Mono.never()).subscribe();
    assertThat(stuck).as("the SDK may still end it").isEmpty();

    clocks.pass(A_MOMENT);
    questions.ask(Mono.just("yes")).subscribe(heard::add);

    assertThat(stuck).hasSize(1);
    assertThat(heard).as("it is asked all the same").containsExactly("yes");
  }

  @Test
  void questionsThatEndedAreNotStuckHoweverTheyEnded() {
    questions.ask(Mono.just("yes")).subscribe();
    questions.ask(Mono.empty()).subscribe();
    questions.ask(Mono.error(new IllegalStateException("no"))).subscribe(any -> {}, error -> {});
    questions.ask(Mono.fromFuture(() -> answer)).subscribe();
    clocks.pass(LONGEST.minus(A_MOMENT));
    answer.complete("at last");

    clocks.pass(LONGEST);
    questions.ask(Mono.just("yes")).subscribe();

    assertThat(stuck).isEmpty();
  }
}
