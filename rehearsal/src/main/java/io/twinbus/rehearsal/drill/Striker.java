package io.twinbus.rehearsal.drill;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.fault.Cure;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.ProcessFaults;
import io.twinbus.rehearsal.fault.WorkInHand;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.Upset;
import io.twinbus.rehearsal.sink.Upsets;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.verify.Reach;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Strikes a drill's faults. A receiver is killed or stopped while one of its calls has taken effect
 * and is not answered yet, if it gets one within two seconds.
 *
 * <p>Used by one thread at a time; cures are for any thread.
 */
final class Striker {

  private static final Duration WORK_BOUND = Duration.ofSeconds(2);
  private static final double HANGS = 0.04;
  private static final double FAILS = 0.2;

  private final Receivers receivers;
  private final WorkInHand work;
  private final Upsets upsets;
  private final ProducerFleet producers;
  private final BrokerFaults broker;
  private final LedgerFaults ledger;
  private final long seed;

  /** The receivers, what strikes them, and the gate that shows which one has work in hand. */
  record Receivers(ReceiverFleet fleet, ProcessFaults faults, AnswerGate gate) {}

  /** Who is struck beside the local stack. */
  record Processes(Receivers receivers, ProducerFleet producers, Upsets upsets) {}

  Striker(Processes processes, BrokerFaults broker, LedgerFaults ledger, long seed) {
    this.receivers = processes.receivers();
    this.work = new WorkInHand(receivers.gate(), WORK_BOUND);
    this.producers = processes.producers();
    this.upsets = processes.upsets();
    this.broker = broker;
    this.ledger = ledger;
    this.seed = seed;
  }

  /** Strikes; empty when there was nothing to strike, such as a producer that has sent all. */
  Optional<Struck> strike(Fault fault) throws IOException, InterruptedException {
    Random random = new Random(seed * 31 + fault.toString().hashCode());
    FaultKind kind = fault.kind();
    return switch (kind.scope()) {
      case RECEIVERS -> receivers(kind, fault.where());
      case REGION, AZURE_REGION -> region(kind, fault.where(), random);
      case BROKER -> {
        String region = fault.where().value();
        yield Optional.of(new Struck(Reach.region(region), broker.strike(kind, region, random)));
      }
      case LEDGER -> Optional.of(new Struck(Reach.everything(), ledger.strike(kind)));
      case PRODUCERS ->
          producers.kill(random).map(killed -> new Struck(killed.reach(), killed.cure()));
      case SINK -> Optional.of(sink(kind, random));
    };
  }

  private Optional<Struck> receivers(FaultKind kind, RegionName region)
      throws IOException, InterruptedException {
    try {
      List<ChildProcess> present = work.hold(receivers.fleet().in(region));
      if (present.isEmpty()) {
        return Optional.empty();
      }
      ChildProcess victim = present.get(0);
      List<ChildProcess> victims = kind == FaultKind.KILL_RECEIVERS ? present : List.of(victim);
      Cure cure =
          switch (kind) {
            case PAUSE_RECEIVER -> receivers.faults().pause(victim);
            case RESTART_RECEIVER -> drain(region, victim);
            default -> receivers.faults().kill(region, victims);
          };
      return Optional.of(new Struck(Reach.processes(WorkInHand.names(victims)), cure));
    } finally {
      work.release();
    }
  }

  private Cure drain(RegionName region, ChildProcess victim) {
    work.release();
    return receivers.faults().drain(region, victim);
  }

  private Optional<Struck> region(FaultKind kind, RegionName region, Random random)
      throws InterruptedException {
    try {
      List<ChildProcess> present = work.hold(receivers.fleet().in(region));
      Cure newReceivers = receivers.faults().kill(region, present);
      Cure back = broker.strike(kind, region.value(), random);
      boolean withLedger = kind.scope().hasLedger();
      boolean everywhere = withLedger && ledger.isWrittenIn(region.value());
      Cure replica = withLedger ? ledger.loseReplica(region.value()) : () -> {};
      return Optional.of(
          new Struck(
              everywhere ? Reach.everything() : Reach.region(region.value()),
              () -> {
                replica.heal();
                back.heal();
                newReceivers.heal();
              }));
    } finally {
      work.release();
    }
  }

  private Struck sink(FaultKind kind, Random random) {
    boolean hangs = kind == FaultKind.HANDLER_HANGS;
    List<Upset> kinds =
        hangs
            ? List.of(Upset.HANGS_BEFORE_EFFECT, Upset.HANGS_AFTER_EFFECT)
            : List.of(Upset.FAILS_BEFORE_EFFECT, Upset.FAILS_AFTER_EFFECT);
    upsets.begin(kinds, hangs ? HANGS : FAILS, random.nextLong());
    AtomicReference<Set<String>> upset = new AtomicReference<>(Set.of());
    return new Struck(Reach.sessions(upset::get), () -> upset.set(upsets.end()));
  }
}
