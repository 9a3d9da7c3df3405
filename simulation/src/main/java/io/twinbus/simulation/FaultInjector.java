package io.twinbus.simulation;

import io.twinbus.ledger.Directive;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Strikes the world with faults, and heals them. */
final class FaultInjector {

  /** How long one waits for somebody who becomes a zombie. */
  private static final Duration ZOMBIE_WITHIN = Duration.ofSeconds(10);

  /** How long a zombie is away, at most: its successor has claimed by then, if there is one. */
  private static final Duration ZOMBIE_AT_MOST = Duration.ofSeconds(28);

  private static final Duration LOOK = Duration.ofMillis(5);

  /** How often a handler that flaps goes down. */
  private static final int FLAPS = 3;

  private static final List<FailureKind> WAYS_TO_FAIL =
      List.of(
          FailureKind.UNREACHED,
          FailureKind.AWAY,
          FailureKind.AMBIGUOUS,
          FailureKind.THROTTLED,
          FailureKind.END_UNKNOWN,
          FailureKind.JUDGED);

  private final World world;
  private final Ground ground;
  private final LedgerFaults ledger;
  private final Operator operator;
  private final Applications applications;
  private final ForeignSender foreign;
  private final int slots;

  FaultInjector(
      World world, Operator operator, Applications applications, ForeignSender foreign, int slots) {
    this.applications = applications;
    this.foreign = foreign;
    this.world = world;
    this.ground = world.ground();
    this.ledger = new LedgerFaults(world);
    this.operator = operator;
    this.slots = slots;
  }

  void strike(FaultKind kind) {
    Chance chance = ground.chance();
    ground.score().count("fault " + kind);
    switch (kind) {
      case KILL_PROCESS -> busyProcess().ifPresent(this::killAndRestart);
      case PAUSE_PROCESS -> busyProcess().ifPresent(process -> pause(process, false));
      case FREEZE_PROCESS -> busyProcess().ifPresent(process -> pause(process, true));
      case ZOMBIE_RETURNS -> zombie(ground.timeline().now().plus(ZOMBIE_WITHIN));
      case DRAIN_PROCESS -> process().ifPresent(this::drainAndRestart);
      case KILL_WORKER -> worker().ifPresent(WatchedWorker::die);
      case CALLS_KILL_WORKERS -> world.handlers().killWorkers(chance.between(5, 30));
      case LOSE_LOCK -> heldQueue().ifPresent(queue -> queue.loseLock("it is taken away"));
      case REGION_OUT -> regionOut(chance.pick(world.brokers()), chance.millis(2_000, 25_000));
      case REGION_RETURNS_EMPTY -> returnsEmpty(chance.pick(world.brokers()));
      case REGION_RETURNS_OLD ->
          chance.pick(world.brokers()).queues().forEach(SessionQueue::restoreSettled);
      case LEDGER_OUT -> ledger.goDown(chance.millis(500, 25_000));
      case LEDGER_CUT_OFF -> busyProcess().ifPresent(ledger::cutOff);
      case LEDGER_WRITES_LAG -> ledger.writesLag(chance.millis(1_000, 20_000));
      case LEDGER_SATURATED ->
          ledger.saturate(chance.between(10, 120), chance.millis(2_000, 25_000));
      case SESSION_HOT -> queue().ifPresent(queue -> ledger.heat(queue.session()));
      case LEASE_READS_FAIL -> process().ifPresent(ledger::leaseReadsFail);
      case LEASE_WRITES_FAIL -> ledger.leaseWritesFail(chance.millis(2_000, 25_000));
      case AZURE_REGION -> azureRegion(chance.pick(world.brokers()), chance.millis(8_000, 40_000));
      case OPERATOR_BLOCKS -> queue().ifPresent(this::blockForAWhile);
      case OPERATOR_SKIPS -> queue().ifPresent(queue -> operator.skipNext(queue.session()));
      case OPERATOR_SKIPS_GAP -> queues().forEach(queue -> operator.skipGap(queue.session()));
      case OPERATOR_RELEASES -> queues().forEach(queue -> operator.release(queue.session()));
      case OPERATOR_EVACUATES -> evacuate(chance.pick(world.brokers()).region());
      case OPERATOR_PAUSES -> pauseReceivers(chance.pick(world.brokers()).region());
      case BROKER_DEAD_LETTERS -> queue().ifPresent(this::dropSpareCopy);
      case KILL_PRODUCER -> applications.killOne();
      case SENDS_IN_A_STORM -> sendsInAStorm(chance.pick(world.brokers()).intake());
      case HANDLER_AWAY ->
          handlerDown(chance.pick(world.brokers()).region(), chance.millis(1_000, 40_000));
      case HANDLERS_AWAY -> {
        Duration time = chance.millis(1_000, 40_000);
        world.brokers().forEach(broker -> handlerDown(broker.region(), time));
      }
      case HANDLER_FLAPS -> handlerFlaps(chance.pick(world.brokers()).region(), FLAPS);
      case ENTITY_DISABLED -> disable(chance.pick(world.brokers()).intake());
    }
  }

  /** Ends every fault: from now on all is well, and stays so. */
  void heal() {
    ground.trace().say("world", () -> "heals");
    world.ledger().comeBack();
    world.ledger().writesLag(false);
    world.ledger().leaseWritesFail(false);
    world.ledger().rate().end();
    world.ledger().weather(LedgerWeather.CALM);
    world.surprises().end();
    world.handlers().temper(HandlerTemper.GOOD);
    world.handlers().killWorkers(0);
    for (ReceiverProcess process : world.processes()) {
      world.ledger().reconnect(process);
      world.ledger().leaseReadsFail(process, false);
      process.resume();
    }
    for (SimulatedBroker broker : world.brokers()) {
      world.handlers().outages().end(broker.region());
      if (broker.isDown()) {
        broker.comeBack();
      }
      broker.intake().weather(SendingWeather.CALM);
      broker.intake().disable(false);
      if (world.processes().stream().noneMatch(p -> p.region().equals(broker.region()))) {
        world.start(broker.region(), slots);
      }
    }
    world.brokers().forEach(broker -> operator.evacuate(broker.region(), false));
    operator.resume(Directive.Scope.ALL);
    unblockAll();
    if (world.flow().gaps().policy() == FlowSettings.GapPolicy.WAIT) {
      passOverLost();
    }
  }

  /** Where the policy waits for it, a person decides about what is nowhere any more. */
  private void passOverLost() {
    world.brokers().forEach(b -> b.queues().forEach(queue -> operator.skipGap(queue.session())));
    ground.timeline().after(Duration.ofSeconds(5), this::passOverLost);
  }

  private void unblockAll() {
    world.brokers().forEach(b -> b.queues().forEach(queue -> operator.unblock(queue.session())));
    ground.timeline().after(Duration.ofSeconds(5), this::unblockAll);
  }

  private void killAndRestart(ReceiverProcess process) {
    RegionName region = process.region();
    process.kill();
    ground.timeline().after(ground.chance().millis(500, 20_000), () -> world.start(region, slots));
  }

  private void drainAndRestart(ReceiverProcess process) {
    process.drain();
    ground.timeline().after(ground.chance().millis(3_000, 20_000), () -> killAndRestart(process));
  }

  private void pause(ReceiverProcess process, boolean frozen) {
    if (process.isUp()) {
      process.pause(frozen);
      Duration time =
          ground
              .chance()
              .mostly(
                  ground.chance().millis(10_000, 28_000), 40, ground.chance().millis(200, 10_000));
      ground.timeline().after(time, process::resume);
    }
  }

  /** Strikes as soon as somebody holds a claim and has nothing in hand. */
  private void zombie(Duration latest) {
    Optional<WatchedWorker> owner = idleOwner();
    owner.ifPresent(this::returnAsZombie);
    if (owner.isEmpty() && ground.timeline().now().compareTo(latest) < 0) {
      ground.timeline().after(LOOK, () -> zombie(latest));
    }
  }

  /** A machine is suspended, and goes on when the next owner is at what has come meanwhile. */
  private void returnAsZombie(WatchedWorker worker) {
    worker.process().pause(true);
    SentMessage message = foreign.send(worker.session(), List.of(World.EAST, World.WEST));
    resumeOnceStarted(worker.process(), message, ground.timeline().now().plus(ZOMBIE_AT_MOST));
  }

  private void resumeOnceStarted(ReceiverProcess process, SentMessage message, Duration latest) {
    if (!process.isStill()) {
      return;
    }
    boolean hasSuccessor = !message.starts.isEmpty();
    if (hasSuccessor || ground.timeline().now().compareTo(latest) >= 0) {
      ground.score().count(hasSuccessor ? "zombie with a successor" : "zombie without one");
      process.resume();
    } else {
      ground.timeline().after(LOOK, () -> resumeOnceStarted(process, message, latest));
    }
  }

  private void regionOut(SimulatedBroker broker, Duration time) {
    if (!broker.isDown()) {
      broker.goDown();
      ground
          .timeline()
          .after(
              time,
              () -> {
                if (broker.isDown()) {
                  broker.comeBack();
                }
              });
    }
  }

  /**
   * Its broker and its receivers fail at once. In half of all cases it is the ledger's write
   * region, too: then the ledger is down until it has another one.
   */
  private void azureRegion(SimulatedBroker broker, Duration time) {
    RegionName region = broker.region();
    ground.trace().say(region.value(), () -> "is lost for " + Trace.seconds(time) + " s");
    regionOut(broker, time);
    List<ReceiverProcess> receivers =
        world.processes().stream().filter(process -> process.region().equals(region)).toList();
    receivers.forEach(ReceiverProcess::kill);
    boolean isWriteRegion = ground.chance().percent(50);
    ground.score().count(isWriteRegion ? "write region lost" : "region lost");
    if (isWriteRegion) {
      ledger.goDown(ground.chance().millis(1_000, 20_000));
    }
    ground.timeline().after(time, () -> receivers.forEach(gone -> world.start(region, slots)));
  }

  /** What only this region held is lost. */
  private void returnsEmpty(SimulatedBroker broker) {
    if (broker.isDown()) {
      return;
    }
    regionOut(broker, ground.chance().millis(2_000, 15_000));
    for (SessionQueue queue : broker.queues()) {
      for (Delivery copy : queue.lose()) {
        ground.trace().say(broker.region().value(), () -> "loses " + copy.message().id());
        world.message(queue.session(), copy).copies--;
      }
    }
  }

  private void sendsInAStorm(Intake intake) {
    intake.weather(SendingWeather.STORM);
    ground
        .timeline()
        .after(ground.chance().millis(1_000, 20_000), () -> intake.weather(SendingWeather.ROUGH));
  }

  private void handlerDown(RegionName region, Duration time) {
    world.handlers().outages().begin(region, ground.chance().pick(WAYS_TO_FAIL));
    ground.timeline().after(time, () -> world.handlers().outages().end(region));
  }

  private void handlerFlaps(RegionName region, int times) {
    handlerDown(region, ground.chance().millis(500, 3_000));
    if (times > 1) {
      ground
          .timeline()
          .after(ground.chance().millis(3_000, 6_000), () -> handlerFlaps(region, times - 1));
    }
  }

  private void disable(Intake intake) {
    intake.disable(true);
    ground.timeline().after(ground.chance().millis(200, 12_000), () -> intake.disable(false));
  }

  private void blockForAWhile(SessionQueue queue) {
    operator.block(queue.session());
    ground
        .timeline()
        .after(ground.chance().millis(200, 15_000), () -> operator.unblock(queue.session()));
  }

  private void evacuate(RegionName region) {
    operator.evacuate(region, true);
    ground
        .timeline()
        .after(ground.chance().millis(1_000, 25_000), () -> operator.evacuate(region, false));
  }

  /** All receivers, or those of {@code region}; it ends by itself, or is ended. */
  private void pauseReceivers(RegionName region) {
    Chance chance = ground.chance();
    Directive.Scope scope =
        chance.percent(50) ? Directive.Scope.ALL : new Directive.Scope(World.QUEUE, region);
    operator.pause(scope, chance.millis(1_000, 25_000));
    if (chance.percent(40)) {
      ground.timeline().after(chance.millis(500, 10_000), () -> operator.resume(scope));
    }
  }

  /** The broker dead-letters a copy of which the other region still holds another. */
  private void dropSpareCopy(SessionQueue queue) {
    for (Delivery copy : queue.copies()) {
      boolean isSpare =
          world.brokers().stream()
              .filter(other -> other != queue.broker())
              .flatMap(other -> other.queues().stream())
              .filter(other -> other.session().equals(queue.session()))
              .flatMap(other -> other.copies().stream())
              .anyMatch(other -> other.message().id().equals(copy.message().id()));
      if (isSpare) {
        ground.trace().say("broker", () -> "dead-letters " + copy.message().id());
        queue.drop(copy);
        world.message(queue.session(), copy).copies--;
        return;
      }
    }
  }

  private Optional<ReceiverProcess> process() {
    return pick(world.processes());
  }

  /** One that serves a claim, if there is one: that is where faults hurt. */
  private Optional<ReceiverProcess> busyProcess() {
    return pick(world.processes().stream()
            .filter(process -> process.workers().stream().anyMatch(h -> !h.serves().isEmpty()))
            .toList())
        .or(this::process);
  }

  /** One that has a call in hand, if there is one. */
  private Optional<WatchedWorker> worker() {
    List<WatchedWorker> workers =
        world.processes().stream()
            .filter(ReceiverProcess::isUp)
            .flatMap(process -> process.workers().stream())
            .toList();
    return pick(workers.stream().filter(WatchedWorker::hasOpenRuns).toList())
        .or(() -> pick(workers));
  }

  /** One that no write of something it has in hand tells that it has lost its claim. */
  private Optional<WatchedWorker> idleOwner() {
    return pick(
        world.processes().stream()
            .filter(ReceiverProcess::isUp)
            .flatMap(process -> process.workers().stream())
            .filter(
                worker -> !worker.serves().isEmpty() && worker.link().queue().copies().isEmpty())
            .toList());
  }

  private Optional<SessionQueue> queue() {
    return pick(queues());
  }

  private Optional<SessionQueue> heldQueue() {
    return pick(queues().stream().filter(queue -> queue.holder() != null).toList());
  }

  private List<SessionQueue> queues() {
    List<SessionQueue> queues = new ArrayList<>();
    world.brokers().forEach(broker -> queues.addAll(broker.queues()));
    return queues;
  }

  private <T> Optional<T> pick(List<T> choices) {
    return choices.isEmpty() ? Optional.empty() : Optional.of(ground.chance().pick(choices));
  }
}
