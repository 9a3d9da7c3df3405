package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session worker of the product with a look at all that its runner hands in and is told to do.
 * The runner must hand in each event once, one turn after the other. A test can have it die.
 *
 * <p>Not thread-safe.
 */
final class WatchedWorker implements SessionCore {

  /** The copy that no worker survives. */
  private static final Delivery DEADLY = deadly();

  private final World world;
  private final ReceiverProcess process;
  private final InstanceId incarnation;
  private final SimulatedSession session;
  private final SessionCore real;
  private final Ownership ownership;
  private final Writer writer;
  private final Coverage coverage;
  private final Set<ClaimId> claims = new HashSet<>();
  private final List<HandlerRun> runs = new ArrayList<>();
  private final Set<WorkerEvent> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private @Nullable Object turn;
  private boolean gone;
  private boolean stopping;
  private boolean claimed;
  private long calling;
  private boolean excused;

  WatchedWorker(
      World world,
      ReceiverProcess process,
      InstanceId incarnation,
      SimulatedSession session,
      SessionCore real,
      Ownership ownership) {
    this.world = world;
    this.process = process;
    this.incarnation = incarnation;
    this.session = session;
    this.real = real;
    this.ownership = ownership;
    this.coverage = world.ground().coverage();
    this.writer =
        new Writer(process.nameOfNextWorker(), claims, process::hasGoneBy, false, process.region());
    session.watchedBy(this);
  }

  ReceiverProcess process() {
    return process;
  }

  InstanceId incarnation() {
    return incarnation;
  }

  BrokerLink link() {
    return session.link();
  }

  Writer writer() {
    return writer;
  }

  SessionId session() {
    return session.session();
  }

  /** The claims that the worker answers for. */
  Set<ClaimId> serves() {
    return gone ? Set.of() : real.remains().claims();
  }

  /** Whether it has stopped, has died, or never began. */
  boolean isGone() {
    return gone || session.isClosed();
  }

  /** Whether something happened to it that lets another worker repeat what it did not commit. */
  boolean isExcused() {
    return excused;
  }

  void excuse() {
    excused = true;
  }

  boolean hasOpenRuns() {
    return runs.stream().anyMatch(run -> run.open);
  }

  /** It dies of an exception, as soon as it is handed what comes; the process lives. */
  void die() {
    world.ground().trace().say(writer.name(), () -> "is to die of an exception");
    excused = true;
    session.delivered(DEADLY);
  }

  /** A search has come to the end of its session just now. */
  void lookedThrough() {
    world.gapAudit().lookedThrough(writer, session());
  }

  private static Delivery deadly() {
    SentMessage message = SentMessage.foreign(new SessionId("deadly"), 1);
    return message.copy(Long.MAX_VALUE, message.headers);
  }

  @Override
  public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
    oneTurnAtATime(events);
    mayDie(events);
    for (WorkerEvent event : events) {
      require(
          seen.add(event),
          Invariant.P2_ORDER,
          () -> "a worker is handed an event twice: " + Words.event(event));
      hears(event);
    }
    List<WorkerEffect> effects = decided(events, now);
    for (WorkerEffect effect : effects) {
      says(effect, now);
    }
    return effects;
  }

  private void oneTurnAtATime(List<WorkerEvent> events) {
    Object last = turn;
    turn = process.turn();
    require(
        last == null || last == turn || !process.isInTurn(last),
        Invariant.P2_ORDER,
        () -> "a worker is handed events while it is at others: " + events);
  }

  private void mayDie(List<WorkerEvent> events) {
    for (WorkerEvent event : events) {
      if (event instanceof WorkerEvent.Delivered delivered
          && delivered.delivery().brokerSequence() == DEADLY.brokerSequence()) {
        throw new Surprises.Surprise("The worker meets its deadly copy.");
      }
    }
    world.surprises().mayThrow(0.3, "the worker");
  }

  private List<WorkerEffect> decided(List<WorkerEvent> events, Now now) {
    try {
      return real.on(events, now);
    } catch (RuntimeException e) {
      throw new InvariantViolated(Invariant.P5_LIVENESS, "a core threw " + e);
    }
  }

  private void hears(WorkerEvent event) {
    excused |= event instanceof WorkerEvent.LeaseLost;
    if (event instanceof WorkerEvent.Drain && !process.isDraining()) {
      world.ground().score().count("receiver evacuated");
    }
    coverage.hears(standing(), event);
    stopping |=
        event instanceof WorkerEvent.BrokerLost
            || event instanceof WorkerEvent.LeaseLost
            || event instanceof WorkerEvent.Drain;
    if (!(event instanceof WorkerEvent.Tick)) {
      world.ground().trace().say(writer.name(), () -> "hears " + Words.event(event));
    }
    if (event instanceof WorkerEvent.HandlerReturned returned) {
      calling = returned.call() == calling ? 0 : calling;
      runs.stream()
          .filter(run -> run.call == returned.call())
          .forEach(run -> world.handlers().isHeardOf(run, returned.outcome()));
    }
  }

  /** As far as its runner can tell. */
  private Coverage.Ownership standing() {
    if (stopping) {
      return Coverage.Ownership.STOPPING;
    }
    if (calling != 0) {
      return Coverage.Ownership.CALLING;
    }
    if (real.remains().claims().isEmpty()) {
      return Coverage.Ownership.UNCLAIMED;
    }
    return claimed ? Coverage.Ownership.HOLDING : Coverage.Ownership.CLAIMING;
  }

  private void says(WorkerEffect effect, Now now) {
    if (effect instanceof WorkerEffect.Create create) {
      writes(create.record(), now);
    } else if (effect instanceof WorkerEffect.Replace replace) {
      writes(replace.record(), now);
    } else if (effect instanceof WorkerEffect.CreateMessage create) {
      writes(create.record(), now);
    } else if (effect instanceof WorkerEffect.ReplaceMessage replace) {
      writes(replace.record(), now);
    } else if (effect instanceof WorkerEffect.StartHandler start) {
      requireLease("starts a handler", now);
      calling = start.call();
      coverage.starts();
      process.expects(start.invocation(), call -> run(start, call));
    } else if (effect instanceof WorkerEffect.Report report) {
      report(report.fact());
    } else if (effect instanceof WorkerEffect.Stop stop) {
      world.ground().trace().say(writer.name(), () -> "stops: " + stop.why());
      world.ground().score().count("stop " + stop.why());
      excused |= stop.why().equals("LEASE_LOST"); // it has found that out by itself
      // A clock that stood still hides that the lease has run out: the ledger tells.
      excused |= stop.why().equals("FENCED") && process.hasBeenFrozen();
      leave();
    }
  }

  private void writes(Object record, Now now) {
    requireLease("writes", now);
    claims.addAll(real.remains().claims());
    process.writes(record, writer);
  }

  private void requireLease(String what, Now now) {
    require(
        ownership.mayWork(now.monotonic()),
        Invariant.P4_FENCING,
        () -> "%s %s though its instance's lease has run out".formatted(writer.name(), what));
  }

  private HandlerRun run(WorkerEffect.StartHandler start, HandlerCall call) {
    HandlerRun run =
        new HandlerRun(
            world.message(session(), start.delivery()),
            start,
            this,
            call,
            world.ground().timeline().now());
    runs.add(run);
    world.handlers().start(run);
    return run;
  }

  private void report(WorkerFact fact) {
    world.ground().trace().say(writer.name(), () -> "reports " + fact);
    coverage.reports(fact);
    claimed = fact instanceof WorkerFact.Claimed || (claimed && !losesClaim(fact));
    String kind = fact instanceof WorkerFact.Claimed claim ? " " + claim.kind() : "";
    world.ground().score().count("fact " + fact.getClass().getSimpleName() + kind);
  }

  private static boolean losesClaim(WorkerFact fact) {
    return fact instanceof WorkerFact.Released || fact instanceof WorkerFact.Fenced;
  }

  private void leave() {
    gone = true;
    process.forget(this);
  }

  /** What its runner asks for when it has died. */
  @Override
  public SessionWorker.Remains remains() {
    world.ground().trace().say(writer.name(), () -> "dies of an exception");
    SessionWorker.Remains remains = real.remains();
    excused = true;
    leave();
    if (world.wiring().supervises()) {
      claims.addAll(remains.claims());
      process.leaves(session(), remains.claims());
      return remains;
    }
    remains.claims().forEach(ownership::unserve);
    return new SessionWorker.Remains(Set.of(), Optional.empty());
  }

  /**
   * The last thing that its runner asks: it is at these events no more. The next ones may come on
   * the same stack, where a task runs on the thread of its caller.
   */
  @Override
  public boolean isAtWork() {
    turn = null;
    return real.isAtWork();
  }

  @Override
  public boolean isLeaving() {
    return real.isLeaving();
  }

  @Override
  public int inHand() {
    return real.inHand();
  }

  @Override
  public Optional<Instant> oldest() {
    return real.oldest();
  }
}
