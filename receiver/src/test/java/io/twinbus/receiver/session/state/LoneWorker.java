package io.twinbus.receiver.session.state;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.health.HealthSettings;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.GapSightings;
import io.twinbus.receiver.session.SessionDemand;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A worker's state in a process that lives, of a session that nobody else waits for. */
public final class LoneWorker implements Ownership, SessionDemand {

  static final MonotonicTime START = new MonotonicTime(0);
  static final FlowSettings SETTINGS = FlowSettings.ofDefaults();
  static final RegionName EAST = new RegionName("east");

  /** The claims that began to be served, and that ended, in order. */
  final List<String> served = new ArrayList<>();

  final HandlerHealth health = new HandlerHealth(HealthSettings.DEFAULT, START);
  public final WorkerState state =
      new WorkerState(
          new WorkerIdentity(
              EntityKey.ofQueue("orders"), Copies.SESSION, EAST, new InstanceId("me")),
          SETTINGS,
          new WorkerContext(this, new GapSightings(), health, this, new Random(7)),
          START);

  static MonotonicTime at(long seconds) {
    return START.plus(Duration.ofSeconds(seconds));
  }

  static Now after(long seconds) {
    return new Now(at(seconds), Copies.NOW.plusSeconds(seconds));
  }

  @Override
  public boolean mayWork(MonotonicTime now) {
    return true;
  }

  @Override
  public OwnerState judge(Owner owner) {
    return OwnerState.ALIVE;
  }

  @Override
  public void serve(ClaimId claim) {
    served.add("+" + claim.value());
  }

  @Override
  public StartGate gate() {
    return new StartGate();
  }

  @Override
  public void unserve(ClaimId claim) {
    served.add("-" + claim.value());
  }

  @Override
  public boolean isPressing() {
    return false;
  }

  @Override
  public boolean mayKeep(SessionId session) {
    return true;
  }

  @Override
  public boolean isWanted(SessionId session) {
    return false;
  }
}
