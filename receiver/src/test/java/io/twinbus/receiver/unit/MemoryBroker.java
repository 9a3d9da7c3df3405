package io.twinbus.receiver.unit;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A broker in memory: a session is given to one receiver at a time. Thread-safe. */
final class MemoryBroker implements Broker {

  private final Map<String, Queue> queues = new LinkedHashMap<>();
  private int accepts;
  private int open;
  private int mostOpen;
  private boolean breakNextSettlement;
  private boolean holdSettlements;
  private boolean breakNextClose;
  private @Nullable CompletableFuture<Void> nextClose;
  private final Deque<Runnable> held = new ArrayDeque<>();

  /** Puts message {@code seq} of {@code session} into its queue. */
  synchronized void send(String session, long seq) {
    queues.computeIfAbsent(session, Queue::new).copies.add(delivery(session, seq));
  }

  /** The next settlement throws, as a defect in the shell would. */
  synchronized void breakNextSettlement() {
    breakNextSettlement = true;
  }

  /** The next close of a session throws, and has closed it. */
  synchronized void breakNextClose() {
    breakNextClose = true;
  }

  /** The next close gives its session back at once, and is answered when the result completes. */
  synchronized CompletableFuture<Void> holdNextClose() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    nextClose = answer;
    return answer;
  }

  /** From now on settlements begin, and end only with {@link #endSettlements}. */
  synchronized void holdSettlements() {
    holdSettlements = true;
  }

  /** How many settlements have begun and not ended. */
  synchronized int held() {
    return held.size();
  }

  /** Ends those that are held, the latest first. */
  void endSettlements() {
    for (Runnable end = nextHeld(); end != null; end = nextHeld()) {
      end.run();
    }
  }

  private synchronized @Nullable Runnable nextHeld() {
    return held.pollLast();
  }

  synchronized int accepts() {
    return accepts;
  }

  synchronized int open() {
    return open;
  }

  synchronized int mostOpen() {
    return mostOpen;
  }

  synchronized int unsettled() {
    return queues.values().stream().mapToInt(queue -> queue.copies.size()).sum();
  }

  @Override
  public synchronized CompletionStage<AcceptOutcome> acceptNext() {
    Optional<Queue> free =
        queues.values().stream()
            .filter(queue -> queue.holder == null && !queue.copies.isEmpty())
            .findFirst();
    if (free.isEmpty()) {
      return CompletableFuture.completedFuture(new AcceptOutcome.None());
    }
    Session session = new Session(free.get());
    free.get().holder = session;
    accepts++;
    open++;
    mostOpen = Math.max(mostOpen, open);
    return CompletableFuture.completedFuture(new AcceptOutcome.Accepted(session));
  }

  @Override
  public void close() {}

  static StreamId stream(String session) {
    return new StreamId("stream-" + session);
  }

  static Delivery delivery(String session, long seq) {
    Position position = new Position(stream(session), seq, seq - 1);
    return new Delivery(
        seq,
        new ParsedHeaders.Sequenced(
            new SequencedHeaders(position, null, new RegionName("east"), Instant.now(), null)),
        new Message(
            new SessionId(session),
            new MessageId(session + seq),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null)));
  }

  private static final class Queue {
    private final String name;
    private final List<Delivery> copies = new ArrayList<>();
    private @Nullable Session holder;

    Queue(String name) {
      this.name = name;
    }
  }

  private final class Session implements BrokerSession {

    private final Queue queue;
    private int delivered;
    private @Nullable Listener listener;

    Session(Queue queue) {
      this.queue = queue;
    }

    @Override
    public SessionId session() {
      return new SessionId(queue.name);
    }

    @Override
    public void listen(Listener listener) {
      this.listener = listener;
    }

    @Override
    public void receive(int count) {
      synchronized (MemoryBroker.this) {
        for (int n = 0; n < count && delivered < queue.copies.size() && listener != null; n++) {
          listener.delivered(queue.copies.get(delivered++));
        }
      }
    }

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      synchronized (MemoryBroker.this) {
        if (breakNextSettlement) {
          breakNextSettlement = false;
          throw new IllegalStateException("a defect");
        }
        CompletableFuture<Void> settled = new CompletableFuture<>();
        if (holdSettlements) {
          held.add(() -> end(delivery, settled));
        } else {
          end(delivery, settled);
        }
        return settled;
      }
    }

    private void end(Delivery delivery, CompletableFuture<Void> settled) {
      synchronized (MemoryBroker.this) {
        if (queue.copies.remove(delivery)) {
          delivered--;
        }
      }
      settled.complete(null);
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      synchronized (MemoryBroker.this) {
        int passed = 0;
        for (Delivery copy : queue.copies) {
          Position position = ((ParsedHeaders.Sequenced) copy.headers()).headers().position();
          if (search.wants(position.stream(), position.seq())) {
            return CompletableFuture.completedFuture(
                new SearchOutcome.Found(position.seq(), passed, copy));
          }
          passed++;
        }
        return CompletableFuture.completedFuture(new SearchOutcome.Absent());
      }
    }

    @Override
    public CompletionStage<Void> close() {
      synchronized (MemoryBroker.this) {
        if (queue.holder == this) {
          queue.holder = null;
          open--;
          queues.remove(queue.name); // whoever has waited longest is next
          queues.put(queue.name, queue);
        }
        if (breakNextClose) {
          breakNextClose = false;
          throw new IllegalStateException("a defect");
        }
        CompletableFuture<Void> answer = nextClose;
        nextClose = null;
        return answer == null ? CompletableFuture.completedFuture(null) : answer;
      }
    }
  }
}
