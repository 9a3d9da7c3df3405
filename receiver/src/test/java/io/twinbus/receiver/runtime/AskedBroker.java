package io.twinbus.receiver.runtime;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A broker whose accepts are answered by hand. */
final class AskedBroker implements Broker {

  final List<CompletableFuture<AcceptOutcome>> asked = new ArrayList<>();
  boolean isBroken;

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    if (isBroken) {
      throw new IllegalStateException("the client is broken");
    }
    CompletableFuture<AcceptOutcome> answer = new CompletableFuture<>();
    asked.add(answer);
    return answer;
  }

  /** The accept that was asked for last. */
  CompletableFuture<AcceptOutcome> latest() {
    return asked.get(asked.size() - 1);
  }

  @Override
  public void close() {}

  /** Hands sessions over to {@code onAccepted}. */
  static AcceptLoop.Host handingTo(Consumer<BrokerSession> onAccepted) {
    return new AcceptLoop.Host() {
      @Override
      public void came(SessionId session) {}

      @Override
      public void accepted(BrokerSession session) {
        onAccepted.accept(session);
      }
    };
  }
}
