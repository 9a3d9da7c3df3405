package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.RegionName;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who writes to the ledger: a worker with the claims it has ever written, or an operator.
 *
 * @param name for the trace
 * @param claims a live view of the worker's claims
 * @param isOurs whether an instance is an incarnation of the writer's process
 * @param isOperator whether it is an operator
 * @param region the worker's region; null for an operator
 */
record Writer(
    String name,
    Set<ClaimId> claims,
    Predicate<InstanceId> isOurs,
    boolean isOperator,
    @Nullable RegionName region) {

  static Writer operator() {
    return new Writer("operator", Set.of(), instance -> false, true, null);
  }
}
