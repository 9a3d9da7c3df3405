package io.twinbus.receiver.method;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a listener's answer means: nothing, an outcome, or a stage of either. */
enum ReturnBinding {
  NOTHING,
  OUTCOME,
  STAGE;

  /**
   * What {@code method} answers with.
   *
   * @throws InvalidSettingException when it is nothing that a handler can answer
   */
  static ReturnBinding of(DescribedMethod method) {
    DescribedMethod.Answer answer = method.answer();
    if (isNothing(answer.type())) {
      return NOTHING;
    }
    if (Outcome.class.isAssignableFrom(answer.type())) {
      return OUTCOME;
    }
    if (CompletionStage.class.isAssignableFrom(answer.type())
        && answer.of().filter(ReturnBinding::isAnswer).isPresent()) {
      return STAGE;
    }
    throw new InvalidSettingException(
        "%s returns %s: let it return nothing, an Outcome, or a CompletionStage of one or of Void."
            .formatted(method.name(), answer.text()));
  }

  private static boolean isAnswer(Class<?> type) {
    return isNothing(type) || Outcome.class.isAssignableFrom(type);
  }

  private static boolean isNothing(Class<?> type) {
    return type == void.class || type == Void.class;
  }

  /** The answer as a stage; its very self where it is one, for a cancel must reach it. */
  CompletableFuture<?> stage(@Nullable Object answer) {
    return this == STAGE && answer != null
        ? ((CompletionStage<?>) answer).toCompletableFuture()
        : CompletableFuture.completedFuture(answer);
  }

  /** The outcome in what the stage brought. */
  Outcome outcome(@Nullable Object brought) {
    if (brought instanceof Outcome outcome) {
      return outcome;
    }
    if (this == OUTCOME) {
      throw new IllegalStateException("The handler answered null in place of an Outcome.");
    }
    return Outcome.complete();
  }
}
