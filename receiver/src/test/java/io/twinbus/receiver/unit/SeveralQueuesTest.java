package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.ReceiverQueue;
import io.twinbus.receiver.runtime.ReceiverSide;
import io.twinbus.receiver.runtime.ReceiverStatus;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One receiver with two queues and four places: one lease, and what each queue has of the rest. */
class SeveralQueuesTest {

  private static final EntityKey ORDERS = EntityKey.ofQueue("orders");
  private static final EntityKey PAYMENTS = EntityKey.ofQueue("payments");
  private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");
  private static final int PLACES = 4;
  private static final HandlerReport.State UP = HandlerReport.State.UP;

  private final MemoryBroker orders = new MemoryBroker();
  private final MemoryBroker payments = new MemoryBroker();
  private final MemoryLedger ledger = new MemoryLedger();
  private final MemoryLedger paymentRecords = new MemoryLedger();
  private final List<CompletableFuture<HandlerOutcome>> pending = new CopyOnWriteArrayList<>();
  private final List<String> paid = new CopyOnWriteArrayList<>();
  private final List<Receiver> receivers = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    pending.forEach(call -> call.complete(new HandlerOutcome.Completed()));
    receivers.forEach(Receiver::close);
  }

  @Test
  void allQueuesWorkUnderOneLeaseAndOneNameAndEachHasItsOwnSessions() {
    orders.send("a", 1);
    payments.send("a", 1);

    Receiver receiver = start(this::wait, this::pay);

    await().until(() -> pending.size() == 1 && paid.contains("a1"));
    await().until(() -> !ledger.latestVitals().isEmpty() && stats().handlers().size() == 2);
    assertThat(ledger.latestVitals()).hasSize(1);
    assertThat(stats().handlers())
        .extracting(HandlerVitals::queue)
        .containsExactly(ORDERS, PAYMENTS);
    assertThat(receiver.statuses().keySet()).containsExactly(ORDERS, PAYMENTS);
    assertThat(status(receiver, ORDERS).load().handlersRunning()).isEqualTo(1);
    assertThat(status(receiver, PAYMENTS).load().handlersRunning()).isZero();
    assertThat(receiver.status().load().handlerCalls()).isEqualTo(2);
  }

  @Test
  void aQueueWhoseHandlerHangsInEverySessionLeavesTheOtherItsGuarantee() {
    for (int n = 0; n < 8; n++) {
      orders.send("flood" + n, 1);
      orders.send("flood" + n, 2);
    }
    List<CompletableFuture<HandlerOutcome>> charges = new CopyOnWriteArrayList<>();
    Receiver receiver = start(this::wait, (message, invocation) -> wait(charges));
    await().until(() -> orders.open() == PLACES - 1 && pending.size() == PLACES - 1);

    payments.send("p0", 1);
    await().until(() -> payments.open() == 1);
    payments.send("p1", 1);
    await().until(() -> status(receiver, ORDERS).turnover().sentAway() == 1);
    assertThat(payments.open()).as("the call in hand ends first").isEqualTo(1);
    pending.forEach(call -> call.complete(new HandlerOutcome.Completed()));

    await().until(() -> charges.size() == 2);
    assertThat(payments.open()).isEqualTo(2);
    assertThat(receiver.status().load().sessions()).isLessThanOrEqualTo(PLACES);
  }

  @Test
  void aQueueUsesThePlacesThatTheOtherLeavesFree() {
    for (int n = 0; n < 8; n++) {
      payments.send("p" + n, 1);
    }

    start(this::wait, this::wait);

    await().until(() -> payments.open() == PLACES - 1);
  }

  @Test
  void aPauseOfOneQueueLeavesTheOtherAtWork() {
    ledger.direct(
        new Directive(
            new TreeMap<>(),
            List.of(
                new Directive.Pause(
                    new Directive.Scope(ORDERS, null), "ann", "a test", Instant.EPOCH, FAR)),
            List.of(),
            List.of(),
            WriteMark.of(new WriteId("d"), Instant.EPOCH)));
    orders.send("a", 1);
    payments.send("a", 1);

    Receiver receiver = start(this::wait, this::pay);

    await().until(() -> paid.contains("a1"));
    await().until(() -> status(receiver, ORDERS).pause().isPresent());
    assertThat(orders.accepts()).isZero();
    assertThat(status(receiver, PAYMENTS).pause()).isEmpty();
    assertThat(receiver.status().pause()).as("not the whole receiver is paused").isEmpty();
    assertThat(stats().state()).isEqualTo(InstanceStats.State.WORKING);
  }

  @Test
  void aHandlerThatIsAwayIsTheMatterOfItsQueueAlone() {
    for (int n = 0; n < 3; n++) {
      orders.send("o" + n, 1);
      payments.send("p" + n, 1);
    }
    SessionHandler down =
        (message, invocation) -> CompletableFuture.failedFuture(new ConnectException("refused"));

    Receiver receiver = start(down, this::pay);

    await().until(() -> paid.size() == 3);
    await().until(() -> status(receiver, ORDERS).handler().state().compareTo(UP) > 0);
    assertThat(status(receiver, PAYMENTS).handler().state()).isEqualTo(UP);
    assertThat(receiver.status().handler().state()).isNotEqualTo(UP);
    assertThat(receiver.status().handler().reason()).startsWith("q:orders: ");
  }

  @Test
  void refusalsAreBelievedOfTheQueueThatAnOperatorNamedAlone() {
    ledger.direct(
        new Directive(
            new TreeMap<>(),
            List.of(),
            List.of(
                new Directive.Belief(
                    new Directive.Scope(PAYMENTS, null), "ann", "a test", Instant.EPOCH, FAR)),
            List.of(),
            WriteMark.of(new WriteId("d"), Instant.EPOCH)));
    for (int n = 0; n < 6; n++) {
      orders.send("o" + n, 1);
      payments.send("p" + n, 1);
    }
    SessionHandler refuses =
        (message, invocation) ->
            CompletableFuture.completedFuture(
                new HandlerOutcome.DeadLetter("HandlerRefused", "400"));

    Receiver receiver = start(refuses, refuses);

    await().until(() -> payments.unsettled() == 0);
    await().until(() -> status(receiver, ORDERS).handler().isAway());
    assertThat(orders.unsettled()).isPositive();
    assertThat(status(receiver, PAYMENTS).handler().isAway()).isFalse();
  }

  @Test
  void aDrainReleasesTheSessionsOfAllQueues() {
    orders.send("a", 1);
    payments.send("a", 1);
    Receiver receiver = start(this::wait, this::wait);
    await().until(() -> pending.size() == 2);

    CompletionStage<Void> drained = receiver.drain();
    pending.forEach(call -> call.complete(new HandlerOutcome.Completed()));

    await().until(() -> drained.toCompletableFuture().isDone());
    assertThat(orders.open()).isZero();
    assertThat(payments.open()).isZero();
    assertThat(ledger.record("a").orElseThrow().custody().owner()).isNull();
    assertThat(paymentRecords.record("a").orElseThrow().custody().owner()).isNull();
  }

  private Receiver start(SessionHandler onOrder, SessionHandler onPayment) {
    ReceiverOptions defaults = ReceiverOptions.ofDefaults();
    ReceiverOptions options =
        new ReceiverOptions(
            defaults.flow(),
            defaults.lease(),
            ReceiverOptions.Limits.ofSessions(PLACES),
            Duration.ofSeconds(5));
    Receiver receiver =
        Receiver.start(
            ReceiverDriver.EAST,
            ledger.instances(),
            List.of(
                queue(ORDERS, orders, ledger, onOrder, options),
                queue(PAYMENTS, payments, paymentRecords, onPayment, options)),
            options,
            new ReceiverSide((who, fact) -> {}, ReceiverPlatform.of(Clocks.system())));
    receivers.add(receiver);
    return receiver;
  }

  private static ReceiverQueue queue(
      EntityKey key,
      MemoryBroker broker,
      MemoryLedger records,
      SessionHandler handler,
      ReceiverOptions options) {
    return new ReceiverQueue(
        key,
        broker,
        new Receiver.Parts.Records(records, new MemoryMessages()),
        handler,
        options.ofQueue());
  }

  private CompletableFuture<HandlerOutcome> wait(Message message, Invocation invocation) {
    return wait(pending);
  }

  private static CompletableFuture<HandlerOutcome> wait(
      List<CompletableFuture<HandlerOutcome>> calls) {
    CompletableFuture<HandlerOutcome> call = new CompletableFuture<>();
    calls.add(call);
    return call;
  }

  private CompletableFuture<HandlerOutcome> pay(Message message, Invocation invocation) {
    paid.add(message.id().value());
    return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
  }

  private InstanceStats stats() {
    return ledger.latestVitals().get(0).stats();
  }

  private static ReceiverStatus status(Receiver receiver, EntityKey queue) {
    return receiver.status(queue);
  }
}
