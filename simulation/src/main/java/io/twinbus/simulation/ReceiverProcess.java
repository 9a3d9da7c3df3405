package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.LeaseReads;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.session.GapSightings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * One receiver process: it accepts sessions, runs a worker for each, keeps its lease and watches
 * the others'. It can die, stand still and wake up.
 */
final class ReceiverProcess implements LinkHolder {

  private static final Duration SEEK = Duration.ofMillis(500);
  private static final Duration PARKED_AT_MOST = Duration.ofSeconds(5);

  private enum Life {
    UP,
    STILL,
    DEAD
  }

  private final World world;
  private final SimulatedBroker broker;
  private final String name;
  private final int slots;
  private final ProcessClock clock;
  private final Random random;
  private final ClaimRegistry registry = new ClaimRegistry();
  private final FailureDetector board = new FailureDetector(LeaseTimes.ofDefaults().lease());
  private final GapSightings sightings = new GapSightings();
  private final LeaseLoop lease;
  private final List<WorkerHost> hosts = new ArrayList<>();
  private final List<OrphanRelease> orphans = new ArrayList<>();
  private final Deque<Runnable> backlog = new ArrayDeque<>();
  private Life life = Life.UP;
  private boolean hasBeenFrozen;
  private boolean seeking;
  private boolean draining;
  private boolean evacuated;
  private int workers;

  ReceiverProcess(World world, SimulatedBroker broker, String name, int slots) {
    this.world = world;
    this.broker = broker;
    this.name = name;
    this.slots = slots;
    this.clock = new ProcessClock(world.ground().timeline(), world.ground().chance());
    this.random = world.ground().chance().fork();
    this.lease = new LeaseLoop(world, this, registry, random);
  }

  void start() {
    world.ground().trace().say(name, () -> "starts");
    lease.start();
    watchOthers();
    seekRegularly();
  }

  @Override
  public String name() {
    return name;
  }

  RegionName region() {
    return broker.region();
  }

  ProcessClock clock() {
    return clock;
  }

  ClaimRegistry registry() {
    return registry;
  }

  FailureDetector board() {
    return board;
  }

  List<WorkerHost> hosts() {
    return List.copyOf(hosts);
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

  boolean hasBeenFrozen() {
    return hasBeenFrozen;
  }

  boolean holdsLease() {
    return lease.keeper().holdsAt(clock.now().monotonic());
  }

  InstanceId instance() {
    return lease.keeper().instance();
  }

  String nameOfNextWorker() {
    return name + "#" + ++workers;
  }

  @Override
  public void hand(Runnable work) {
    if (life == Life.UP) {
      work.run();
    } else if (life == Life.STILL) {
      backlog.add(work);
    }
  }

  /** Does {@code work} at a time of its own clock, or a little later, as machines do. */
  void at(MonotonicTime time, Runnable work) {
    Chance chance = world.ground().chance();
    Duration late = chance.mostly(chance.millis(0, 5), 3, chance.millis(5, 2_500));
    world.ground().timeline().after(clock.until(time).plus(late), () -> hand(work));
  }

  private void every(Duration period, Runnable work) {
    at(
        clock.now().monotonic().plus(period),
        () -> {
          work.run();
          every(period, work);
        });
  }

  private void watchOthers() {
    watch(new LeaseReads(board, LeaseTimes.ofDefaults().lease(), clock.now().monotonic()));
  }

  private void watch(LeaseReads reads) {
    MonotonicTime begun = clock.now().monotonic();
    LeaseReads.Next next = reads.next(begun);
    if (next instanceof LeaseReads.Rest rest) {
      at(rest.until(), () -> watch(reads));
    } else if (next instanceof LeaseReads.Some some) {
      world
          .ledger()
          .readLeases(
              this,
              some.instances(),
              outcome -> {
                BeatsOutcome seen = world.wiring().seenLeases(name, outcome);
                tell(board.onRead(some.instances(), seen, begun, clock.now().monotonic()));
                watch(reads);
              });
    } else {
      world.ledger().readDirective(this, this::heed);
      world
          .ledger()
          .readLeases(
              this,
              outcome -> {
                BeatsOutcome seen = world.wiring().seenLeases(name, outcome);
                tell(board.onRead(seen, begun, clock.now().monotonic()));
                watch(reads);
              });
    }
  }

  private void tell(Set<InstanceId> dead) {
    dead.forEach(instance -> world.judgedDead(instance, name));
    if (!dead.isEmpty()) {
      hosts().forEach(host -> host.hand(new WorkerEvent.RecheckOwner()));
    }
  }

  private void heed(ReadOutcome<Directive> outcome) {
    if (outcome instanceof ReadOutcome.Found<Directive> found) {
      heed(Optional.of(found.record()));
    } else if (outcome instanceof ReadOutcome.Absent<Directive>) {
      heed(Optional.empty());
    }
  }

  /** What operators want of its region. */
  private void heed(Optional<Directive> directive) {
    boolean isWanted = directive.filter(each -> each.isEvacuated(region())).isPresent();
    if (isWanted && !evacuated) {
      world.ground().trace().say(name, () -> "leaves its region, as operators want");
      world.ground().score().count("receiver evacuated");
      hosts().forEach(host -> host.hand(new WorkerEvent.Drain()));
    }
    evacuated = isWanted;
  }

  private void seekRegularly() {
    every(SEEK, this::seek);
  }

  private void seek() {
    if (hosts.size() >= slots) {
      makeRoom();
    }
    if (seeking || draining || evacuated || hosts.size() >= slots || !holdsLease()) {
      return;
    }
    seeking = true;
    broker.accept(
        this,
        link -> {
          seeking = false;
          if (link != null) {
            open(link);
          }
          seek();
        });
  }

  /** Parked sessions must not keep others out for ever: the longest parked one is closed. */
  private void makeRoom() {
    hosts.stream()
        .filter(host -> host.parkedFor().compareTo(PARKED_AT_MOST) >= 0)
        .max(Comparator.comparing(WorkerHost::parkedFor))
        .ifPresent(host -> host.hand(new WorkerEvent.Drain()));
  }

  private void open(BrokerLink link) {
    if (draining || evacuated || !holdsLease()) {
      link.close();
      return;
    }
    WorkerIdentity who = new WorkerIdentity(link.queue().session(), region(), instance());
    Ownership standing = world.wiring().standing(lease.standing());
    WorkerContext around = new WorkerContext(standing, sightings, world.ground().chance().fork());
    Worker worker = world.wiring().worker(who, world.flow(), around, clock.now());
    WorkerHost host = new WorkerHost(world, this, link, worker, lease.keeper());
    hosts.add(host);
    host.hand(new WorkerEvent.Accepted());
    link.listen(host);
  }

  void forget(WorkerHost host) {
    hosts.remove(host);
  }

  /** The lease is lost: every worker stops; the next ones work under a new name. */
  void onLeaseLost() {
    hosts().forEach(host -> host.hand(new WorkerEvent.LeaseLost()));
  }

  /** A worker has died, and may have left its claim behind: it is released in its place. */
  void supervise(WorkerHost host, SessionWorker.Remains remains) {
    if (!world.wiring().supervises()) {
      remains.claims().forEach(registry::unserve);
    } else if (!remains.claims().isEmpty()) {
      OrphanRelease release = new OrphanRelease(world, host, remains, orphans::remove);
      orphans.add(release);
      release.begin();
    }
  }

  /** Whether a worker here, or who cleans up after one, answers for the claim. */
  boolean answersFor(ClaimId claim) {
    return hosts.stream().anyMatch(host -> host.serves().contains(claim))
        || orphans.stream().anyMatch(orphan -> orphan.answersFor(claim));
  }

  /** Whether a worker serves the claim, and the lease of its instance holds. */
  boolean isServing(Owner owner) {
    return life != Life.DEAD
        && !hasBeenFrozen
        && owner.instance().equals(instance())
        && holdsLease()
        && hosts.stream().anyMatch(host -> host.serves().contains(owner.claim()));
  }

  /** As by kill -9. */
  void kill() {
    world.ground().trace().say(name, () -> "is killed");
    life = Life.DEAD;
    backlog.clear();
    for (WorkerHost host : hosts) {
      host.excuse();
      if (world.ground().chance().percent(60)) {
        host.link().close();
      }
    }
    world.handlers().died(this);
  }

  /** Its own handler kills it; the broker sees its links close, and it is started anew. */
  void killAndReturn(Duration after) {
    List<WorkerHost> killed = hosts();
    kill();
    killed.forEach(host -> host.link().close());
    world.ground().timeline().after(after, () -> world.start(region(), slots));
  }

  /** As by SIGSTOP, or, with the clock standing still too, as by suspending the machine. */
  void pause(boolean frozen) {
    world.ground().trace().say(name, () -> frozen ? "is frozen" : "is paused");
    life = Life.STILL;
    hosts.forEach(WorkerHost::excuse);
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

  /** As by SIGTERM: no new sessions, the rest ends in good order. */
  void drain() {
    world.ground().trace().say(name, () -> "drains");
    draining = true;
    hosts().forEach(host -> host.hand(new WorkerEvent.Drain()));
  }
}
