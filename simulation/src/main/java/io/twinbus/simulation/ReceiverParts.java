package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Puts the receiver of a simulated process together: the product's, on simulated parts. */
final class ReceiverParts {

  private static final Duration LEDGER_BOUND = Duration.ofSeconds(5);
  private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(10);
  private static final int PARALLEL_ACCEPTS = 2;

  private final World world;
  private final ReceiverProcess process;
  private final ProcessClock clock;
  private final Random random;

  ReceiverParts(World world, ReceiverProcess process, ProcessClock clock) {
    this.world = world;
    this.process = process;
    this.clock = clock;
    this.random = world.ground().chance().fork();
  }

  /** Starts it, for at most {@code slots} sessions. */
  Receiver start(BrokerWay broker, ProcessThreads threads, int slots) {
    LedgerWay ledger = new LedgerWay(world, process);
    return Receiver.start(
        new Receiver.Parts(
            new Receiver.Parts.Place(process.region(), World.QUEUE),
            new FaultyBroker(broker, world.surprises()),
            new Receiver.Parts.Records(ledger, ledger),
            new InstanceStores(ledger, new VitalsWay(world, process), ledger),
            new Endpoint()),
        new ReceiverOptions(
            world.flow(),
            LeaseTimes.ofDefaults(),
            new ReceiverOptions.Limits(slots, Math.min(slots, PARALLEL_ACCEPTS), LEDGER_BOUND)
                .withMaxBuffered(world.wiring().maxBuffered()),
            SHUTDOWN_GRACE,
            world.health()),
        (who, fact) -> world.surprises().mayThrow(0.2, "the listener to facts"),
        new ReceiverPlatform(
            threads.platform(),
            clock,
            random,
            () -> process.nextInstance(random),
            (who, settings, around, now) -> core(who, around, now)));
  }

  private SessionCore core(WorkerIdentity who, WorkerContext around, Now now) {
    world.surprises().mayThrow(3, "what makes workers");
    Ownership audited = new AuditedOwnership(around.ownership());
    WorkerContext changed =
        new WorkerContext(
            world.wiring().standing(audited),
            around.sightings(),
            around.health(),
            around.demand(),
            world.ground().chance().fork());
    WatchedWorker worker =
        new WatchedWorker(
            world,
            process,
            who.instance(),
            process.sessionOf(who.session()),
            world.wiring().worker(who, world.flow(), changed, now),
            around.ownership());
    process.runs(worker, around.ownership());
    return worker;
  }

  private CompletionStage<HandlerOutcome> handle(Invocation invocation) {
    HandlerCall call = new HandlerCall();
    HandlerRun run = process.begins(invocation, call);
    if (world.surprises().happens(3)) {
      world.handlers().throwsAtOnce(run);
      throw new Surprises.Surprise("The handler throws.");
    }
    return call;
  }

  /** The region's handler, as this process calls it. */
  private final class Endpoint implements SessionHandler {

    @Override
    public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
      return ReceiverParts.this.handle(invocation);
    }

    @Override
    public CompletionStage<Boolean> isReachable() {
      boolean isReachable = world.handlers().outages().isReachable(process.region());
      return CompletableFuture.completedFuture(isReachable);
    }
  }

  /** What the product's workers are told of the others must be true. */
  private final class AuditedOwnership implements Ownership {

    private final Ownership real;

    AuditedOwnership(Ownership real) {
      this.real = real;
    }

    @Override
    public boolean mayWork(MonotonicTime now) {
      return real.mayWork(now);
    }

    @Override
    public OwnerState judge(Owner owner) {
      OwnerState state = real.judge(owner);
      if (state == OwnerState.DEAD) {
        world.judgedDead(owner.instance(), process.name());
      }
      return state;
    }

    @Override
    public void serve(ClaimId claim) {
      real.serve(claim);
    }

    @Override
    public StartGate gate() {
      return real.gate();
    }

    @Override
    public void unserve(ClaimId claim) {
      real.unserve(claim);
    }
  }
}
