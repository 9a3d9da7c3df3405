package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.rules.InstanceOwnership;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.bytes.BudgetedSession;
import io.twinbus.receiver.health.CallsElsewhere;
import io.twinbus.receiver.rules.SessionRotation;
import io.twinbus.receiver.rules.SharedPlaces;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one incarnation of a receiver does for one of its queues: accepts sessions, runs a worker
 * for each, and hands places over.
 *
 * <ol>
 *   <li>It accepts sessions as far as {@link SharedPlaces} lets it. A worker that waits for
 *       somebody else keeps its session; when no place is left, such workers take {@link
 *       SessionRotation turns}, and {@link QueueDemand} has those leave that have nothing in hand.
 *       A place is free for the next session while the last write of the one before is under way;
 *       at most twice as many leave so as there are places.
 *   <li>While another queue lacks places that it is guaranteed, it gives back those it has beyond
 *       its own: idle sessions first, then parked ones, then others when their call has ended.
 *   <li>It accepts none before it has heard what operators want of it. While they want it to stand
 *       down, it takes no session, and its workers finish the call in hand and release.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class QueueWork {

  private static final Logger LOG = LoggerFactory.getLogger(QueueWork.class);

  private static final Duration ROUND = Duration.ofMillis(25);
  private static final Duration CALM_ROUND = Duration.ofMillis(250);

  private final Incarnation incarnation;
  private final ReceiverContext shared;
  private final QueueContext queue;
  private final InstanceOwnership standing;
  private final SessionRunners runners = new SessionRunners();
  private final RunnerHost runnerHost = new RunnerHost();
  private final SharedPlaces.Share places;
  private final AcceptLoop accepts;
  private final CompletableFuture<Void> empty = new CompletableFuture<>();
  private final StandDown standDown = new StandDown();
  private final SessionRotation turns;
  private final QueueDemand demand;
  private final AtomicLong sentAway = new AtomicLong();
  private final HandlerWatch handler;
  private final LongAdder ended = new LongAdder();
  private final EvidenceReads evidence;
  private final Alarm rounds;
  private volatile boolean held;
  private volatile boolean stopping;

  QueueWork(Incarnation incarnation, ReceiverContext shared, QueueContext queue) {
    this.incarnation = incarnation;
    this.shared = shared;
    this.queue = queue;
    queue.claims().goBy(incarnation.id());
    this.standing = new InstanceOwnership(incarnation.lease(), queue.claims(), shared.board());
    int total = incarnation.places().total();
    this.places =
        incarnation.places().share(queue.options().maxSessions(), () -> runners.taken(total));
    this.turns = new SessionRotation(total, now());
    Receiver.Parts.Place place = new Receiver.Parts.Place(shared.region(), queue.key());
    this.handler =
        new HandlerWatch(queue.health(), queue.ports().handler(), queue.ports().clocks(), place);
    this.evidence =
        new EvidenceReads(
            new CallsElsewhere(shared.region(), queue.key(), queue.claims()::isOurs),
            shared.instances().vitals(),
            queue.health(),
            shared.leaseSetting());
    this.rounds = new Alarm(queue.ports().timer(), queue.ports().clocks(), this::rounds);
    ReceiverOptions.Limits limits = shared.options().limits();
    this.accepts =
        new AcceptLoop(
            queue.broker(),
            AcceptLoop.Places.of(places, limits, shared.queues().size(), this::isOpen),
            new AcceptHost(),
            queue.ports().timer(),
            queue.ports().clocks());
    this.demand =
        new QueueDemand(
            queue,
            runners,
            incarnation.wanted(),
            new QueueDemand.Way(
                total,
                this::isShortOfPlaces,
                accepts::isHungry,
                accepts::isAwaited,
                () -> accepts.unreachable() == null));
  }

  QueueContext queue() {
    return queue;
  }

  /** Who waits for its places, and for its sessions. */
  QueueDemand demand() {
    return demand;
  }

  private boolean isOpen() {
    return !shared.admission().isCongested(queue.key())
        && queue.bytes().keepFreeForAccepts(accepts.coming() + 1);
  }

  /** The lease holds. */
  void begin() {
    held = true;
    beginAccepts();
    rounds();
  }

  /** What operators want of it, as often as the ledger was read. */
  void applyDirective(Optional<Directive> directive, Now now) {
    StandDown.Step step = standDown.apply(queue.wishes().wanted(directive, now));
    if (step == StandDown.Step.LEAVE && !stopping) {
      LOG.info(
          "{}: no session of {} is accepted, and the {} in hand are handed over.",
          standDown.why(shared.region()),
          queue.key(),
          runners.count());
      accepts.hold();
      runners.sendAway();
    } else if (step == StandDown.Step.COME_BACK && !stopping) {
      LOG.info(
          "Region {} is to take work of {} again: sessions are accepted.",
          shared.region(),
          queue.key());
      accepts.goOn();
      beginAccepts();
    } else if (step == StandDown.Step.BEGIN) {
      beginAccepts();
    }
  }

  /** Once the lease holds and operators' wishes are known, whichever comes last. */
  private void beginAccepts() {
    if (standDown.isKnown() && !standDown.isWanted() && held) {
      accepts.fill();
    }
  }

  /** Some owner has been judged dead: parked workers look again. */
  void lookAround() {
    runners.tell(new WorkerEvent.RecheckOwner());
  }

  /** Whether it would take a place that is free. */
  boolean wantsPlaces() {
    return places.wants();
  }

  /** Whether it lacks places that it is guaranteed. */
  boolean isShort() {
    return places.isShort();
  }

  /** Accepts as many sessions as there are places for it. */
  void fill() {
    accepts.fill();
  }

  /** Whether it takes work. */
  InstanceStats.State state() {
    InstanceStats.State state = standDown.state(runners.count());
    boolean isAway = state == InstanceStats.State.WORKING && queue.health().isAway();
    return isAway ? InstanceStats.State.HANDLER_AWAY : state;
  }

  /** How its handler stands, for the instance's vitals. */
  HandlerVitals handlerVitals() {
    return handler.vitals().withEnded(ended.sum());
  }

  int sessions() {
    return runners.count();
  }

  /** How the incarnation stands as far as this queue is concerned. */
  ReceiverStatus status(Optional<String> ledgerTrouble, Optional<String> stall) {
    HandlerInvoker calls = queue.ports().handler();
    return new ReceiverStatus(
        incarnation.id(),
        incarnation.lease().marginAt(now()),
        new ReceiverStatus.Load(
            runners.count(),
            runners.parked(),
            runners.blocked(),
            runners.oldest(),
            queue.claims().servedCount(),
            runners.inHand(),
            calls.started(),
            calls.running(),
            calls.overdue(queue.options().flow().pace().handlerGrace())),
        new ReceiverStatus.Turnover(accepts.accepted(), sentAway.get() + accepts.wentBack()),
        queue.health().report(),
        standDown.pause(),
        queue.bytes().held(),
        shared.admission().load(),
        regionTrouble(),
        ledgerTrouble,
        stall);
  }

  /** A queue that has stood down since its start knows of no trouble: it has not asked. */
  private Optional<String> regionTrouble() {
    return standDown.isWanted() && !accepts.hasAsked()
        ? Optional.empty()
        : Optional.ofNullable(accepts.unreachable());
  }

  /** Accepts no more, and has its workers give their sessions up when their calls have ended. */
  void drain() {
    stop();
    runners.sendAway();
    endIfEmpty();
  }

  /** Accepts no more, and tells its workers that the lease is lost. */
  void loseLease() {
    stop();
    runners.tell(new WorkerEvent.LeaseLost());
    endIfEmpty();
  }

  private void stop() {
    stopping = true;
    accepts.stop();
    rounds.clear();
  }

  /** Has workers that drain cancel their calls: for them it is the second drain. */
  void cancelCalls() {
    runners.tell(new WorkerEvent.Drain());
  }

  /** Ends the workers that have not stopped. */
  void abandon() {
    runners.abandon("it did not stop in time");
  }

  /** Completes when it has been stopped and holds no session. */
  CompletableFuture<Void> empty() {
    return empty;
  }

  private void accepted(BrokerSession session) {
    if (stopping || standDown.isWanted()) {
      session.close();
      return;
    }
    WorkerIdentity who =
        new WorkerIdentity(queue.key(), session.session(), shared.region(), incarnation.id());
    SessionCore worker =
        shared
            .cores()
            .create(
                who,
                queue.options().flow(),
                new WorkerContext(
                    standing, queue.sightings(), queue.health(), demand, shared.random()),
                queue.ports().clocks().now());
    BudgetedSession bounded = queue.bytes().add(session);
    SessionRunner runner =
        new SessionRunner(who, worker, bounded, queue.ports().withFacts(this::hear), runnerHost);
    runners.add(runner);
    try {
      runner.start();
    } catch (RuntimeException | Error e) {
      bounded.forget();
      runners.remove(runner);
      throw e; // the accept loop gives the session back
    }
    watchPlaces();
    if (stopping || standDown.isWanted()) {
      runner.sendAway(); // it came in while the others were told
    }
  }

  private void hear(WorkerIdentity who, WorkerFact fact) {
    if (fact instanceof WorkerFact.Ended) {
      ended.increment();
    } else if (fact instanceof WorkerFact.PlaceGivenUp) {
      sentAway.incrementAndGet();
      demand.left(who.session());
    }
    queue.ports().facts().on(who, fact);
    incarnation.host().reported(fact);
  }

  /** Brings the next round near when the last place is taken. */
  private void watchPlaces() {
    if (isFull() && !stopping) {
      if (isShortOfPlaces()) {
        demand.filled(now(), runners.count() >= places.guaranteed());
      }
      rounds.set(now().plus(ROUND));
    }
  }

  /** Whether no session can come: for want of a place, or of bytes for its first copy. */
  private boolean isFull() {
    return !places.hasRoom() || lacksBytes();
  }

  /** The same, and no other queue is about to give a place back. */
  private boolean isShortOfPlaces() {
    return places.isShortAt(now()) || lacksBytes();
  }

  private boolean lacksBytes() {
    return accepts.coming() == 0 && !queue.bytes().keepFreeForAccepts(1);
  }

  /**
   * Runs often while no place is free or calls are held back, and else now and then. A round that
   * fails is not the last one: workers wait for their turns.
   */
  private void rounds() {
    if (stopping) {
      return;
    }
    MonotonicTime now = now();
    try {
      round(now);
    } catch (RuntimeException | Error e) {
      LOG.error("A round over the sessions failed: the next one follows.", e);
    } finally {
      boolean isOften = isFull() || places.owes() > 0 || queue.health().isHeldBack(now);
      rounds.set(now.plus(isOften ? ROUND : CALM_ROUND));
    }
  }

  private void round(MonotonicTime now) {
    handler.round(runners, now);
    evidence.round(now);
    demand.round();
    queue.bytes().askAgain();
    sentAway.addAndGet(runners.giveBack(places.owes()));
    if (places.wants()) {
      accepts.fill(); // others give places back, or left one, and told nobody
    }
    if (!isShortOfPlaces()) {
      return;
    }
    demand.makeRoom(now);
    sentAway.addAndGet(runners.dismissParked(turns, incarnation.places().total(), now));
  }

  /** Where accepted sessions go. */
  private final class AcceptHost implements AcceptLoop.Host {

    @Override
    public void came(SessionId session) {
      demand.came(session);
    }

    @Override
    public void accepted(BrokerSession session) {
      QueueWork.this.accepted(session);
    }
  }

  /** A session that was sent away says nothing of the next one. */
  private void countFreed(SessionRunner runner) {
    if (!runner.isSentAway()) {
      accepts.freed();
    }
  }

  /** What becomes of its sessions. */
  private final class RunnerHost implements SessionRunner.Host {

    @Override
    public void leaving(SessionRunner runner) {
      runners.leaves(runner);
      countFreed(runner);
      incarnation.host().placeFree(QueueWork.this);
    }

    @Override
    public void givesBack(SessionRunner runner) {
      if (!runners.serveBeside(runner)) {
        queue.health().left(runner.session());
      }
    }

    @Override
    public void ended(SessionRunner runner) {
      if (!runners.remove(runner)) {
        countFreed(runner);
      }
      if (stopping) {
        endIfEmpty();
      }
      incarnation.host().placeFree(QueueWork.this);
    }
  }

  private MonotonicTime now() {
    return queue.ports().clocks().now().monotonic();
  }

  private void endIfEmpty() {
    if (runners.count() == 0) {
      empty.complete(null);
    }
  }
}
