package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One receiver process: the product's own {@link Receiver} on simulated threads. It can die, stand
 * still and wake up.
 */
final class ReceiverProcess implements LinkHolder {

  /** Within this time a drain ends. */
  static final Duration TO_DRAIN = Duration.ofSeconds(60);

  private enum Life {
    UP,
    STILL,
    DEAD
  }

  private final World world;
  private final SimulatedBroker region;
  private final String name;
  private final int slots;
  private final ProcessClock clock;
  private final ProcessThreads threads;
  private final BrokerWay broker;
  private final Receiver receiver;
  private final List<WatchedWorker> workers = new ArrayList<>();
  private final Deque<Runnable> backlog = new ArrayDeque<>();
  private final IdentityHashMap<Object, Writer> writers = new IdentityHashMap<>();
  private final IdentityHashMap<Invocation, Function<HandlerCall, HandlerRun>> calls =
      new IdentityHashMap<>();
  private final Map<SessionId, Set<ClaimId>> left = new HashMap<>();
  private final Set<InstanceId> instances = new HashSet<>();
  private @Nullable InstanceId latest;
  private @Nullable Ownership ownership;
  private Life life = Life.UP;
  private boolean hasBeenFrozen;
  private boolean hasBeenStill;
  private boolean draining;
  private boolean drained;
  private int started;

  ReceiverProcess(World world, SimulatedBroker region, String name, int slots) {
    this.world = world;
    this.region = region;
    this.name = name;
    this.slots = slots;
    this.clock = new ProcessClock(world.ground().timeline(), world.ground().chance());
    this.threads = new ProcessThreads(world, clock, this::hand);
    this.broker = new BrokerWay(region, this);
    world.ground().trace().say(name, () -> "starts");
    this.receiver = new ReceiverParts(world, this, clock).start(broker, threads, slots);
  }

  @Override
  public String name() {
    return name;
  }

  RegionName region() {
    return region.region();
  }

  /** Its workers that have neither stopped nor died. */
  List<WatchedWorker> workers() {
    workers.removeIf(WatchedWorker::isGone);
    return List.copyOf(workers);
  }

  @Override
  public boolean isDead() {
    return life == Life.DEAD;
  }

  boolean isStill() {
    return life == Life.STILL;
  }

  @Override
  public boolean isUp() {
    return life == Life.UP;
  }

  /** How its handler stands, as it judges. */
  HandlerReport handler() {
    return receiver.status().handler();
  }

  boolean hasBeenFrozen() {
    return hasBeenFrozen;
  }

  boolean holdsLease() {
    Duration margin = receiver.status().leaseMargin();
    return !margin.isZero() && !margin.isNegative();
  }

  InstanceId instance() {
    return Objects.requireNonNull(latest);
  }

  /** Whether {@code instance} is one of its incarnations. */
  boolean hasGoneBy(InstanceId instance) {
    return instances.contains(instance);
  }

  /** The name of the next incarnation. */
  InstanceId nextInstance(Random random) {
    InstanceId before = latest;
    InstanceId next = world.wiring().nextInstance(before, random);
    if (before != null) {
      world.ground().trace().say(name, () -> "has lost its lease");
      world.ground().score().count("lease lost");
    }
    latest = next;
    instances.add(next);
    return next;
  }

  String nameOfNextWorker() {
    return name + "#" + ++started;
  }

  /** The task of its worker threads that runs now. */
  @Nullable Object turn() {
    return threads.workers().current();
  }

  boolean isInTurn(Object task) {
    return threads.workers().isRunning(task);
  }

  @Override
  public void hand(Runnable work) {
    if (life == Life.UP) {
      work.run();
    } else if (life == Life.STILL) {
      backlog.add(work);
    }
  }

  SimulatedSession sessionOf(SessionId session) {
    return broker.latest(session);
  }

  void runs(WatchedWorker worker, Ownership seenBy) {
    workers.add(worker);
    ownership = seenBy;
    long working =
        workers().stream()
            .filter(one -> one.incarnation().equals(worker.incarnation()) && !one.isLeaving())
            .count();
    InvariantViolated.require(
        working <= slots,
        Invariant.P7_PLACES,
        () -> "%d sessions at work, %d places".formatted(working, slots));
  }

  void forget(WatchedWorker worker) {
    workers.remove(worker);
  }

  /** {@code writer} asks for {@code record} to be written. */
  void writes(Object record, Writer writer) {
    writers.put(record, writer);
  }

  /** Who wrote the record: a worker, or the release of what a dead one has left. */
  Writer writerOf(Object record, SessionId session) {
    Writer writer = writers.get(record); // a write that waits to be sent may be issued once more
    return writer != null
        ? writer
        : new Writer(
            name + " after a death",
            left.getOrDefault(session, Set.of()),
            this::hasGoneBy,
            false,
            region());
  }

  /** A worker has died, and its claims are to be released. */
  void leaves(SessionId session, Set<ClaimId> claims) {
    left.computeIfAbsent(session, none -> new HashSet<>()).addAll(claims);
  }

  /** {@code begin} begins the call that goes with {@code invocation}. */
  void expects(Invocation invocation, Function<HandlerCall, HandlerRun> begin) {
    calls.put(invocation, begin);
  }

  /** Begins a call that a worker has asked for. */
  HandlerRun begins(Invocation invocation, HandlerCall call) {
    return Objects.requireNonNull(calls.remove(invocation)).apply(call);
  }

  /** Whether it answers for the claim: a worker has it, or the release of a dead one's. */
  boolean answersFor(Owner owner) {
    Ownership judge = ownership;
    return judge == null || judge.judge(owner) != OwnerState.ORPHAN;
  }

  /** Whether it has judged {@code instance} dead, as far as its workers know. */
  boolean judgesDead(Owner owner) {
    Ownership judge = ownership;
    return judge != null && judge.judge(owner) == OwnerState.DEAD;
  }

  /** Whether a worker serves the claim, and the lease of its instance holds. */
  boolean isServing(Owner owner) {
    return life != Life.DEAD
        && !hasBeenFrozen
        && owner.instance().equals(latest)
        && workers().stream().anyMatch(worker -> worker.serves().contains(owner.claim()))
        && holdsLease();
  }

  /** As by kill -9. */
  void kill() {
    world.ground().trace().say(name, () -> "is killed");
    List<SimulatedSession> open = broker.open();
    end();
    for (SimulatedSession session : open) {
      if (world.ground().chance().percent(60)) {
        session.link().close();
      }
    }
  }

  /** Its own handler kills it; the broker sees its links close, and it is started anew. */
  void killAndReturn(Duration after) {
    List<SimulatedSession> open = broker.open();
    world.ground().trace().say(name, () -> "is killed by a handler");
    end();
    open.forEach(session -> session.link().close());
    world.ground().timeline().after(after, () -> world.start(region(), slots));
  }

  private void end() {
    life = Life.DEAD;
    backlog.clear();
    workers().forEach(WatchedWorker::excuse);
    world.handlers().died(this);
  }

  /** As by SIGSTOP, or, with the clock standing still too, as by suspending the machine. */
  void pause(boolean frozen) {
    world.ground().trace().say(name, () -> frozen ? "is frozen" : "is paused");
    life = Life.STILL;
    hasBeenStill = true;
    workers().forEach(WatchedWorker::excuse);
    if (frozen) {
      hasBeenFrozen = true;
      clock.freeze();
    }
  }

  void resume() {
    if (life != Life.STILL) {
      return;
    }
    world.ground().trace().say(name, () -> "goes on");
    clock.thaw();
    life = Life.UP;
    for (Runnable work : backlog) {
      world.ground().timeline().after(world.ground().chance().millis(0, 20), () -> hand(work));
    }
    backlog.clear();
  }

  /** Whether it ends by itself: its workers hear so otherwise only when its region is evacuated. */
  boolean isDraining() {
    return draining;
  }

  /** As by SIGTERM: no new sessions, the rest ends in good order, and then the process does. */
  void drain() {
    draining = true;
    world.ground().trace().say(name, () -> "drains");
    var unused =
        receiver
            .drain()
            .whenComplete(
                (done, error) -> {
                  world.ground().trace().say(name, () -> "has drained");
                  drained = true;
                  broker.close();
                  end();
                });
    world
        .ground()
        .timeline()
        .after(
            TO_DRAIN,
            () ->
                require(
                    drained || isDead() || hasBeenStill,
                    Invariant.P5_LIVENESS,
                    () -> "%s does not end its drain".formatted(name)));
  }

  /** Looks at what it has taken and not given back. */
  void look() {
    if (isUp()) {
      ReceiverStatus.Load load = receiver.status().load();
      threads.look(name, Math.max(broker.open().size(), load.sessions()));
      if (handler().isAway()) {
        world.ground().score().count("s with a handler away");
      }
    }
  }

  /** Whether it runs no worker, holds no session and answers for no claim. */
  boolean isAtRest() {
    return workers().isEmpty()
        && broker.open().isEmpty()
        && receiver.status().load().sessions() == 0
        && receiver.status().load().claimed() == 0;
  }

  /** Requires that it is at rest, and that no timer of a worker is left. */
  void requireAtRest() {
    require(
        isAtRest(),
        Invariant.P5_LIVENESS,
        () ->
            "%s has nothing left to do: %d workers, %d sessions of the broker, and %s"
                .formatted(name, workers().size(), broker.open().size(), receiver.status().load()));
    threads.lookAtRest(name);
  }
}
