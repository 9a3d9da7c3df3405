package io.twinbus.receiver.integration;

import io.twinbus.protocol.Position;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A handler that writes down what it was called for. */
final class Applied implements SessionHandler {

  /** One call. */
  record Effect(String session, long seq, long token, String region, int attempt) {}

  private final List<Effect> effects = Collections.synchronizedList(new ArrayList<>());

  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    effects.add(
        new Effect(
            message.session().value(),
            invocation.position().map(Position::seq).orElse(0L),
            invocation.token(),
            invocation.caller().region().value(),
            invocation.attempt()));
    return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
  }

  int count() {
    return effects.size();
  }

  List<Effect> all() {
    synchronized (effects) {
      return List.copyOf(effects);
    }
  }

  List<Long> of(String session) {
    return all().stream()
        .filter(effect -> effect.session().equals(session))
        .map(Effect::seq)
        .toList();
  }
}
