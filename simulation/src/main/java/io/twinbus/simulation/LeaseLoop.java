package io.twinbus.simulation;

import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.InstanceOwnership;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.rules.LeaseStep;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps a process's lease, as a shell does, and gives it a new name when the lease is lost. */
final class LeaseLoop {

  private final World world;
  private final ReceiverProcess process;
  private final ClaimRegistry registry;
  private final Random random;
  private LeaseRenewal keeper;
  private Ownership standing;
  private long polls;

  LeaseLoop(World world, ReceiverProcess process, ClaimRegistry registry, Random random) {
    this.world = world;
    this.process = process;
    this.registry = registry;
    this.random = random;
    this.keeper = incarnation(null);
    this.standing = new InstanceOwnership(keeper, registry, process.board());
  }

  LeaseRenewal keeper() {
    return keeper;
  }

  Ownership standing() {
    return standing;
  }

  void start() {
    poll();
  }

  private LeaseRenewal incarnation(@Nullable LeaseRenewal before) {
    LeaseRenewal next =
        new LeaseRenewal(
            world.wiring().nextInstance(before == null ? null : before.instance(), random),
            LeaseTimes.ofDefaults(),
            random,
            process.clock().now());
    registry.goBy(next.instance());
    return next;
  }

  private void poll() {
    LeaseStep step = keeper.poll(process.clock().now());
    if (step instanceof LeaseStep.Rest rest) {
      long poll = ++polls;
      process.at(
          rest.until(),
          () -> {
            if (poll == polls) {
              poll();
            }
          });
      return;
    }
    if (step instanceof LeaseStep.Lost lost) {
      reincarnate(lost.why());
    } else {
      carryOut(step);
    }
    poll();
  }

  private void carryOut(LeaseStep step) {
    LeaseRenewal asking = keeper;
    Consumer<WriteOutcome> written =
        outcome -> {
          asking.onWritten(outcome, process.clock().now());
          poll();
        };
    if (step instanceof LeaseStep.Create create) {
      world.ledger().writeLease(process, create.lease(), Optional.empty(), written);
    } else if (step instanceof LeaseStep.Replace replace) {
      world.ledger().writeLease(process, replace.lease(), Optional.of(replace.version()), written);
    } else if (step instanceof LeaseStep.Read) {
      world
          .ledger()
          .readLease(
              process,
              asking.instance(),
              outcome -> {
                asking.onRead(outcome, process.clock().now());
                poll();
              });
    }
  }

  private void reincarnate(String why) {
    world.ground().trace().say(process.name(), () -> "has lost its lease: " + why);
    world.ground().score().count("lease lost");
    process.onLeaseLost();
    keeper = incarnation(keeper);
    standing = new InstanceOwnership(keeper, registry, process.board());
  }
}
