package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import io.twinbus.receiver.ticked.TickedTimer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How many sessions of one incarnation are sent away, and which; workers that only count. */
class SessionRunnersTest {

  private static final EntityKey QUEUE = EntityKey.ofQueue("orders");
  private static final Duration SECOND = Duration.ofSeconds(1);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final LedgerCalls ledger =
      new LedgerCalls(
          QUEUE,
          unasked(SessionStore.class),
          unasked(MessageStore.class),
          new Bounded(SECOND, new Deadlines(timer)),
          new LedgerAdmission(timer, timer));
  private final RunnerContext context =
      new RunnerContext(
          ledger,
          new RecordPoller(ledger.sessions(), ledger.bounded(), timer::execute),
          new HandlerInvoker((message, invocation) -> new CompletableFuture<>(), timer),
          (who, fact) -> {},
          new OrphanRelease(
              ledger,
              new ClaimRegistry(new StartGate()),
              new OrphanRelease.Setting(
                  timer, timer, timer, new Random(1), SECOND, (who, fact) -> {})),
          timer,
          timer,
          timer);
  private final SessionRunners runners = new SessionRunners();
  private final List<String> stopped = new ArrayList<>();

  /** Those that leave count for what is owed, for as long as they take to leave. */
  @Test
  void whatLeavesAlreadyIsNotGivenBackOnceMore() {
    add("a").inHand = 1;
    add("b").inHand = 1;
    add("c").inHand = 1;
    timer.pass(SECOND);
    assertThat(runners.giveBack(1)).isEqualTo(1);

    int again = runners.giveBack(1);
    int more = runners.giveBack(2);
    int allTheSame = runners.giveBack(2);
    timer.pass(SECOND);

    assertThat(again).isZero();
    assertThat(more).isEqualTo(1);
    assertThat(allTheSame).isZero();
    assertThat(stopped).hasSize(2);
  }

  @Test
  void idleSessionsAreGivenBackFirstThenParkedOnesThenThoseWithACall() {
    add("at work").inHand = 1;
    Worker parked = add("parked");
    parked.inHand = 1;
    parked.effects =
        List.of(
            new WorkerEffect.Report(
                new WorkerFact.Parked(WorkerFact.Parked.Reason.GAP, "a message is missing")));
    add("idle");
    timer.pass(SECOND);

    for (int places = 1; places <= 3; places++) {
      assertThat(runners.giveBack(places)).isEqualTo(1);
      timer.pass(SECOND);
    }

    assertThat(stopped).containsExactly("idle", "parked", "at work");
  }

  /** A session that nothing has come for yet is no idle one. */
  @Test
  void ofThoseWithNothingInHandAsManyAreDismissedAsAskedForAndNoneTwice() {
    add("new");
    for (String name : List.of("a", "b", "c")) {
      Worker worker = add(name);
      worker.inHand = 1;
      timer.pass(SECOND);
      worker.inHand = 0;
      worker.runner().post(new WorkerEvent.Tick());
    }
    timer.pass(SECOND);
    MonotonicTime now = timer.now().monotonic();

    List<SessionId> first = runners.dismissIdle(2, now);
    List<SessionId> rest = runners.dismissIdle(2, now);
    timer.pass(SECOND);

    assertThat(first).hasSize(2);
    assertThat(rest).hasSize(1);
    assertThat(runners.dismissIdle(2, now)).isEmpty();
    assertThat(stopped).containsExactlyInAnyOrder("a", "b", "c");
  }

  /** Every place counts once, and no more of those that leave than may be built upon. */
  @Test
  void ofThosePlacesThatAreBeingLeftOnlySoManyAreAsGoodAsFree() {
    Worker a = add("a");
    List.of(a, add("b"), add("c")).forEach(worker -> runners.leaves(worker.runner()));
    add("d");

    assertThat(runners.taken(1)).as("two for one place").isEqualTo(2);
    assertThat(runners.taken(5)).isEqualTo(1);

    assertThat(runners.remove(a.runner())).as("it was leaving").isTrue();
    assertThat(runners.taken(1)).isEqualTo(1);
    assertThat(runners.taken(5)).isEqualTo(1);
    assertThat(runners.count()).isEqualTo(3);
  }

  @Test
  void aSessionIsServedBesideOneOfItsRunnersWhileAnotherHasNotEnded() {
    Worker old = add("a");
    add("b");
    assertThat(runners.serveBeside(old.runner())).isFalse();

    Worker next = add("a");

    assertThat(runners.serveBeside(old.runner())).isTrue();
    runners.remove(next.runner());
    assertThat(runners.serveBeside(old.runner())).isFalse();
  }

  private Worker add(String name) {
    Worker worker = new Worker(name);
    SessionRunner runner =
        new SessionRunner(
            new WorkerIdentity(
                QUEUE, new SessionId(name), new RegionName("east"), new InstanceId("i")),
            worker,
            new Unasked(new SessionId(name)),
            context,
            new Nobody());
    worker.runner = Optional.of(runner);
    runners.add(runner);
    runner.start();
    return worker;
  }

  /** A {@code port} each of whose methods fails the test. */
  private static <T> T unasked(Class<T> port) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              throw new AssertionError(method.getName() + " is not asked");
            }));
  }

  /** Holds as much as it is told, and stops when it is sent away. */
  private final class Worker implements SessionCore {

    private final String name;
    private Optional<SessionRunner> runner = Optional.empty();
    private List<WorkerEffect> effects = List.of();
    private int inHand;

    Worker(String name) {
      this.name = name;
    }

    SessionRunner runner() {
      return runner.orElseThrow();
    }

    @Override
    public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
      if (events.stream().anyMatch(WorkerEvent.Drain.class::isInstance)) {
        stopped.add(name);
      }
      return effects;
    }

    @Override
    public boolean isAtWork() {
      return false;
    }

    @Override
    public boolean isLeaving() {
      return false;
    }

    @Override
    public int inHand() {
      return inHand;
    }

    @Override
    public Optional<Instant> oldest() {
      return Optional.empty();
    }

    @Override
    public SessionWorker.Remains remains() {
      return new SessionWorker.Remains(Set.of(), Optional.empty());
    }
  }

  private static final class Nobody implements SessionRunner.Host {

    @Override
    public void leaving(SessionRunner runner) {}

    @Override
    public void givesBack(SessionRunner runner) {}

    @Override
    public void ended(SessionRunner runner) {}
  }

  /** A session that brings nothing. */
  private record Unasked(SessionId session) implements BrokerSession {

    @Override
    public void listen(Listener listener) {}

    @Override
    public void receive(int count) {}

    @Override
    public CompletionStage<Void> settle(Delivery delivery, Settlement settlement) {
      return CompletableFuture.failedFuture(new AssertionError("no copy has come"));
    }

    @Override
    public CompletionStage<SearchOutcome> search(Search search) {
      return CompletableFuture.failedFuture(new AssertionError("nothing is missing"));
    }

    @Override
    public CompletionStage<Void> close() {
      return CompletableFuture.completedFuture(null);
    }
  }
}
