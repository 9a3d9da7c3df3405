package io.twinbus.simulation;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A link of the simulation as the port has it. Not thread-safe. */
final class SimulatedSession implements BrokerSession {

  private final BrokerLink link;
  private final Set<Long> inHand = new HashSet<>();
  private final Map<Long, CompletableFuture<Void>> settling = new HashMap<>();
  private final Deque<CompletableFuture<SearchOutcome>> searches = new ArrayDeque<>();
  private @Nullable Listener listener;
  private @Nullable WatchedWorker watcher;
  private boolean ended;
  private boolean closed;

  SimulatedSession(BrokerLink link) {
    this.link = link;
  }

  BrokerLink link() {
    return link;
  }

  boolean isClosed() {
    return closed;
  }

  /** Names the worker that has it. */
  void watchedBy(WatchedWorker worker) {
    watcher = worker;
  }

  @Override
  public SessionId session() {
    return link.queue().session();
  }

  @Override
  public void listen(Listener hearer) {
    listener = hearer;
    link.listen(this);
  }

  @Override
  public void receive(int count) {
    link.receive(count);
  }

  @Override
  public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    if (closed || !inHand.remove(delivery.brokerSequence())) {
      settled.completeExceptionally(new IllegalStateException("The copy is not in hand."));
      return settled;
    }
    settling.put(delivery.brokerSequence(), settled);
    link.settle(delivery, settlement);
    return settled;
  }

  @Override
  public CompletionStage<SearchOutcome> search(Search search) {
    CompletableFuture<SearchOutcome> answer = new CompletableFuture<>();
    if (closed) {
      answer.complete(new SearchOutcome.Failed("the session is closed"));
      return answer;
    }
    searches.add(answer);
    link.search(search);
    return answer;
  }

  @Override
  public CompletionStage<Void> close() {
    if (!closed) {
      closed = true;
      link.close();
      searches.forEach(
          search -> search.complete(new SearchOutcome.Failed("the session was closed")));
      settling
          .values()
          .forEach(
              settled ->
                  settled.completeExceptionally(
                      new IllegalStateException("The session was closed.")));
    }
    return CompletableFuture.completedFuture(null);
  }

  /** A copy has come through the link. */
  void delivered(Delivery copy) {
    inHand.add(copy.brokerSequence());
    Listener hearer = listener;
    if (hearer != null && !ended) {
      hearer.delivered(copy);
    }
  }

  /** The broker has answered a settlement; {@code done} says whether it took it. */
  void settled(Delivery copy, boolean done) {
    CompletableFuture<Void> settled = settling.remove(copy.brokerSequence());
    if (settled == null) {
      return;
    }
    if (done) {
      settled.complete(null);
    } else {
      settled.completeExceptionally(new IllegalStateException("The lock is lost."));
    }
  }

  /** The broker has answered a search. */
  void searched(SearchOutcome outcome) {
    CompletableFuture<SearchOutcome> search = searches.poll();
    if (search != null) {
      search.complete(outcome);
    }
  }

  /** The broker has looked, at this very moment, and what a gap lacks is not in the session. */
  void lookedThrough() {
    WatchedWorker worker = watcher;
    if (worker != null) {
      worker.lookedThrough();
    }
  }

  /** The lock or the link is gone. */
  void lost(String why) {
    Listener hearer = listener;
    if (!ended && hearer != null) {
      ended = true;
      hearer.lost(why);
    }
  }
}
