package io.twinbus.ledger.rules;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Owner;
import io.twinbus.protocol.time.MonotonicTime;

/**
 * An instance's standing: whether its own lease holds, which claims its workers serve, and how it
 * judges the owners that records name.
 *
 * <p>Implementations are thread-safe.
 */
public interface Ownership {

  /** Whether the instance may start handlers and write under its claims at {@code now}. */
  boolean mayWork(MonotonicTime now);

  /** How the instance judges {@code owner}. */
  OwnerState judge(Owner owner);

  /** A worker is about to write {@code claim}; from now on it answers for it. */
  void serve(ClaimId claim);

  /** Which suspects of the process may run now; a claim that is no longer served has left it. */
  StartGate gate();

  /** No worker answers for {@code claim} any more. */
  void unserve(ClaimId claim);
}
