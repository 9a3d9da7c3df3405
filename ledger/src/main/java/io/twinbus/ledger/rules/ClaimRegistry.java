package io.twinbus.ledger.rules;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a process knows of its own claims on one queue's records: the names it has gone by, and the
 * claims that a worker answers for.
 *
 * <p>A claim of this process that no worker serves is an orphan: its worker died, or it landed
 * after its worker had gone. The record would stay WORKING for ever, for the owner's lease is
 * alive; so a worker that meets it here claims anew. Claims of former incarnations are orphans too:
 * their workers have stopped, and they write nothing more.
 *
 * <p>Bounded by the sessions that the process holds and by how often it fenced itself. Thread-safe.
 */
public final class ClaimRegistry {

  private final Set<InstanceId> names = ConcurrentHashMap.newKeySet();
  private final Set<ClaimId> served = ConcurrentHashMap.newKeySet();
  private final StartGate gate;

  /**
   * A registry without claims.
   *
   * @param gate the process's; the registries of all its queues have the same one
   */
  public ClaimRegistry(StartGate gate) {
    this.gate = gate;
  }

  /** From now on the process goes by {@code instance}, too. */
  public void goBy(InstanceId instance) {
    names.add(instance);
  }

  /** Whether this process goes by {@code instance}, or did. */
  public boolean isOurs(InstanceId instance) {
    return names.contains(instance);
  }

  /** Whether a worker answers for {@code claim}. */
  public boolean isServed(ClaimId claim) {
    return served.contains(claim);
  }

  /** A worker is about to write {@code claim}. */
  public void serve(ClaimId claim) {
    served.add(claim);
  }

  /** No worker answers for {@code claim} any more. */
  public void unserve(ClaimId claim) {
    served.remove(claim);
    gate.leave(claim);
  }

  /** Which suspects of the process may run now. */
  public StartGate gate() {
    return gate;
  }

  /** How many claims workers answer for. */
  public int servedCount() {
    return served.size();
  }
}
