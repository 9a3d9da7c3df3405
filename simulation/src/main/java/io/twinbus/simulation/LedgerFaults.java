package io.twinbus.simulation;

import io.twinbus.protocol.SessionId;
import java.time.Duration;

/** What goes wrong with the ledger, or on the way to it; each fault ends by itself. */
final class LedgerFaults {

  private final World world;
  private final Ground ground;

  LedgerFaults(World world) {
    this.world = world;
    this.ground = world.ground();
  }

  void goDown(Duration time) {
    ground.trace().say("ledger", () -> "is out for " + Trace.seconds(time) + " s");
    world.ledger().goDown();
    ground.timeline().after(time, world.ledger()::comeBack);
  }

  void cutOff(ReceiverProcess process) {
    ground.trace().say(process.name(), () -> "is cut off from the ledger");
    world.ledger().cutOff(process);
    ground
        .timeline()
        .after(ground.chance().millis(500, 20_000), () -> world.ledger().reconnect(process));
  }

  void leaseReadsFail(ReceiverProcess process) {
    ground.trace().say(process.name(), () -> "cannot read the leases");
    world.ledger().leaseReadsFail(process, true);
    ground
        .timeline()
        .after(
            ground.chance().millis(2_000, 25_000),
            () -> world.ledger().leaseReadsFail(process, false));
  }

  /** The container of the leases takes no write; all else is well. */
  void leaseWritesFail(Duration time) {
    ground.trace().say("ledger", () -> "takes no lease for " + Trace.seconds(time) + " s");
    world.ledger().leaseWritesFail(true);
    ground.timeline().after(time, () -> world.ledger().leaseWritesFail(false));
  }

  void writesLag(Duration time) {
    ground.trace().say("ledger", () -> "takes writes late for " + Trace.seconds(time) + " s");
    world.ledger().writesLag(true);
    ground.timeline().after(time, () -> world.ledger().writesLag(false));
  }

  void saturate(int perSecond, Duration time) {
    ground
        .trace()
        .say(
            "ledger",
            () ->
                "has %d request units a second for %s s".formatted(perSecond, Trace.seconds(time)));
    world.ledger().rate().limit(perSecond);
    ground.timeline().after(time, () -> world.ledger().rate().limit(0));
  }

  void heat(SessionId session) {
    ground.trace().say("ledger", () -> "has a hot partition, of " + session);
    world.ledger().rate().heat(session);
    ground
        .timeline()
        .after(ground.chance().millis(1_000, 15_000), () -> world.ledger().rate().heat(null));
  }
}
