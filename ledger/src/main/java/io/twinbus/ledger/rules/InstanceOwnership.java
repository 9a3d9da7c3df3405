package io.twinbus.ledger.rules;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Owner;
import io.twinbus.protocol.time.MonotonicTime;

/**
 * The standing of one incarnation: its lease, its process's claims, and what it sees of the others.
 *
 * <p>Thread-safe.
 */
public final class InstanceOwnership implements Ownership {

  private final LeaseRenewal lease;
  private final ClaimRegistry claims;
  private final FailureDetector others;

  /** A standing made of the incarnation's lease and the process's registry and board. */
  public InstanceOwnership(LeaseRenewal lease, ClaimRegistry claims, FailureDetector others) {
    this.lease = lease;
    this.claims = claims;
    this.others = others;
  }

  @Override
  public boolean mayWork(MonotonicTime now) {
    return lease.holdsAt(now);
  }

  @Override
  public OwnerState judge(Owner owner) {
    if (claims.isOurs(owner.instance())) {
      return claims.isServed(owner.claim()) ? OwnerState.SERVED : OwnerState.ORPHAN;
    }
    return others.isDead(owner.instance()) ? OwnerState.DEAD : OwnerState.ALIVE;
  }

  @Override
  public void serve(ClaimId claim) {
    claims.serve(claim);
  }

  @Override
  public StartGate gate() {
    return claims.gate();
  }

  @Override
  public void unserve(ClaimId claim) {
    claims.unserve(claim);
  }
}
