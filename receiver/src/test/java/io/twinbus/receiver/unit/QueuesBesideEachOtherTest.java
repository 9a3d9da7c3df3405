package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.ReceiverQueue;
import io.twinbus.receiver.runtime.ReceiverSide;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.worker.SessionWorker;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What two queues of one process do to each other, in time that the test ticks. */
class QueuesBesideEachOtherTest {

  private static final EntityKey ORDERS = EntityKey.ofQueue("orders");
  private static final EntityKey PAYMENTS = EntityKey.ofQueue("payments");
  private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");
  private static final Duration A_MOMENT = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofSeconds(10);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final MemoryBroker orders = new MemoryBroker();
  private final MemoryBroker payments = new MemoryBroker();
  private final MemoryLedger orderRecords = new MemoryLedger();
  private final MemoryLedger paymentRecords = new MemoryLedger();
  private final List<CompletableFuture<HandlerOutcome>> ordersInHand = new ArrayList<>();
  private final List<CompletableFuture<HandlerOutcome>> paymentsInHand = new ArrayList<>();
  private int incarnations;

  @Test
  void aSuspectThatIsToRunAloneWaitsForThoseOfEveryQueue() {
    orderRecords.put(takenOver("killer"));
    paymentRecords.put(takenOver("innocent"));
    orders.send("killer", 1);
    payments.send("innocent", 1);

    start(4);
    timer.pass(A_MOMENT);

    assertThat(ordersInHand.size() + paymentsInHand.size()).isEqualTo(1);
    endAll();
    timer.pass(A_MOMENT);
    assertThat(ordersInHand).hasSize(1);
    assertThat(paymentsInHand).hasSize(1);
  }

  @Test
  void aSessionThatIsGivenBackKeepsItsCallWhenTheProcessDrains() {
    Receiver receiver = start(4);
    ordersLendASession(receiver);

    var unused = receiver.drain();
    timer.pass(A_MOMENT);

    assertThat(ordersInHand).hasSize(3).noneMatch(CompletableFuture::isDone);
    timer.pass(GRACE);
    assertThat(ordersInHand).as("the grace is over").allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void aSessionThatIsGivenBackKeepsItsCallWhenItsQueueIsPaused() {
    Receiver receiver = start(4);
    ordersLendASession(receiver);

    orderRecords.direct(pausedOrders());
    timer.pass(Duration.ofSeconds(5));

    assertThat(status(receiver, ORDERS).pause()).isPresent();
    assertThat(ordersInHand).hasSize(3).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void aQueueThatIsPausedKeepsItsCallsWhenItOwesPlaces() {
    Receiver receiver = start(4);
    flood(orders, 3);
    timer.pass(A_MOMENT);
    orderRecords.direct(pausedOrders());
    timer.pass(Duration.ofSeconds(5));
    assertThat(status(receiver, ORDERS).pause()).isPresent();

    flood(payments, 3);
    timer.pass(A_MOMENT);

    assertThat(paymentsInHand).as("the place that was not lent").hasSize(1);
    assertThat(ordersInHand).hasSize(3).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void aQueueThatIsPausedAtTheStartHasNoTroubleWithItsRegion() {
    orderRecords.direct(pausedOrders());
    Receiver receiver = start(4);
    assertThat(receiver.status().regionTrouble()).as("nothing is known yet").isPresent();

    timer.pass(A_MOMENT);

    assertThat(status(receiver, ORDERS).pause()).isPresent();
    assertThat(status(receiver, ORDERS).regionTrouble()).isEmpty();
    assertThat(receiver.status().regionTrouble()).as("so the process is ready").isEmpty();
  }

  @Test
  void aMessageNowAndThenTakesOnePlaceFromABorrower() {
    Receiver receiver = start(12);
    flood(orders, 20);
    timer.pass(A_MOMENT);
    assertThat(ordersInHand).as("all places but the other's first").hasSize(11);

    payments.send("p", 1);
    timer.pass(A_MOMENT);

    assertThat(paymentsInHand).hasSize(1);
    assertThat(status(receiver, ORDERS).turnover().sentAway()).isEqualTo(1);
  }

  @Test
  void aFloodHasWhatItIsGuaranteedThoughItAsksForOnePlaceFirst() {
    start(12);
    flood(orders, 20);
    timer.pass(A_MOMENT);

    flood(payments, 20);
    for (int n = 0; n < 6; n++) {
      timer.pass(A_MOMENT);
      endAll();
    }
    timer.pass(A_MOMENT);

    assertThat(payments.mostOpen()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void sessionsOfAQueueTakeTurnsWhileItWaitsForPlacesThatOthersHaveBorrowed() {
    Receiver receiver = start(4);
    flood(orders, 3);
    timer.pass(A_MOMENT);
    payments.send("gap", 2);
    timer.pass(A_MOMENT);
    assertThat(status(receiver, PAYMENTS).load().parked()).isEqualTo(1);

    payments.send("p", 1);
    timer.pass(Duration.ofSeconds(30));

    assertThat(paymentsInHand).as("it came in for the session at the gap").hasSize(1);
    assertThat(ordersInHand).as("these calls go on").noneMatch(CompletableFuture::isDone);
  }

  @Test
  void moreSessionsThanPlacesComeAndGoWithoutAPause() {
    start(4);
    int ticks = 0;

    for (int number = 1; number <= 6; number++) {
      for (int session = 0; session < 6; session++) {
        orders.send("s" + session, number);
      }
      for (; orders.unsettled() > 0 && ticks < 1_000; ticks++) {
        timer.pass(Duration.ofMillis(25));
        endAll();
      }
    }

    assertThat(orders.unsettled()).isZero();
    assertThat(Duration.ofMillis(25L * ticks))
        .as("six sessions and three places, six times")
        .isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void aQueueIsAskedForItsStatusByItself() {
    Receiver receiver = start(4);
    flood(orders, 1);
    timer.pass(A_MOMENT);

    assertThat(receiver.status(ORDERS).load().sessions()).isEqualTo(1);
    assertThat(receiver.statuses())
        .containsEntry(ORDERS, receiver.status(ORDERS))
        .containsEntry(PAYMENTS, receiver.status(PAYMENTS));
    assertThatThrownBy(() -> receiver.status(EntityKey.ofQueue("parcels")))
        .hasMessage("q:parcels is no queue of this receiver.");
  }

  /** Three of four places are at work for orders, and one of them is owed to payments. */
  private void ordersLendASession(Receiver receiver) {
    flood(orders, 3);
    timer.pass(A_MOMENT);
    flood(payments, 2);
    timer.pass(A_MOMENT);
    assertThat(status(receiver, ORDERS).turnover().sentAway()).isEqualTo(1);
    assertThat(ordersInHand).hasSize(3).noneMatch(CompletableFuture::isDone);
  }

  private static void flood(MemoryBroker broker, int sessions) {
    for (int n = 0; n < sessions; n++) {
      broker.send("s" + n, 1);
    }
  }

  private static Directive pausedOrders() {
    return new Directive(
        new TreeMap<>(),
        List.of(
            new Directive.Pause(
                new Directive.Scope(ORDERS, null), "ann", "a test", Instant.EPOCH, FAR)),
        List.of(),
        List.of(),
        WriteMark.of(new WriteId("d"), Instant.EPOCH));
  }

  private static ReceiverStatus status(Receiver receiver, EntityKey queue) {
    return receiver.status(queue);
  }

  /** A session that two owners have died of, as far as its record can tell. */
  private static SessionRecord takenOver(String session) {
    TreeMap<StreamId, Suspect> suspects =
        new TreeMap<>(Map.of(MemoryBroker.stream(session), new Suspect(1, 0, 1, false)));
    return SessionRecord.first(
            new SessionId(session),
            new Custody(SessionStatus.PENDING, null, 7, null),
            WriteMark.of(new WriteId("w"), Instant.EPOCH))
        .withProgress(Progress.NONE.withSuspects(suspects));
  }

  private void endAll() {
    ordersInHand.forEach(call -> call.complete(new HandlerOutcome.Completed()));
    paymentsInHand.forEach(call -> call.complete(new HandlerOutcome.Completed()));
  }

  private Receiver start(int places) {
    ReceiverOptions defaults = ReceiverOptions.ofDefaults();
    ReceiverOptions options =
        new ReceiverOptions(
            defaults.flow(), defaults.lease(), ReceiverOptions.Limits.ofSessions(places), GRACE);
    return Receiver.start(
        ReceiverDriver.EAST,
        orderRecords.instances(),
        List.of(
            queue(ORDERS, orders, orderRecords, waitIn(ordersInHand), options),
            queue(PAYMENTS, payments, paymentRecords, waitIn(paymentsInHand), options)),
        options,
        new ReceiverSide((who, fact) -> {}, platform()));
  }

  private ReceiverPlatform platform() {
    return new ReceiverPlatform(
        new ReceiverPlatform.Threads(timer, timer, timer),
        timer,
        new Random(1),
        () -> new InstanceId("i" + ++incarnations),
        (who, flow, context, now) -> SessionCore.of(new SessionWorker(who, flow, context, now)));
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

  private static SessionHandler waitIn(List<CompletableFuture<HandlerOutcome>> calls) {
    return (message, invocation) -> {
      CompletableFuture<HandlerOutcome> call = new CompletableFuture<>();
      calls.add(call);
      return call;
    };
  }
}
