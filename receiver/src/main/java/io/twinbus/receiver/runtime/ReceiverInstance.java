package io.twinbus.receiver.runtime;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.rules.InstanceOwnership;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.health.CallsElsewhere;
import io.twinbus.receiver.rules.SessionContention;
import io.twinbus.receiver.rules.SessionRotation;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One incarnation of a receiver: everything that is done under one instance id.
 *
 * <ol>
 *   <li>Its lease beats before it accepts its first session.
 *   <li>It accepts sessions up to its limit, and runs a worker for each. A worker that waits for
 *       somebody else keeps its session; when all places are taken, such workers take {@link
 *       SessionRotation turns}. When all are taken and more sessions wait, as far as {@link
 *       SessionContention} can tell, those with nothing in hand give theirs up without lingering.
 *   <li>When the lease is lost, every worker hears it, every session is closed, and this
 *       incarnation is over; the process goes on under a new name.
 *   <li>It accepts none before it has heard whether operators want its region evacuated, or it
 *       paused. While they do, it takes no session, and its workers finish the call in hand and
 *       release; the lease beats on.
 *   <li>When it drains, workers finish the call in hand and release; the lease beats until all have
 *       stopped.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class ReceiverInstance {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiverInstance.class);

  /** How long a worker that is to stop may take beyond its handler's grace: a few ledger calls. */
  private static final Duration TO_STOP = Duration.ofSeconds(10);

  private static final Duration ROUND = Duration.ofMillis(25);
  private static final Duration CALM_ROUND = Duration.ofMillis(250);

  /** After how long without a copy a session counts as idle, when others want its place. */
  private static final Duration IDLE = Duration.ofMillis(50);

  private final InstanceId id;
  private final ReceiverContext shared;
  private final LeaseRenewal keeper;
  private final InstanceOwnership standing;
  private final LeaseLoop lease;
  private final VitalsLoop vitals;
  private final AcceptLoop accepts;
  private final SessionRunners runners = new SessionRunners();
  private final CompletableFuture<InstanceId> held = new CompletableFuture<>();
  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private final CompletableFuture<Void> empty = new CompletableFuture<>();
  private final StandDown standDown = new StandDown();
  private final InstanceStatsSource signs = new InstanceStatsSource();
  private final SessionRotation turns;
  private final SessionContention crowd;
  private final AtomicLong sentAway = new AtomicLong();
  private final HandlerWatch handler;
  private final EvidenceReads evidence;
  private final Alarm rounds;
  private volatile boolean stopping;

  ReceiverInstance(InstanceId id, ReceiverContext shared) {
    this.id = id;
    this.shared = shared;
    shared.claims().goBy(id);
    this.keeper =
        new LeaseRenewal(
            id, shared.options().lease(), shared.random(), shared.ports().clocks().now());
    this.standing = new InstanceOwnership(keeper, shared.claims(), shared.board());
    this.lease =
        new LeaseLoop(keeper, shared.instances().leases(), shared.leaseSetting(), new Lease());
    this.vitals =
        new VitalsLoop(
            new VitalsLoop.Teller(id, shared.place().region(), this::stats),
            shared.instances().vitals(),
            shared.leaseSetting(),
            shared.random());
    ReceiverOptions.Limits limits = shared.options().limits();
    this.turns =
        new SessionRotation(
            shared.options().limits().maxSessions(), shared.ports().clocks().now().monotonic());
    this.crowd =
        new SessionContention(limits.maxSessions(), shared.ports().clocks().now().monotonic());
    this.handler =
        new HandlerWatch(
            shared.health(), shared.ports().handler(), shared.ports().clocks(), shared.place());
    this.evidence =
        new EvidenceReads(
            new CallsElsewhere(
                shared.place().region(), shared.place().queue(), shared.claims()::isOurs),
            shared.instances().vitals(),
            shared.health(),
            shared.leaseSetting());
    this.rounds = new Alarm(shared.ports().timer(), shared.ports().clocks(), this::rounds);
    this.accepts =
        new AcceptLoop(
            shared.broker(),
            new AcceptLoop.Places(
                limits.maxSessions(),
                limits.parallelAccepts(),
                runners::count,
                () -> !shared.admission().isCongested()),
            this::accepted,
            shared.ports().timer(),
            shared.ports().clocks());
  }

  void start() {
    vitals.start(); // before the first beat, so that who sees that can see more
    lease.start();
  }

  InstanceId id() {
    return id;
  }

  /** Completes when the lease holds for the first time. */
  CompletableFuture<InstanceId> held() {
    return held;
  }

  /** Completes with the reason when the lease is lost; all sessions are closed then. */
  CompletableFuture<String> lost() {
    return lost;
  }

  /** What operators want of it, as often as the ledger was read. */
  void applyDirective(StandDown.Wanted wanted) {
    StandDown.Step step = standDown.apply(wanted);
    if (step == StandDown.Step.LEAVE && !stopping) {
      LOG.info(
          "{}: no session is accepted, and the {} in hand are handed over.",
          standDown.why(shared.place().region()),
          runners.count());
      accepts.hold();
      runners.tell(new WorkerEvent.Drain());
    } else if (step == StandDown.Step.COME_BACK && !stopping) {
      LOG.info("Region {} is to take work again: sessions are accepted.", shared.place().region());
      accepts.goOn();
      beginAccepts();
    } else if (step == StandDown.Step.BEGIN) {
      beginAccepts();
    }
  }

  /** Once the lease holds and operators' wishes are known, whichever comes last. */
  private void beginAccepts() {
    if (standDown.isKnown() && !standDown.isWanted() && held.isDone()) {
      accepts.fill();
    }
  }

  private InstanceStats stats() {
    InstanceStats.State state = standDown.state(runners.count());
    boolean isAway = state == InstanceStats.State.WORKING && shared.health().isAway();
    ReceiverStatus.LedgerLoad ledger = shared.admission().load();
    return signs
        .vitals(
            isAway ? InstanceStats.State.HANDLER_AWAY : state,
            runners.count(),
            shared.claims().servedCount())
        .withLedger(new InstanceStats.LedgerPressure(ledger.waiting(), ledger.saturation()))
        .withHandlers(List.of(handler.vitals()));
  }

  /** Some owner has been judged dead: parked workers look again. */
  void lookAround() {
    runners.tell(new WorkerEvent.RecheckOwner());
  }

  /**
   * Completes when every worker has stopped and released its claim, those of dead workers included,
   * or the time is up.
   */
  CompletableFuture<Void> drain(Duration grace) {
    stop(new WorkerEvent.Drain());
    return deadlines()
        .within(grace, empty)
        .exceptionallyCompose(late -> cancelCalls())
        .thenCompose(done -> orphansReleased())
        .whenComplete((done, late) -> stopSigns());
  }

  private void stopSigns() {
    lease.stop();
    vitals.stop();
  }

  /** How the incarnation stands. */
  ReceiverStatus status(Optional<String> ledgerTrouble, Optional<String> stall) {
    HandlerInvoker calls = shared.ports().handler();
    return new ReceiverStatus(
        id,
        keeper.marginAt(shared.ports().clocks().now().monotonic()),
        new ReceiverStatus.Load(
            runners.count(),
            runners.parked(),
            runners.blocked(),
            runners.oldest(),
            shared.claims().servedCount(),
            runners.inHand(),
            calls.started(),
            calls.running(),
            calls.overdue(shared.options().flow().pace().handlerGrace())),
        new ReceiverStatus.Turnover(accepts.accepted(), sentAway.get()),
        shared.health().report(),
        standDown.pause(),
        ledgerLoad(),
        Optional.ofNullable(accepts.unreachable()),
        ledgerTrouble,
        stall);
  }

  private ReceiverStatus.LedgerLoad ledgerLoad() {
    return shared.admission().load();
  }

  /** The grace is over: a second drain has workers cancel their calls. */
  private CompletableFuture<Void> cancelCalls() {
    LOG.warn(
        "{} sessions have not drained within the shutdown grace: their handler calls are"
            + " cancelled.",
        runners.count());
    runners.tell(new WorkerEvent.Drain());
    return emptyWithin(toStop());
  }

  /** Or the time for that is up: then others take over when the lease runs out. */
  private CompletableFuture<Void> orphansReleased() {
    return deadlines()
        .within(toStop(), shared.ports().orphans().over())
        .exceptionally(late -> null);
  }

  private Duration toStop() {
    return shared.options().flow().pace().handlerGrace().plus(TO_STOP);
  }

  private void stop(WorkerEvent event) {
    stopping = true;
    accepts.stop();
    rounds.clear();
    boolean isToldAlready = event instanceof WorkerEvent.Drain && standDown.isWanted();
    if (!isToldAlready) { // a second drain would cancel their calls
      runners.tell(event);
    }
    endIfEmpty();
  }

  private CompletableFuture<Void> emptyWithin(Duration bound) {
    return deadlines().within(bound, empty).exceptionally(late -> abandonAll());
  }

  private Deadlines deadlines() {
    return new Deadlines(shared.ports().timer());
  }

  private @Nullable Void abandonAll() {
    runners.abandon("it did not stop in time");
    return null;
  }

  private void accepted(BrokerSession session) {
    if (stopping || standDown.isWanted()) {
      session.close();
      return;
    }
    crowd.came(session.session());
    WorkerIdentity who = new WorkerIdentity(session.session(), shared.place().region(), id);
    SessionCore worker =
        shared
            .cores()
            .create(
                who,
                shared.options().flow(),
                new WorkerContext(standing, shared.sightings(), shared.health(), shared.random()),
                shared.ports().clocks().now());
    SessionRunner runner =
        new SessionRunner(who, worker, session, shared.ports().withFacts(this::hear), this::ended);
    runners.add(runner);
    try {
      runner.start();
    } catch (RuntimeException | Error e) {
      runners.remove(runner);
      throw e; // the accept loop gives the session back
    }
    watchPlaces();
    if (stopping || standDown.isWanted()) {
      runner.post(new WorkerEvent.Drain()); // it came in while the others were told
    }
  }

  private void hear(WorkerIdentity who, WorkerFact fact) {
    shared.ports().facts().on(who, fact);
    signs.on(fact);
  }

  /** Brings the next round near when the last place is taken. */
  private void watchPlaces() {
    if (isFull() && !stopping) {
      rounds.set(shared.ports().clocks().now().monotonic().plus(ROUND));
    }
  }

  private boolean isFull() {
    return runners.count() >= shared.options().limits().maxSessions();
  }

  /**
   * Runs often while all places are taken or calls are held back, and else now and then. A round
   * that fails is not the last one: workers wait for their turns.
   */
  private void rounds() {
    if (stopping) {
      return;
    }
    MonotonicTime now = shared.ports().clocks().now().monotonic();
    try {
      round(now);
    } catch (RuntimeException | Error e) {
      LOG.error("A round over the sessions failed: the next one follows.", e);
    } finally {
      rounds.set(now.plus(isFull() || shared.health().isHeldBack(now) ? ROUND : CALM_ROUND));
    }
  }

  private void round(MonotonicTime now) {
    handler.round(runners, now);
    evidence.round(now);
    if (isFull()) {
      if (accepts.isHungry() && crowd.waits(now)) {
        crowd.sent(runners.dismissIdle(now.plus(IDLE.negated())), now);
      }
      sentAway.addAndGet(runners.dismissParked(turns, now));
    }
  }

  private void ended(SessionRunner runner) {
    runners.remove(runner);
    shared.health().left(runner.session());
    if (stopping) {
      endIfEmpty();
    } else {
      accepts.fill();
    }
  }

  private void endIfEmpty() {
    if (runners.count() == 0) {
      empty.complete(null);
    }
  }

  /** What the lease says. */
  private final class Lease implements LeaseLoop.Listener {

    @Override
    public void held() {
      held.complete(id);
      beginAccepts();
      rounds();
    }

    @Override
    public void lost(String why) {
      LOG.warn(
          "Instance {} has lost its lease ({}): its {} sessions are given up, and it goes on under"
              + " a new id.",
          id,
          why,
          runners.count());
      vitals.stop();
      stop(new WorkerEvent.LeaseLost());
      var unused = emptyWithin(toStop()).whenComplete((done, late) -> lost.complete(why));
    }
  }
}
