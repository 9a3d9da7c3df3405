package io.twinbus.testkit.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.flow.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Strikes the world with faults, and heals them. */
final class FaultInjector {

  private final World world;
  private final Ground ground;
  private final Operator operator;
  private final int slots;

  FaultInjector(World world, Operator operator, int slots) {
    this.world = world;
    this.ground = world.ground();
    this.operator = operator;
    this.slots = slots;
  }

  void strike(FaultKind kind) {
    Chance chance = ground.chance();
    ground.score().count("fault " + kind);
    switch (kind) {
      case KILL_PROCESS -> process().ifPresent(this::killAndRestart);
      case PAUSE_PROCESS -> process().ifPresent(process -> pause(process, false));
      case FREEZE_PROCESS -> process().ifPresent(process -> pause(process, true));
      case DRAIN_PROCESS -> process().ifPresent(this::drainAndRestart);
      case KILL_WORKER -> host().ifPresent(WorkerHost::die);
      case LOSE_LOCK -> queue().ifPresent(queue -> queue.loseLock("it is taken away"));
      case REGION_OUT -> regionOut(chance.pick(world.brokers()), chance.millis(2_000, 25_000));
      case LEDGER_OUT -> ledgerOut(chance.millis(500, 25_000));
      case LEDGER_CUT_OFF -> process().ifPresent(this::cutOff);
      case OPERATOR_BLOCKS -> queue().ifPresent(this::blockForAWhile);
      case OPERATOR_SKIPS -> queue().ifPresent(queue -> operator.skipNext(queue.session()));
      case BROKER_DEAD_LETTERS -> queue().ifPresent(this::dropSpareCopy);
    }
  }

  /** Ends every fault: from now on all is well, and stays so. */
  void heal() {
    ground.trace().say("world", () -> "heals");
    world.ledger().comeBack();
    world.ledger().weather(LedgerWeather.CALM);
    world.handlers().temper(HandlerTemper.GOOD);
    for (ReceiverProcess process : world.processes()) {
      world.ledger().reconnect(process);
      process.resume();
    }
    for (SimulatedBroker broker : world.brokers()) {
      if (broker.isDown()) {
        broker.comeBack();
      }
      if (world.processes().stream().noneMatch(p -> p.region().equals(broker.region()))) {
        world.start(broker.region(), slots);
      }
    }
    unblockAll();
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
      ground.timeline().after(ground.chance().millis(200, 25_000), process::resume);
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

  private void ledgerOut(Duration time) {
    ground.trace().say("ledger", () -> "is out for " + Trace.seconds(time) + " s");
    world.ledger().goDown();
    ground.timeline().after(time, world.ledger()::comeBack);
  }

  private void cutOff(ReceiverProcess process) {
    ground.trace().say(process.name(), () -> "is cut off from the ledger");
    world.ledger().cutOff(process);
    ground
        .timeline()
        .after(ground.chance().millis(500, 20_000), () -> world.ledger().reconnect(process));
  }

  private void blockForAWhile(SessionQueue queue) {
    operator.block(queue.session());
    ground
        .timeline()
        .after(ground.chance().millis(200, 15_000), () -> operator.unblock(queue.session()));
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
        return;
      }
    }
  }

  private Optional<ReceiverProcess> process() {
    return pick(world.processes());
  }

  private Optional<WorkerHost> host() {
    return pick(
        world.processes().stream()
            .filter(ReceiverProcess::isUp)
            .flatMap(process -> process.hosts().stream())
            .toList());
  }

  private Optional<SessionQueue> queue() {
    List<SessionQueue> queues = new ArrayList<>();
    world.brokers().forEach(broker -> queues.addAll(broker.queues()));
    return pick(queues);
  }

  private <T> Optional<T> pick(List<T> choices) {
    return choices.isEmpty() ? Optional.empty() : Optional.of(ground.chance().pick(choices));
  }
}
