package io.twinbus.receiver.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * A session that one receiver client holds.
 *
 * <p>Credit is demand: {@link #receive} adds to what the link may deliver and nothing else does, so
 * no copy waits in a buffer that no worker asked for. The link's end, for whatever reason, ends the
 * SDK's stream of messages: that is how a lost lock or connection is heard of. A link that stays
 * and delivers nothing is found by {@link StallProbe}: at the session's end, and now and then when
 * its lock has been renewed. Thread-safe.
 */
final class LockedSession implements BrokerSession {

  private final SessionId session;
  private final ServiceBusReceiverAsyncClient client;
  private final Executor closers;
  private final Duration tryTimeout;
  private final LockRenewal renewal;
  private final Questions questions;
  private final StallProbe probe;
  private final DeliveryBounds bounds;
  private final Consumer<LockedSession> onClosed;
  private final Map<Long, ServiceBusReceivedMessage> inHand = new ConcurrentHashMap<>();
  private final Settlements settlements;
  private final Copies copies = new Copies();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile @Nullable Listener listener;

  /** Why the session was lost before anybody listened. */
  private @Nullable String lostUnheard;

  /** What a session needs from its broker. */
  record Setting(
      Executor closers,
      Duration tryTimeout,
      Settlements settlements,
      Function<LockedSession, LockRenewal> renewal,
      Questions questions,
      StallProbe probe,
      DeliveryBounds bounds,
      Consumer<LockedSession> onClosed) {}

  LockedSession(SessionId session, ServiceBusReceiverAsyncClient client, Setting setting) {
    this.session = session;
    this.client = client;
    this.closers = setting.closers();
    this.tryTimeout = setting.tryTimeout();
    this.settlements = setting.settlements();
    this.questions = setting.questions();
    this.probe = setting.probe();
    this.bounds = setting.bounds();
    this.renewal = setting.renewal().apply(this);
    this.onClosed = setting.onClosed();
  }

  /** Begins to renew the lock. */
  void keep() {
    renewal.start();
  }

  Mono<OffsetDateTime> renewOnce() {
    return questions.ask(client.renewSessionLock()).doOnNext(until -> lookNowAndThen());
  }

  private void lookNowAndThen() {
    probe
        .lookNowAndThen()
        .subscribe(
            stalled -> {
              if (stalled) {
                lost("its link delivers nothing, though copies wait");
              }
            });
  }

  @Override
  public SessionId session() {
    return session;
  }

  @Override
  public void listen(Listener listener) {
    String why;
    synchronized (this) {
      this.listener = listener;
      why = lostUnheard;
    }
    if (why != null) {
      listener.lost(why);
    } else {
      client.receiveMessages().subscribe(copies);
    }
  }

  @Override
  public void receive(int count) {
    probe.asked(count);
    copies.request(count);
  }

  @Override
  public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
    ServiceBusReceivedMessage message = inHand.remove(delivery.brokerSequence());
    if (message == null || closing.get()) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("The copy is not in hand any more."));
    }
    return settlements.begin(delivery.brokerSequence(), settlement(message, settlement));
  }

  @Override
  public CompletionStage<SearchOutcome> search(Search search) {
    if (closing.get()) {
      return CompletableFuture.completedFuture(
          new SearchOutcome.Failed("the session is being closed"));
    }
    return new SessionSearch(
            new SessionSearch.Where(client, session, questions), bounds, search, tryTimeout)
        .run();
  }

  @Override
  public CompletionStage<Void> close() {
    if (closing.compareAndSet(false, true)) {
      boolean wasLost = !ended.compareAndSet(false, true);
      renewal.stop();
      CompletionStage<?> look =
          wasLost ? CompletableFuture.completedFuture(null) : probe.lookBeforeTheEnd();
      // A link that is closed with settlements under way loses them.
      var unused =
          settlements
              .ended()
              .orTimeout(tryTimeout.toMillis(), TimeUnit.MILLISECONDS)
              .whenComplete((done, error) -> look.whenComplete((seen, none) -> closeElsewhere()));
    }
    return closed;
  }

  /** The lock or the link is gone. */
  void lost(String why) {
    renewal.stop();
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    Listener hearer;
    synchronized (this) {
      hearer = listener;
      if (hearer == null) {
        lostUnheard = why;
      }
    }
    if (hearer != null) {
      hearer.lost(why);
    }
  }

  private void closeElsewhere() {
    var unused = closed.completeOnTimeout(null, tryTimeout.toMillis(), TimeUnit.MILLISECONDS);
    try {
      closers.execute(this::closeClient);
    } catch (RejectedExecutionException e) {
      closedNow(); // the broker is closed, and the connection with it
    }
  }

  /** The SDK's close blocks until the broker has answered the detach, or for its own timeout. */
  private void closeClient() {
    try {
      client.close();
    } catch (RuntimeException e) {
      // A dead link cannot be closed in order; the broker ends its lock by itself.
    } finally {
      closedNow();
    }
  }

  private void closedNow() {
    copies.dispose();
    inHand.clear();
    onClosed.accept(this);
    closed.complete(null);
  }

  private Mono<Void> settlement(ServiceBusReceivedMessage message, Settlement settlement) {
    if (settlement instanceof Settlement.DeadLetter dead) {
      return client.deadLetter(
          message,
          new DeadLetterOptions()
              .setDeadLetterReason(dead.reason())
              .setDeadLetterErrorDescription(dead.description()));
    }
    return client.complete(message);
  }

  /** Copies as the link delivers them. */
  private final class Copies extends BaseSubscriber<ServiceBusReceivedMessage> {

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      // Demand comes from receive() alone.
    }

    @Override
    protected void hookOnNext(ServiceBusReceivedMessage message) {
      Listener hearer = listener;
      if (hearer != null && !ended.get()) {
        inHand.put(message.getSequenceNumber(), message);
        probe.delivered(message.getSequenceNumber());
        hearer.delivered(DeliveryMapping.map(session, message, bounds));
      }
    }

    @Override
    protected void hookOnError(Throwable error) {
      lost("the link has ended (" + error.getMessage() + ")");
    }

    @Override
    protected void hookOnComplete() {
      lost("the link has ended");
    }
  }
}
