package io.twinbus.receiver.runtime;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A broker's session that brings nothing by itself, and ends what it is asked for at will. */
final class ScriptedSession implements BrokerSession {

  /** The end of each settlement. */
  final CompletableFuture<Void> settled = new CompletableFuture<>();

  /** The end of a close that is slow. */
  final CompletableFuture<Void> closed = new CompletableFuture<>();

  private final SessionId session;

  boolean isSlow;
  boolean isBroken;
  boolean isCloseBroken;
  int closes;
  int asked;

  ScriptedSession() {
    this("s");
  }

  ScriptedSession(String session) {
    this.session = new SessionId(session);
  }

  @Override
  public SessionId session() {
    return session;
  }

  @Override
  public void listen(Listener listener) {}

  @Override
  public void receive(int count) {
    if (isBroken) {
      throw new IllegalStateException("the link is broken");
    }
    asked += count;
  }

  @Override
  public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
    return settled;
  }

  @Override
  public CompletionStage<SearchOutcome> search(Search search) {
    return CompletableFuture.completedFuture(new SearchOutcome.Absent());
  }

  @Override
  public CompletionStage<Void> close() {
    closes++;
    if (isCloseBroken) {
      throw new IllegalStateException("the link is broken");
    }
    return isSlow ? closed : CompletableFuture.completedFuture(null);
  }
}
