package io.twinbus.testkit.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two queues in one process for each of two regions, with the real SDKs. */
class SeveralQueuesTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final EntityKey ORDERS = EntityKey.ofQueue("orders");

  private final FlatSettings application =
      LocalSettings.withPace(
              FlatSettings.of(
                  Map.of(
                      "twinbus.queues.orders.queue", "orders",
                      "twinbus.queues.payments.queue", "payments-v2",
                      "twinbus.receiver.max-sessions", "6")))
          // No receiver dies in these tests. With the quick lease of 3 s a receiver loses it when
          // a busy machine stops the process for some seconds.
          .with(Map.of("twinbus.receiver.lease", "30s"));
  private final List<String> paid = new CopyOnWriteArrayList<>();
  private final List<String> ordered = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private LocalStack stack;

  @BeforeEach
  void start() {
    stack = LocalSettings.start(application);
    open.add(stack);
  }

  @AfterEach
  void stop() throws Exception {
    for (int last = open.size() - 1; last >= 0; last--) {
      open.get(last).close();
    }
  }

  @Test
  void aQueueWhoseHandlerIsDownAndFloodedHoldsTheOtherUpInNoRegion() throws Exception {
    BlockingHandler.Code down =
        (message, call) -> {
          throw new ConnectException("the warehouse is down");
        };
    RegionReceiver east = receiver("east", down);
    RegionReceiver west = receiver("west", down);
    send("orders", 20, 3);

    send("payments", 5, 4);

    await().atMost(BOUND).until(() -> paid.size() >= 20);
    for (int session = 0; session < 5; session++) {
      String of = "s" + session + " ";
      assertThat(paid)
          .filteredOn(each -> each.startsWith(of))
          .containsExactly(of + 0, of + 1, of + 2, of + 3);
    }
    await()
        .atMost(BOUND)
        .until(
            () ->
                status(east, ORDERS).handler().isAway() || status(west, ORDERS).handler().isAway());
    assertThat(east.status().load().sessions()).isLessThanOrEqualTo(6);
    assertThat(ordered).isEmpty();
    assertOneLeaseEach();
  }

  @Test
  void aQueueIsRemovedAndAddedAgainWhileItsSessionsHoldMessages() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    RegionReceiver both =
        receiver(
            "east",
            (message, call) -> {
              held.await();
              ordered.add(message.id().value());
              return new HandlerOutcome.Completed();
            });
    send("orders", 2, 3);
    await().atMost(BOUND).until(() -> status(both, ORDERS).load().handlersRunning() == 2);
    Thread closing = new Thread(both::close, "closing");
    closing.start();
    await("its workers have been told, and are waited for")
        .atMost(BOUND)
        .until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    held.countDown();
    closing.join(BOUND.toMillis());
    assertThat(ordered).as("the calls in hand have ended, and no other began").hasSize(2);

    RegionReceiver one =
        open(
            RegionReceiver.builder(east().without("twinbus.queues.orders."))
                .blockingHandler("payments", this::pay)
                .start());
    assertThat(one.awaitReady()).isNotNull();
    send("payments", 1, 2);
    await().atMost(BOUND).until(() -> paid.size() >= 2);
    assertThat(ordered).hasSize(2);
    one.close();

    receiver("east", this::order);

    await().atMost(BOUND).until(() -> ordered.size() >= 6);
    assertThat(ordered)
        .filteredOn(each -> each.startsWith("s0 "))
        .containsExactly("s0 0", "s0 1", "s0 2");
  }

  @Test
  void eachQueueNeedsAHandlerAndEachHandlerAQueue() {
    assertThatThrownBy(
            () -> RegionReceiver.builder(east()).blockingHandler("orders", this::order).start())
        .hasMessage(
            "No handler is given for payments: give each queue one, with handler(queue, …) or"
                + " blockingHandler(queue, …).");
    assertThatThrownBy(() -> RegionReceiver.builder(east()).blockingHandler("parcels", this::pay))
        .hasMessage(
            "A handler is given for the queue 'parcels': the configuration has orders, payments.");
    assertThatThrownBy(() -> RegionReceiver.builder(east()).blockingHandler(this::pay))
        .hasMessage(
            "There are the queues orders, payments: say whose handler it is, with handler(queue,"
                + " …).");
  }

  private void assertOneLeaseEach() throws Exception {
    try (CosmosLedger ledger =
        CosmosLedger.open(
            LedgerSettings.from(east()), CosmosOptions.ofDefaults(), Clocks.system())) {
      BeatsOutcome beats = ledger.instances().leases().readAll().toCompletableFuture().get();
      assertThat(beats)
          .isInstanceOfSatisfying(
              BeatsOutcome.Found.class, found -> assertThat(found.beats()).hasSize(2));
      VitalsOutcome vitals = ledger.instances().vitals().readAll().toCompletableFuture().get();
      assertThat(((VitalsOutcome.Found) vitals).vitals())
          .hasSize(2)
          .extracting(InstanceVitals::stats)
          .allSatisfy(stats -> assertThat(stats.handlers()).hasSize(2));
    }
  }

  private RegionReceiver receiver(String region, BlockingHandler.Code onOrder) throws Exception {
    RegionReceiver receiver =
        open(
            RegionReceiver.builder(LocalSettings.of(application, stack, region))
                .blockingHandler("orders", onOrder)
                .blockingHandler("payments", this::pay)
                .start());
    assertThat(receiver.awaitReady()).isNotNull();
    return receiver;
  }

  private RegionReceiver open(RegionReceiver receiver) {
    open.add(receiver);
    return receiver;
  }

  private FlatSettings east() {
    return LocalSettings.of(application, stack, "east");
  }

  private HandlerOutcome pay(Message message, Invocation call) {
    paid.add(message.id().value());
    return new HandlerOutcome.Completed();
  }

  private HandlerOutcome order(Message message, Invocation call) {
    ordered.add(message.id().value());
    return new HandlerOutcome.Completed();
  }

  private void send(String queue, int sessions, int each) throws Exception {
    try (Sender sender = Sender.builder(LocalSettings.of(application, stack), queue).build()) {
      for (int number = 0; number < each; number++) {
        for (int session = 0; session < sessions; session++) {
          sender.sendAndWait(
              OutboundMessage.of("s" + session, "s" + session + " " + number).build());
        }
      }
    }
  }

  private static ReceiverStatus status(RegionReceiver receiver, EntityKey queue) {
    return Objects.requireNonNull(receiver.statuses().get(queue), "a queue of the receiver");
  }
}
