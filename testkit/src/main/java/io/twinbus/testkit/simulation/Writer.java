package io.twinbus.testkit.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.protocol.RegionName;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who writes to the ledger: a worker with the claims it has ever written, or an operator.
 *
 * @param name for the trace
 * @param claims a live view of the worker's claims
 * @param isOperator whether it is an operator
 * @param region the worker's region; null for an operator
 */
record Writer(String name, Set<ClaimId> claims, boolean isOperator, @Nullable RegionName region) {

  static Writer operator() {
    return new Writer("operator", Set.of(), true, null);
  }
}
