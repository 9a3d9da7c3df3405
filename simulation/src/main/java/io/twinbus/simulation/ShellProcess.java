package io.twinbus.simulation;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import io.twinbus.testkit.ledger.InMemoryLedger;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A process with the product's own {@link Receiver}, on simulated threads, in surroundings that
 * throw and fail until they are healed.
 *
 * <p>Not thread-safe.
 */
final class ShellProcess {

  /**
   * How many timers a process may have set: some of its own, some a session. While the ledger does
   * not answer, sessions that came and went have deadlines for 5 s yet.
   */
  private static final int OWN_TIMERS = 40;

  private static final int TIMERS_A_SESSION = 8;
  private static final int TIMERS_AT_REST = 8;

  /** Its own one, and those of releases after dead workers. */
  private static final int OWN_ALARMS = 10;

  /**
   * An alarm and the deadlines of one operation each for the lease, the vitals, the beats and the
   * directive, and what a former incarnation has left running.
   */
  private static final int LEASE_TIMERS = 10;

  private final Ground ground;
  private final ShellAudit audit;
  private final SimulatedThreads workers;
  private final SimulatedThreads timer;
  private final SimulatedThreads lease;
  private final Receiver receiver;
  private final List<BrokerSession> open = new ArrayList<>();
  private boolean healed;
  private boolean leaving;

  /** What all processes share. */
  record Shared(
      Ground ground,
      ShellAudit audit,
      Broker region,
      InMemoryLedger ledger,
      FaultyPort.Weather weather,
      FlowSettings flow) {}

  ShellProcess(Shared shared, int slots) {
    ground = shared.ground();
    audit = shared.audit();
    Chance chance = ground.chance();
    ProcessClock clock = new ProcessClock(ground.timeline(), chance);
    double onCaller = chance.percent(30) ? 40 : 0;
    workers = new SimulatedThreads(ground, clock, onCaller, this::escaped);
    timer = new SimulatedThreads(ground, clock, 0, this::escaped);
    lease = new SimulatedThreads(ground, clock, 0, this::escaped);
    InMemoryLedger ledger = shared.ledger();
    FaultyPort.Weather weather = shared.weather();
    SessionStore sessions = FaultyPort.to(SessionStore.class, ledger.sessions(), ground, weather);
    receiver =
        Receiver.start(
            new Receiver.Parts(
                new RegionName("east"),
                new Region(shared.region()),
                new Receiver.Parts.Records(
                    new Watched(sessions),
                    FaultyPort.to(MessageStore.class, ledger.messages(), ground, weather)),
                new InstanceStores(
                    FaultyPort.to(LeaseStore.class, ledger.leases(), ground, weather),
                    FaultyPort.to(VitalsStore.class, ledger.vitals(), ground, weather),
                    FaultyPort.to(DirectiveStore.class, ledger.directives(), ground, weather)),
                this::handle),
            new ReceiverOptions(
                shared.flow(),
                LeaseTimes.ofDefaults(),
                new ReceiverOptions.Limits(slots, Math.min(slots, 2), Duration.ofSeconds(5)),
                Duration.ofSeconds(10)),
            (who, fact) -> mayThrow(0.2, "who listens to facts"),
            new ReceiverPlatform(
                new ReceiverPlatform.Threads(workers, timer, lease),
                clock,
                chance.fork(),
                this::core));
  }

  /** From now on nothing around the receiver throws. */
  void heal() {
    healed = true;
  }

  /** Drains and exits; what is open then is closed with the process. */
  CompletionStage<Void> drain() {
    leaving = true;
    return receiver
        .drain()
        .whenComplete((done, error) -> List.copyOf(open).forEach(BrokerSession::close));
  }

  boolean isLeaving() {
    return leaving;
  }

  /** Whether it holds no broker session, and answers for no claim. */
  boolean isAtRest() {
    return leaving || (open.isEmpty() && load().claimed() == 0);
  }

  private ReceiverStatus.Load load() {
    return receiver.status().load();
  }

  @Override
  public String toString() {
    return "%d open, %d in hand, %d claimed"
        .formatted(open.size(), load().inHand(), load().claimed());
  }

  /** Looks at what the process has taken and not given back. */
  void look() {
    int most = OWN_TIMERS + TIMERS_A_SESSION * Math.max(open.size(), load().sessions());
    audit.require(
        timer.pending() <= most,
        Invariant.P5_LIVENESS,
        () ->
            "%d timers are set, and %d would be many: %s"
                .formatted(timer.pending(), most, timer.waiting()));
    int alarms = timer.pending("Alarm");
    audit.require(
        alarms <= OWN_ALARMS + 2 * Math.max(open.size(), load().sessions()),
        Invariant.P5_LIVENESS,
        () -> "%d alarms have a timer set, with %d sessions".formatted(alarms, open.size()));
    audit.require(
        lease.pending() <= LEASE_TIMERS,
        Invariant.P5_LIVENESS,
        () -> "%d timers are set for the lease".formatted(lease.pending()));
  }

  /** Looks at the timers of a process that has had nothing to do for a while. */
  void lookAtRest() {
    audit.require(
        timer.pending() <= TIMERS_AT_REST,
        Invariant.P5_LIVENESS,
        () -> "%d timers are set for nothing: %s".formatted(timer.pending(), timer.waiting()));
  }

  private void escaped(Throwable thrown) {
    audit.require(false, Invariant.P5_LIVENESS, () -> "a thread has met with " + thrown);
  }

  private void mayThrow(double percent, String who) {
    if (!healed && ground.chance().percent(percent)) {
      ground.score().count(who + " throws");
      throw new IllegalStateException(who + " throws");
    }
  }

  private SessionCore core(WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
    mayThrow(3, "what makes workers");
    return new Core(SessionCore.of(new SessionWorker(who, flow, around, now)));
  }

  private CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    mayThrow(3, "the handler");
    long seq = invocation.position().orElseThrow().seq();
    Running call = new Running(new ShellAudit.Call(message.session(), seq, invocation.token()));
    audit.begins(call.truth);
    double dice = healed ? 100 : ground.chance().real(0, 100);
    if (dice < 5) {
      ground.score().count("call hangs");
    } else if (dice < 10) {
      call.isStubborn = true;
      call.endsAfter(ground.chance().millis(8_000, 30_000));
    } else if (dice < 20) {
      call.endsAfter(ground.chance().millis(500, 9_000));
    } else if (dice < 30) {
      call.end();
    } else {
      call.endsAfter(ground.chance().millis(2, 60));
    }
    return call;
  }

  /** A call that heeds its cancellation a moment later, or not at all. */
  private final class Running extends CompletableFuture<HandlerOutcome> {

    private final ShellAudit.Call truth;
    private boolean isStubborn;

    Running(ShellAudit.Call truth) {
      this.truth = truth;
    }

    void endsAfter(Duration time) {
      ground.timeline().after(time, this::end);
    }

    void end() {
      if (truth.open) {
        audit.takesEffect(truth);
        audit.returns(truth);
        complete(new HandlerOutcome.Completed());
      }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      if (truth.cancelledAt == null) {
        truth.cancelledAt = ground.timeline().now();
      }
      if (!isStubborn) {
        ground.timeline().after(ground.chance().millis(0, 900), this::stop);
      }
      return false;
    }

    private void stop() {
      if (truth.open) {
        audit.returns(truth);
        complete(new HandlerOutcome.Retry("it was cancelled", Optional.empty()));
      }
    }
  }

  /** The real decisions, handed in by a shell that may be wrong; now and then they throw. */
  private final class Core implements SessionCore {

    private final SessionCore real;
    private final Set<WorkerEvent> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable Object turn;

    Core(SessionCore real) {
      this.real = real;
    }

    @Override
    public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
      Object last = turn;
      audit.require(
          last == null || last == workers.current() || !workers.isRunning(last),
          Invariant.P2_ORDER,
          () -> "a worker is handed events while it is at others: " + events);
      turn = workers.current();
      for (WorkerEvent event : events) {
        audit.require(
            seen.add(event),
            Invariant.P2_ORDER,
            () -> "a worker is handed an event twice: " + event);
      }
      mayThrow(0.3, "the worker");
      return real.on(events, now);
    }

    @Override
    public boolean isAtWork() {
      return real.isAtWork();
    }

    @Override
    public int inHand() {
      return real.inHand();
    }

    @Override
    public Optional<Instant> oldest() {
      return real.oldest();
    }

    @Override
    public SessionWorker.Remains remains() {
      return real.remains();
    }
  }

  /** Looks at what is written before it leaves the process. */
  private final class Watched implements SessionStore {

    private final SessionStore way;

    Watched(SessionStore way) {
      this.way = way;
    }

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      return way.read(session);
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord record) {
      audit.writes(record);
      return way.create(record);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
      audit.writes(record);
      return way.replace(record, version);
    }
  }

  /** The region, which throws now and then, and whose sessions are counted. */
  private final class Region implements Broker {

    private final Broker real;

    Region(Broker real) {
      this.real = real;
    }

    @Override
    public CompletionStage<AcceptOutcome> acceptNext() {
      mayThrow(3, "the broker");
      return real.acceptNext()
          .thenApply(
              outcome ->
                  outcome instanceof AcceptOutcome.Accepted accepted
                      ? new AcceptOutcome.Accepted(counted(accepted.session()))
                      : outcome);
    }

    private BrokerSession counted(BrokerSession session) {
      open.add(session);
      return (BrokerSession)
          Proxy.newProxyInstance(
              BrokerSession.class.getClassLoader(),
              new Class<?>[] {BrokerSession.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("close")) {
                  open.remove(session);
                } else if (!method.getName().equals("session")) {
                  mayThrow(method.getName().equals("listen") ? 4 : 0.3, "the broker's session");
                }
                return method.invoke(session, arguments);
              });
    }

    @Override
    public void close() {
      real.close();
    }
  }
}
