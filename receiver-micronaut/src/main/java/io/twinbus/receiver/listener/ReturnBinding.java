package io.twinbus.receiver.listener;

import io.micronaut.core.type.Argument;
import io.micronaut.inject.ExecutableMethod;
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

  static ReturnBinding of(ExecutableMethod<?, ?> method) {
    Argument<?> type = method.getReturnType().asArgument();
    if (isNothing(type.getType())) {
      return NOTHING;
    }
    if (Outcome.class.isAssignableFrom(type.getType())) {
      return OUTCOME;
    }
    if (CompletionStage.class.isAssignableFrom(type.getType())) {
      Class<?> of = type.getFirstTypeVariable().map(Argument::getType).orElse(null);
      if (of != null && (isNothing(of) || Outcome.class.isAssignableFrom(of))) {
        return STAGE;
      }
    }
    throw new InvalidSettingException(
        "%s returns %s: let it return nothing, an Outcome, or a CompletionStage of one or of Void."
            .formatted(ListenerMethod.nameOf(method), type.getTypeString(true)));
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
