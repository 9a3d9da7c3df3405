package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Stamp;
import io.twinbus.ledger.Vitals;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.flow.FlowSettings;
import io.twinbus.receiver.flow.Receiver;
import io.twinbus.receiver.flow.ReceiverOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The shells around the worker, with a broker and a ledger that can be made to fail. */
class ReceiverShellTest {

  private static final RegionName EAST = new RegionName("east");
  private static final int MOST_SESSIONS = 4;

  private final MemoryBroker broker = new MemoryBroker();
  private final MemoryLedger ledger = new MemoryLedger();
  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final List<CompletableFuture<HandlerOutcome>> pending = new CopyOnWriteArrayList<>();
  private final List<Receiver> receivers = new ArrayList<>();
  private volatile Duration ahead = Duration.ZERO;

  @AfterEach
  void close() {
    pending.forEach(call -> call.complete(new HandlerOutcome.Completed()));
    receivers.forEach(Receiver::close);
  }

  @Test
  void aWorkerThatDiesHasItsClaimReleasedAndItsSessionGoesOn() {
    broker.send("a", 1);
    broker.send("a", 2);
    broker.breakNextSettlement();

    start(this::complete);

    await().until(() -> broker.unsettled() == 0);
    assertThat(handled).containsExactly("a1", "a2");
    assertThat(broker.accepts()).isEqualTo(2);
    await().until(() -> status("a") == SessionStatus.IDLE);
  }

  @Test
  void aHandlerThatThrowsCountsAsAFailedAttempt() {
    broker.send("a", 1);

    start(
        (message, invocation) -> {
          handled.add("attempt " + invocation.attempt());
          if (invocation.attempt() == 1) {
            throw new IllegalArgumentException("not yet");
          }
          return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
        });

    await().until(() -> broker.unsettled() == 0);
    assertThat(handled).containsExactly("attempt 1", "attempt 2");
  }

  @Test
  void aLostLeaseCancelsTheCallAndTheProcessGoesOnUnderANewName() {
    broker.send("a", 1);
    Receiver receiver = start(this::wait);
    await().until(() -> pending.size() == 1);
    InstanceId before = receiver.status().instance();

    ledger.loseLeases();

    await().until(() -> pending.get(0).isCancelled());
    await().until(() -> !receiver.status().instance().equals(before));
    ledger.keepLeases();
    await().until(() -> pending.size() == 2);
    pending.get(1).complete(new HandlerOutcome.Completed());
    await().until(() -> broker.unsettled() == 0);
  }

  @Test
  void aReceiverSaysHowItStands() {
    broker.send("a", 1);
    ledger.put(blocked("held"));
    broker.send("held", 1);

    Receiver receiver = start(this::wait);
    await().until(() -> pending.size() == 1);
    await().until(() -> receiver.status().load().blocked() == 1);

    assertThat(receiver.status().load().parked()).isEqualTo(1);
    assertThat(receiver.status().load().handlersRunning()).isEqualTo(1);
    assertThat(receiver.status().load().handlersOverdue()).isZero();
    assertThat(receiver.status().load().oldest()).isPresent();
    assertThat(receiver.status().stall()).isEmpty();
  }

  @Test
  void aCallThatDoesNotReturnAfterItsDeadlineIsOverdue() {
    broker.send("a", 1);
    Receiver receiver = start(this::waitWhateverHappens);
    await().until(() -> pending.size() == 1);

    ahead = Duration.ofMinutes(2);

    await().until(() -> receiver.status().load().handlersOverdue() == 1);
    pending.get(0).complete(new HandlerOutcome.Completed());
    await().until(() -> receiver.status().load().handlersOverdue() == 0);
  }

  @Test
  void handlersThatHoldTheWorkersThreadsAreAStall() {
    CountDownLatch gate = new CountDownLatch(1);
    for (int n = 0; n < MOST_SESSIONS; n++) {
      broker.send("s" + n, 1);
    }
    Receiver receiver =
        start(
            (message, invocation) -> {
              handled.add(message.id().value());
              awaitOpen(gate);
              return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
            });
    await().until(() -> handled.size() == MOST_SESSIONS);

    ahead = Duration.ofSeconds(30);

    await().during(Duration.ofMillis(1_500)).until(() -> receiver.status().stall().isPresent());
    gate.countDown();
    await().until(() -> receiver.status().stall().isEmpty());
  }

  @Test
  void aDrainWaitsForTheCallInHand() {
    broker.send("a", 1);
    Receiver receiver = start(this::wait);
    await().until(() -> pending.size() == 1);

    CompletableFuture<Void> closed = CompletableFuture.runAsync(receiver::close);
    await().during(Duration.ofMillis(300)).until(() -> !closed.isDone());
    pending.get(0).complete(new HandlerOutcome.Completed());

    await().until(closed::isDone);
    assertThat(broker.unsettled()).isZero();
    assertThat(status("a")).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void theLastOfManySettlementsLetsASessionGo() {
    broker.holdSettlements();
    for (int seq = 1; seq <= 3; seq++) {
      broker.send("a", seq);
    }
    start(this::complete);
    await().until(() -> broker.held() == 3 && status("a") == SessionStatus.IDLE);

    broker.endSettlements();

    await().until(() -> broker.open() == 0);
    assertThat(handled).containsExactly("a1", "a2", "a3");
  }

  @Test
  void theFirstBeatOfAnInstanceSaysItsVersionAndSoDoesItsSuccessors() {
    Receiver receiver = start(this::complete);
    await().until(() -> ledger.firstBeats().size() == 1);
    InstanceId before = receiver.status().instance();

    ledger.loseLeases();
    await().until(() -> !receiver.status().instance().equals(before));
    ledger.keepLeases();

    await().until(() -> ledger.firstBeats().size() == 2);
    assertThat(ledger.firstBeats())
        .extracting(beat -> beat.vitals().version())
        .doesNotContain(Vitals.UNKNOWN.version());
  }

  @Test
  void anEvacuatedRegionEndsTheCallInHandHandsOverAndTakesNoWorkUntilItReturns() {
    broker.send("a", 1);
    broker.send("a", 2);
    start(this::wait);
    await().until(() -> pending.size() == 1);

    ledger.direct(evacuated(EAST));
    await().until(() -> beat().state() == Vitals.State.EVACUATING);
    pending.get(0).complete(new HandlerOutcome.Completed());

    await().until(() -> beat().state() == Vitals.State.EVACUATED);
    assertThat(status("a")).isEqualTo(SessionStatus.IDLE);
    assertThat(broker.unsettled()).isEqualTo(1);
    assertThat(pending).hasSize(1);
    assertThat(beat().ended()).isEqualTo(1);

    ledger.direct(evacuated());
    await().until(() -> pending.size() == 2);
    await().until(() -> beat().state() == Vitals.State.WORKING); // its next beat says so
  }

  @Test
  void aReceiverThatStartsInAnEvacuatedRegionTakesNothing() {
    broker.send("a", 1);
    ledger.direct(evacuated(EAST));

    start(this::complete);

    await().until(() -> !ledger.beats().isEmpty() && beat().state() == Vitals.State.EVACUATED);
    assertThat(broker.accepts()).isZero();
  }

  @Test
  void aDrainThatTakesTooLongCancelsTheCall() {
    broker.send("a", 1);
    Receiver receiver = start(this::wait);
    await().until(() -> pending.size() == 1);

    receiver.close();

    assertThat(pending.get(0)).isCancelled();
    assertThat(status("a")).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void sessionsWithNothingInHandGiveWayWhenAllPlacesAreTaken() {
    for (int n = 0; n < 5 * MOST_SESSIONS; n++) {
      broker.send("s" + n, 1);
    }

    start(this::complete);

    await().atMost(Duration.ofSeconds(8)).until(() -> broker.unsettled() == 0);
  }

  private Receiver start(SessionHandler handler) {
    FlowSettings flow = FlowSettings.ofDefaults();
    Receiver receiver =
        Receiver.start(
            new Receiver.Parts(
                EAST,
                broker,
                new Receiver.Parts.Records(ledger, new MemoryMessages()),
                ledger.leases(),
                handler),
            new ReceiverOptions(
                new FlowSettings(
                    new FlowSettings.Pace(
                        Duration.ofSeconds(3),
                        Duration.ofMillis(100),
                        flow.pace().gapGrace(),
                        flow.pace().stuckAfter(),
                        Duration.ofMillis(500)),
                    flow.attempts(),
                    flow.window(),
                    flow.commit(),
                    flow.gaps()),
                new LeaseTimes(
                    Duration.ofMillis(200), Duration.ofMillis(1_000), Duration.ofMillis(200)),
                ReceiverOptions.Limits.ofSessions(MOST_SESSIONS),
                Duration.ofSeconds(1)),
            (who, fact) -> {},
            () -> later(Clocks.system().now(), ahead));
    receivers.add(receiver);
    return receiver;
  }

  private CompletableFuture<HandlerOutcome> complete(Message message, Invocation invocation) {
    handled.add(message.id().value());
    return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
  }

  private CompletableFuture<HandlerOutcome> wait(Message message, Invocation invocation) {
    CompletableFuture<HandlerOutcome> call = new CompletableFuture<>();
    pending.add(call);
    return call;
  }

  private CompletableFuture<HandlerOutcome> waitWhateverHappens(
      Message message, Invocation invocation) {
    CompletableFuture<HandlerOutcome> call =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
          }
        };
    pending.add(call);
    return call;
  }

  private static void awaitOpen(CountDownLatch gate) {
    try {
      assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Now later(Now now, Duration by) {
    return new Now(now.monotonic().plus(by), now.wall().plus(by));
  }

  private SessionStatus status(String session) {
    return ledger.record(session).orElseThrow().status();
  }

  private Vitals beat() {
    return ledger.beats().get(0).vitals();
  }

  private static Directive evacuated(RegionName... regions) {
    TreeMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>();
    for (RegionName region : regions) {
      evacuated.put(region, new Directive.Evacuation("ann", "a test", Instant.EPOCH));
    }
    return new Directive(evacuated, List.of(), Stamp.of(new WriteId("d"), Instant.EPOCH));
  }

  private static SessionRecord blocked(String session) {
    Block block = new Block("for a test", null, "operator", Instant.EPOCH);
    return SessionRecord.first(
        new SessionId(session),
        new Custody(SessionStatus.BLOCKED, null, 7, block),
        Stamp.of(new WriteId("w"), Instant.EPOCH));
  }
}
