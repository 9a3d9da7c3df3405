package io.twinbus.testkit.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.Stamp;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Releases the claim of a worker that died in a living process.
 *
 * <ol>
 *   <li>It waits, within a bound, for the handler call of the dead worker to return.
 *   <li>It issues the dead worker's open write again until that stands or cannot land any more.
 *   <li>It reads, and while the record is under the claim, writes it released.
 *   <li>Until then it still answers for the claim.
 * </ol>
 */
final class OrphanRelease {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofMillis(300);

  private final World world;
  private final WorkerHost dead;
  private final ClaimId claim;
  private final WorkerHost.@Nullable OpenWrite unsettled;
  private final Consumer<OrphanRelease> over;
  private final Duration waitsUntil;
  private boolean given;

  OrphanRelease(
      World world,
      WorkerHost dead,
      ClaimId claim,
      WorkerHost.@Nullable OpenWrite unsettled,
      Consumer<OrphanRelease> over) {
    this.world = world;
    this.dead = dead;
    this.claim = claim;
    this.unsettled = unsettled;
    this.over = over;
    this.waitsUntil = world.ground().timeline().now().plus(PATIENCE);
  }

  ClaimId claim() {
    return claim;
  }

  void begin() {
    if (dead.hasOpenRuns() && world.ground().timeline().now().compareTo(waitsUntil) < 0) {
      again(this::begin);
    } else if (unsettled != null) {
      issue(unsettled, this::look);
    } else {
      look();
    }
  }

  /** The instance's lease is lost: nothing more is written, and nobody answers for the claim. */
  void giveUp() {
    end();
  }

  private void look() {
    world
        .ledger()
        .read(
            dead.process(),
            dead.session(),
            outcome -> {
              if (outcome instanceof ReadOutcome.Unknown) {
                again(this::look);
              } else if (outcome instanceof ReadOutcome.Found found
                  && found.record().custody().isHeldBy(claim)) {
                release(found);
              } else {
                end();
              }
            });
  }

  private void release(ReadOutcome.Found found) {
    SessionRecord record = found.record();
    Stamp stamp =
        Stamp.of(
            WriteId.random(world.ground().chance().fork()), dead.process().clock().now().wall());
    SessionRecord released =
        new SessionRecord(record.session(), record.custody().released(), record.progress(), stamp);
    issue(new WorkerHost.OpenWrite(released, Optional.of(found.version())), this::look);
  }

  private void issue(WorkerHost.OpenWrite write, Runnable then) {
    if (given) {
      return;
    }
    world
        .ledger()
        .write(
            dead.process(),
            dead.writer(),
            write.record(),
            write.over(),
            outcome -> {
              if (outcome instanceof WriteOutcome.Unknown) {
                again(() -> issue(write, then));
              } else {
                then.run();
              }
            });
  }

  private void again(Runnable step) {
    ReceiverProcess process = dead.process();
    process.at(
        process.clock().now().monotonic().plus(AGAIN),
        () -> {
          if (!given) {
            step.run();
          }
        });
  }

  private void end() {
    given = true;
    dead.process().registry().unserve(claim);
    over.accept(this);
  }
}
