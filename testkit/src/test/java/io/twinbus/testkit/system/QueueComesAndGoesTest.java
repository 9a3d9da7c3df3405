package io.twinbus.testkit.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.region.RegionReceiverBuilder;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rolling restarts after which receivers serve a queue more, or one less, while the receiver of the
 * other region holds sessions: with the real SDKs, one receiver a region, each replaced by its
 * successor, which is ready before it drains.
 */
@Tag("long")
class QueueComesAndGoesTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final int SESSIONS = 3;
  private static final String PARCELS = "parcels";

  private final FlatSettings all =
      LocalSettings.withPace(
              FlatSettings.of(
                  Map.of(
                      "twinbus.queues.orders.queue", "orders",
                      "twinbus.queues.payments.queue", "payments",
                      "twinbus.queues.parcels.queue", PARCELS,
                      "twinbus.home", "west")))
          // long enough that west has claimed what is sent to it, also on a busy machine
          .with(Map.of("twinbus.standby-delay", "10s"));
  private final FlatSettings withoutParcels = all.without("twinbus.queues.parcels.");

  private final Map<String, List<String>> handled = new ConcurrentHashMap<>();
  private final Map<String, Integer> sent = new ConcurrentHashMap<>();
  private final Map<String, Sender> senders = new ConcurrentHashMap<>();

  /** The first message of each session is held by its handler until it opens. */
  private final CountDownLatch held = new CountDownLatch(1);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private LocalStack stack;

  @BeforeEach
  void start() {
    stack = opened(LocalSettings.start(all));
  }

  @AfterEach
  void stop() throws Exception {
    held.countDown();
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  @Test
  void aQueueIsAddedWhileTheOtherRegionHoldsSessionsOfTheRest() throws Exception {
    RegionReceiver east = receiver("east", withoutParcels);
    RegionReceiver west = receiver("west", withoutParcels);
    send("orders", 2);
    send("payments", 2);
    send(PARCELS, 2);
    await().atMost(BOUND).until(() -> running(west) == 2 * SESSIONS);

    RegionReceiver newEast = receiver("east", all);
    drain(east);
    await("parcels go where a receiver serves them, once their copies are visible there")
        .atMost(BOUND)
        .until(() -> running(newEast) == SESSIONS);
    assertThat(running(west)).as("the calls of the other region go on").isEqualTo(2 * SESSIONS);
    RegionReceiver newWest = receiver("west", all);
    send("orders", 2);
    send("payments", 2);
    send(PARCELS, 2);
    held.countDown();
    drain(west);
    send(PARCELS, 1);

    awaitAll("orders", "payments", PARCELS);
    assertThat(newWest.statuses()).hasSize(3);
    assertNothingIsLeft();
  }

  @Test
  void aQueueIsRemovedWhileTheOtherRegionHoldsItsSessionsAndComesBack() throws Exception {
    RegionReceiver east = receiver("east", all);
    RegionReceiver west = receiver("west", all);
    send("orders", 2);
    send(PARCELS, 3);
    await().atMost(BOUND).until(() -> running(west) == 2 * SESSIONS);

    receiver("east", withoutParcels);
    drain(east);
    assertThat(record("s0").custody().owner()).as("held by the other region").isNotNull();
    send(PARCELS, 1);
    receiver("west", withoutParcels);
    Thread draining = draining(west);
    held.countDown();
    draining.join(BOUND.toMillis());
    assertThat(draining.isAlive()).isFalse();
    send("orders", 2);
    awaitAll("orders");

    assertThat(handled.get(PARCELS))
        .as("the calls in hand have ended, and a drain begins no other")
        .containsExactlyInAnyOrder("s0 0", "s1 0", "s2 0");
    for (int session = 0; session < SESSIONS; session++) {
      assertThat(record("s" + session).custody().owner()).as("it is released").isNull();
    }
    for (String region : List.of("east", "west")) {
      EntityCounts parcels = counts(region, PARCELS);
      assertThat(parcels.unsettled())
          .as("what has not run, and may be scheduled")
          .isGreaterThanOrEqualTo(3 * SESSIONS);
      assertThat(parcels.deadLettered()).isZero();
      assertThat(parcels.lockedSessions()).as("nobody holds a session of it").isZero();
    }

    receiver("east", all);

    awaitAll("orders", PARCELS);
  }

  @Test
  void theClaimOfAKilledReceiverStaysUntilOneServesItsQueueAgain() throws Exception {
    receiver("west", withoutParcels);
    long token = 7;
    leaveClaimed("s0", token);
    send("orders", 1);
    send(PARCELS, 2);
    held.countDown();
    awaitAll("orders");

    assertThat(record("s0").custody().owner()).as("of no concern to the others").isNotNull();
    assertThat(record("s0").custody().token()).isEqualTo(token);
    assertThat(handled).doesNotContainKey(PARCELS);

    receiver("west", all);

    awaitAll("orders", PARCELS);
    assertThat(record("s0").custody().token()).as("it was taken over").isGreaterThan(token);
  }

  /** Puts {@code session} of the parcels on record as a process leaves it that is killed. */
  private void leaveClaimed(String session, long token) throws Exception {
    Owner killed =
        new Owner(new RegionName("west"), new InstanceId("killed"), new ClaimId("killed-1"));
    Custody custody = new Custody(SessionStatus.WORKING, killed, token, null);
    try (CosmosLedger ledger =
        CosmosLedger.open(
            LedgerSettings.from(parcels()),
            CosmosOptions.ofDefaults().withProbe(false),
            Clocks.system())) {
      WriteOutcome created =
          ledger
              .sessions()
              .create(
                  SessionRecord.first(
                      new SessionId(session),
                      custody,
                      WriteMark.of(new WriteId("w"), Instant.now())))
              .toCompletableFuture()
              .get(BOUND.toSeconds(), TimeUnit.SECONDS);
      assertThat(created).isInstanceOf(WriteOutcome.Written.class);
    }
  }

  /** Each message has been handled once, in the order of its session. */
  private void awaitAll(String... queues) {
    for (String queue : queues) {
      int each = Objects.requireNonNull(sent.get(queue), "a queue that was sent to");
      await(queue)
          .atMost(BOUND)
          .until(() -> handled.getOrDefault(queue, List.of()).size() >= SESSIONS * each);
      for (int session = 0; session < SESSIONS; session++) {
        String of = "s" + session;
        assertThat(handledOf(queue, of))
            .as("session %s of %s", of, queue)
            .containsExactlyElementsOf(
                IntStream.range(0, each).mapToObj(n -> of + " " + n).toList());
      }
    }
  }

  /** Both queues of every region are empty, once the standby copies have come and were dropped. */
  private void assertNothingIsLeft() {
    for (String region : List.of("east", "west")) {
      for (String queue : ConfiguredQueues.of(all).keySet()) {
        await(region + " " + queue)
            .atMost(BOUND)
            .until(() -> counts(region, queue).unsettled() == 0);
        assertThat(counts(region, queue).deadLettered()).isZero();
      }
    }
  }

  private List<String> handledOf(String queue, String session) {
    return handled.getOrDefault(queue, List.of()).stream()
        .filter(each -> each.startsWith(session + " "))
        .toList();
  }

  private EntityCounts counts(String region, String queue) {
    return stack.region(region).counts().stream()
        .filter(each -> each.entity().equals(queue))
        .findFirst()
        .orElseThrow();
  }

  private SessionRecord record(String session) {
    try (SessionRecords records = new SessionRecords(parcels(), BOUND)) {
      return records.find(session).orElseThrow();
    }
  }

  private FlatSettings parcels() {
    return Objects.requireNonNull(
        ConfiguredQueues.of(LocalSettings.of(all, stack)).get(PARCELS), "one of the queues");
  }

  private static int running(RegionReceiver receiver) {
    return receiver.status().load().handlersRunning();
  }

  /** Begins to drain {@code receiver}; it waits for its calls in hand when this returns. */
  private static Thread draining(RegionReceiver receiver) {
    Thread draining = new Thread(receiver::close, "draining");
    draining.start();
    await().atMost(BOUND).until(() -> draining.getState() == Thread.State.TIMED_WAITING);
    return draining;
  }

  private static void drain(RegionReceiver receiver) throws InterruptedException {
    Thread draining = new Thread(receiver::close, "draining");
    draining.start();
    draining.join(BOUND.toMillis());
    assertThat(draining.isAlive()).isFalse();
  }

  private RegionReceiver receiver(String region, FlatSettings application) throws Exception {
    FlatSettings settings = LocalSettings.of(application, stack, region);
    RegionReceiverBuilder builder = RegionReceiver.builder(settings);
    ConfiguredQueues.of(settings)
        .keySet()
        .forEach(queue -> builder.blockingHandler(queue, handler(queue)));
    RegionReceiver receiver = opened(builder.start());
    assertThat(receiver.awaitReady()).isNotNull();
    return receiver;
  }

  private BlockingHandler.Code handler(String queue) {
    return (Message message, Invocation call) -> {
      String id = message.id().value();
      if (id.endsWith(" 0")) {
        held.await();
      }
      handled.computeIfAbsent(queue, none -> new CopyOnWriteArrayList<>()).add(id);
      return new HandlerOutcome.Completed();
    };
  }

  /** Sends {@code each} more messages to every session of {@code queue}. */
  private void send(String queue, int each) throws Exception {
    int from = sent.getOrDefault(queue, 0);
    Sender sender = sender(queue);
    for (int number = from; number < from + each; number++) {
      for (int session = 0; session < SESSIONS; session++) {
        sender.sendAndWait(OutboundMessage.of("s" + session, "s" + session + " " + number).build());
      }
    }
    sent.put(queue, from + each);
  }

  /** One a queue, so that its sessions have one stream each. */
  private Sender sender(String queue) {
    return senders.computeIfAbsent(
        queue, name -> opened(Sender.builder(LocalSettings.of(all, stack), name).build()));
  }

  private <T extends AutoCloseable> T opened(T one) {
    open.push(one);
    return one;
  }
}
