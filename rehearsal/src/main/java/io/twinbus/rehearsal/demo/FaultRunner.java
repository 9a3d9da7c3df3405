package io.twinbus.rehearsal.demo;

import io.twinbus.local.network.Outage;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.fault.Cure;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.ProcessFaults;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.fault.WorkInHand;
import io.twinbus.rehearsal.run.LiveSystem;
import io.twinbus.rehearsal.run.Outside;
import io.twinbus.rehearsal.stack.LedgerContainer;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Strikes a fault, and heals it.
 *
 * <ol>
 *   <li>Answers to handler calls of the region's receivers are held, until one is: so the fault
 *       finds a message whose effect is there and whose commit is not.
 *   <li>The processes are killed or stopped, and the region's Service Bus goes, as the fault says.
 *   <li>What they had claimed is read from the ledger: the dead can change it no more. With an
 *       Azure region its replica of the ledger goes next. The witness's region has nothing else,
 *       and of the leases' partition one replica goes.
 *   <li>The answers go out, to whoever is left.
 * </ol>
 *
 * <p>Strikes come one after the other, from one thread; healing from any.
 */
final class FaultRunner {

  private static final Duration WORK_BOUND = Duration.ofSeconds(10);

  private final LiveSystem system;
  private final Outside outside;
  private final WorkInHand work;
  private final ProcessFaults processes;
  private final ClaimWatch claims;
  private final Clocks clocks;

  /** A fault that has struck, and its cure. */
  record Struck(Strike strike, Cure cure) {}

  FaultRunner(LiveSystem system, ClaimWatch claims, Clocks clocks) {
    this.system = system;
    this.outside = system.outside();
    this.work = new WorkInHand(outside.gate(), WORK_BOUND);
    this.processes = new ProcessFaults(system.fleet(), clocks);
    this.claims = claims;
    this.clocks = clocks;
  }

  Struck strike(Fault fault) throws IOException, InterruptedException {
    try {
      boolean isWitness = !LocalProcess.REGIONS.contains(fault.where());
      boolean strikesAll = isWitness || fault.kind() == FaultKind.LEASE_PARTITION;
      List<ChildProcess> present = work.hold(strikesAll ? all() : system.fleet().in(fault.where()));
      return switch (fault.kind()) {
        case OUTAGE -> outage(fault, present);
        case AZURE_REGION -> isWitness ? witness(fault) : azureRegion(fault, present);
        case LEASE_PARTITION -> leasePartition(fault);
        case BROKER_OUTAGE -> brokerOutage(fault);
        case KILL_RECEIVER, PAUSE_RECEIVER -> one(fault, present);
        default ->
            throw new IllegalArgumentException("A demo strikes no " + fault.kind().word() + ".");
      };
    } finally {
      work.release();
    }
  }

  private Struck outage(Fault fault, List<ChildProcess> present) throws InterruptedException {
    RegionName region = fault.where();
    Cure newReceivers = processes.kill(region, present);
    system.control().outage(region.value(), Outage.REFUSE);
    Strike strike =
        new Strike(
            fault,
            clocks.now().monotonic(),
            claims.claimedIn(region, Set.of()),
            outside.gate().held());
    return new Struck(
        strike,
        () -> {
          system.control().restore(region.value());
          newReceivers.heal();
        });
  }

  /** The receivers live on: what they had claimed is read before they learn of it. */
  private Struck brokerOutage(Fault fault) {
    RegionName region = fault.where();
    Map<String, Long> claimed = claims.claimedIn(region, Set.of());
    system.control().outage(region.value(), Outage.REFUSE);
    return new Struck(
        new Strike(fault, clocks.now().monotonic(), claimed, outside.gate().held()),
        () -> system.control().restore(region.value()));
  }

  /** The replica goes last, so that what the dead had claimed is read from a whole ledger. */
  private Struck azureRegion(Fault fault, List<ChildProcess> present) throws InterruptedException {
    Struck region = outage(fault, present);
    String name = fault.where().value();
    system.control().ledgerOutage(name, Outage.REFUSE);
    return new Struck(
        region.strike(),
        () -> {
          system.control().restoreLedger(name);
          region.cure().heal();
        });
  }

  private Struck witness(Fault fault) {
    String name = fault.where().value();
    return ledgerOnly(
        fault,
        () -> system.control().ledgerOutage(name, Outage.REFUSE),
        () -> system.control().restoreLedger(name));
  }

  private Struck leasePartition(Fault fault) {
    String name = fault.where().value();
    return ledgerOnly(
        fault,
        () -> system.control().loseLedgerPartition(LedgerContainer.LEASES, name),
        () -> system.control().restoreLedgerPartition(LedgerContainer.LEASES, name));
  }

  /** The fault takes no message away; every session that a receiver has claimed waits. */
  private Struck ledgerOnly(Fault fault, Runnable lose, Cure back) {
    Map<String, Long> claimed = new HashMap<>();
    LocalProcess.REGIONS.forEach(region -> claimed.putAll(claims.claimedIn(region, Set.of())));
    lose.run();
    Strike strike = new Strike(fault, clocks.now().monotonic(), claimed, outside.gate().held());
    return new Struck(strike, back);
  }

  private List<ChildProcess> all() {
    return LocalProcess.REGIONS.stream()
        .flatMap(region -> system.fleet().in(region).stream())
        .toList();
  }

  private Struck one(Fault fault, List<ChildProcess> present)
      throws IOException, InterruptedException {
    if (present.isEmpty()) {
      return new Struck(new Strike(fault, clocks.now().monotonic(), Map.of(), 0), () -> {});
    }
    ChildProcess target = present.get(0);
    Cure cure =
        fault.kind() == FaultKind.KILL_RECEIVER
            ? processes.kill(fault.where(), List.of(target))
            : processes.pause(target);
    Set<String> instances = outside.effects().instancesOf(target.name());
    Map<String, Long> claimed =
        instances.isEmpty() ? Map.of() : claims.claimedIn(fault.where(), instances);
    int inHand = outside.gate().heldOf(target.name());
    return new Struck(new Strike(fault, clocks.now().monotonic(), claimed, inHand), cure);
  }
}
