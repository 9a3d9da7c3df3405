package io.twinbus.receiver.unit;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A broker in memory whose accepts wait until a session has a message, and which delivers a message
 * to a session that is held. Not thread-safe: for ticked time.
 */
final class WaitingBroker implements Broker {

  private static final Duration ACCEPT_BOUND = Duration.ofSeconds(3);

  private final Map<String, Queue> queues = new LinkedHashMap<>();
  private final Deque<CompletableFuture<AcceptOutcome>> waiting = new ArrayDeque<>();
  private final ScheduledExecutorService network;
  private int accepts;

  /** Its answers come by {@code network}. */
  WaitingBroker(ScheduledExecutorService network) {
    this.network = network;
  }

  /** Puts the next message of {@code session} into its queue. */
  void send(String session) {
    Queue queue = queues.computeIfAbsent(session, Queue::new);
    queue.sent++;
    queue.copies.add(MemoryBroker.delivery(session, queue.sent));
    if (queue.holder != null) {
      queue.holder.deliver();
    } else {
      grant();
    }
  }

  /** How many sessions were given away. */
  int accepts() {
    return accepts;
  }

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    CompletableFuture<AcceptOutcome> accept = new CompletableFuture<>();
    waiting.add(accept);
    grant();
    var unused =
        network.schedule(
            () -> {
              if (waiting.removeIf(each -> each == accept)) {
                accept.complete(new AcceptOutcome.None());
              }
            },
            ACCEPT_BOUND.toMillis(),
            TimeUnit.MILLISECONDS);
    return accept;
  }

  private void grant() {
    for (Queue queue : queues.values()) {
      if (waiting.isEmpty()) {
        return;
      }
      if (queue.holder == null && !queue.copies.isEmpty()) {
        Session session = new Session(queue);
        queue.holder = session;
        accepts++;
        CompletableFuture<AcceptOutcome> accept = waiting.remove();
        network.execute(() -> accept.complete(new AcceptOutcome.Accepted(session)));
      }
    }
  }

  @Override
  public void close() {}

  private static final class Queue {
    private final String name;
    private final Deque<Delivery> copies = new ArrayDeque<>();
    private long sent;
    private @Nullable Session holder;

    Queue(String name) {
      this.name = name;
    }
  }

  private final class Session implements BrokerSession {

    private final Queue queue;
    private long delivered;
    private int credit;
    private @Nullable Listener listener;

    Session(Queue queue) {
      this.queue = queue;
    }

    void deliver() {
      Listener to = listener;
      if (to == null) {
        return;
      }
      for (Delivery copy : queue.copies) {
        if (credit > 0 && copy.brokerSequence() > delivered) {
          credit--;
          delivered = copy.brokerSequence();
          network.execute(() -> to.delivered(copy));
        }
      }
    }

    @Override
    public SessionId session() {
      return new SessionId(queue.name);
    }

    @Override
    public void listen(Listener to) {
      listener = to;
    }

    @Override
    public void receive(int count) {
      credit += count;
      deliver();
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      queue.copies.remove(delivery);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      return CompletableFuture.completedFuture(new SearchOutcome.Absent());
    }

    @Override
    public CompletionStage<Void> close() {
      listener = null;
      if (queue.holder == this) {
        queue.holder = null;
        queues.remove(queue.name); // whoever has waited longest is next
        queues.put(queue.name, queue);
        grant();
      }
      return CompletableFuture.completedFuture(null);
    }
  }
}
