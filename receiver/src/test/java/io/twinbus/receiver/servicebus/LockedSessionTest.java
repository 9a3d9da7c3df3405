package io.twinbus.receiver.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** How a session that is held ends: what it waits for, what it gives back, who hears of it. */
class LockedSessionTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int LATE = 10;

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Settlements settlements = new Settlements(BOUND, timer);
  private final Questions questions = new Questions(timer, BOUND, () -> {});
  private final List<Runnable> closing = new CopyOnWriteArrayList<>();
  private final List<LockedSession> ended = new ArrayList<>();
  private final Heard heard = new Heard();
  private ServiceBusEndpoint endpoint;
  private ServiceBusSessionReceiverAsyncClient sessions;
  private ServiceBusReceiverAsyncClient client;

  @BeforeEach
  void accept() {
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withQueues(QueueSettings.sessionQueue("orders")));
    sessions =
        new ServiceBusClientBuilder()
            .connectionString(endpoint.connectionString())
            .sessionReceiver()
            .queueName("orders")
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .buildAsyncClient();
    client = Objects.requireNonNull(sessions.acceptSession("s").block(BOUND));
  }

  @AfterEach
  void stop() {
    sessions.close();
    endpoint.close();
  }

  @Test
  void theCloseWaitsForSettlementsUnderWayAndThenGivesAllBack() throws Exception {
    LockedSession session = session(closing::add);
    session.listen(heard);
    Sinks.Empty<Void> reply = Sinks.empty();
    var unused = settlements.begin(1, reply.asMono());

    CompletableFuture<Void> closed = session.close().toCompletableFuture();
    assertThat(closing).as("the link is still needed").isEmpty();
    reply.tryEmitEmpty().orThrow();

    assertThat(closing).hasSize(1);
    assertThat(ended).isEmpty();
    closing.get(0).run();
    closed.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    assertThat(ended).containsExactly(session);
    assertThat(heard.lost).as("what its holder ends is not lost").isEmpty();
  }

  @Test
  void itIsClosedOnceAndIsNotLostThen() {
    LockedSession session = session(closing::add);
    session.listen(heard);

    var first = session.close();
    var second = session.close();
    assertThat(timer.waiting()).as("no renewal is left").isZero();
    session.lost("the link has ended");

    assertThat(heard.lost).isEmpty();

    assertThat(second).isSameAs(first);
    assertThat(closing).hasSize(1);
  }

  /** A link that does not answer would else keep the session's place for ever. */
  @Test
  void aSettlementThatNeverEndsIsWaitedForWithinTheBound() {
    LockedSession session = session(closing::add, Duration.ofMillis(100));
    var unused = settlements.begin(1, Mono.never());

    var closed = session.close();

    await().atMost(BOUND).until(() -> closing.size() == 1);
    closing.get(0).run();
    assertThat(closed).succeedsWithin(BOUND);
  }

  @Test
  void aLinkThatCannotBeClosedIsWaitedForWithinTheBound() {
    LockedSession session = session(closing::add, Duration.ofMillis(100));

    assertThat(session.close()).succeedsWithin(BOUND);
  }

  @Test
  void whereNothingCanBeClosedAnyMoreItIsGivenBackAllTheSame() {
    LockedSession session =
        session(
            task -> {
              throw new RejectedExecutionException("the broker is closed");
            });

    CompletableFuture<Void> closed = session.close().toCompletableFuture();

    assertThat(closed).isCompleted();
    assertThat(ended).containsExactly(session);
  }

  @Test
  void aSessionThatIsLostTellsItsListenerOnceAndIsRenewedNoMore() {
    LockedSession session = session(closing::add);
    session.listen(heard);

    session.lost("the lock is gone");
    session.lost("the link has ended");

    assertThat(heard.lost).containsExactly("the lock is gone");
    assertThat(timer.waiting()).isZero();
    assertThat(ended).as("its holder closes it").isEmpty();
  }

  @Test
  void aSessionThatWasLostBeforeAnyoneListenedTellsItsFirstListener() {
    LockedSession session = session(closing::add);
    session.lost("the lock is gone");

    session.listen(heard);

    assertThat(heard.lost).containsExactly("the lock is gone");
  }

  /** Another receiver may hold the session by then, and handle them. */
  @Test
  void copiesThatComeAfterTheLossAreNotHandedOn() throws Exception {
    LockedSession session = session(closing::add);
    session.listen(heard);
    session.receive(1 + LATE);
    send(1);
    var unused = heard.delivered.get(BOUND.toSeconds(), TimeUnit.SECONDS);

    session.lost("the lock is gone");
    send(LATE);

    await().atMost(BOUND).until(() -> endpoint.counts().get(0).locked() == 1 + LATE);
    // The answers come on the connection that the copies have come on before.
    Objects.requireNonNull(client.renewSessionLock().block(BOUND));
    Objects.requireNonNull(client.renewSessionLock().block(BOUND));
    assertThat(heard.copies.get()).isEqualTo(1);
  }

  @Test
  void aCopyThatIsNotInHandIsNotSettled() {
    LockedSession session = session(closing::add);
    Message message =
        new Message(
            new SessionId("s"),
            new MessageId("m"),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null));

    assertThat(
            session.settle(
                new Delivery(1, new ParsedHeaders.Foreign(), message), new Settlement.Complete()))
        .failsWithin(BOUND)
        .withThrowableThat()
        .withMessageContaining("not in hand");
  }

  /** The link may be closed before the settlement is through: its holder must not count on it. */
  @Test
  void aCopyInHandIsNotSettledAnyMoreOnceTheSessionIsBeingClosed() throws Exception {
    LockedSession session = session(closing::add);
    session.listen(heard);
    send(1);
    session.receive(1);
    Delivery delivery = heard.delivered.get(BOUND.toSeconds(), TimeUnit.SECONDS);

    var closed = session.close();

    assertThat(session.settle(delivery, new Settlement.Complete()))
        .failsWithin(BOUND)
        .withThrowableThat()
        .withMessageContaining("not in hand");
    assertThat(closed.toCompletableFuture()).isNotDone();
    assertThat(endpoint.counts().get(0).unsettled()).isEqualTo(1);
  }

  private void send(int messages) {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(endpoint.connectionString())
            .sender()
            .queueName("orders")
            .buildClient()) {
      for (int n = 0; n < messages; n++) {
        sender.sendMessage(new ServiceBusMessage("{}").setMessageId("m" + n).setSessionId("s"));
      }
    }
  }

  private LockedSession session(Executor closers) {
    return session(closers, BOUND);
  }

  private LockedSession session(Executor closers, Duration tryTimeout) {
    LockedSession session =
        new LockedSession(
            new SessionId("s"),
            client,
            new LockedSession.Setting(
                closers,
                tryTimeout,
                settlements,
                owner ->
                    new LockRenewal(
                        Mono.<OffsetDateTime>never(),
                        ServiceBusSettings.Limits.ofDefaults(),
                        timer,
                        timer,
                        owner::lost),
                questions,
                new StallProbe(client, questions, BOUND, timer, new Deaf()),
                new DeliveryBounds(1_024),
                ended::add));
    session.keep();
    assertThat(timer.waiting()).isEqualTo(1);
    return session;
  }

  /**
   * A listener that keeps the first copy, counts the others, and writes down why a session was
   * lost.
   */
  private static final class Heard implements BrokerSession.Listener {

    private final CompletableFuture<Delivery> delivered = new CompletableFuture<>();
    private final AtomicInteger copies = new AtomicInteger();
    private final List<String> lost = new ArrayList<>();

    @Override
    public void delivered(Delivery delivery) {
      copies.incrementAndGet();
      delivered.complete(delivery);
    }

    @Override
    public void lost(String why) {
      lost.add(why);
    }
  }

  private static final class Deaf implements StallProbe.Hearer {

    @Override
    public void delivers() {}

    @Override
    public void stalls() {}
  }
}
