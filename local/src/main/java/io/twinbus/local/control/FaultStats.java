package io.twinbus.local.control;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultCount;
import java.util.List;

/**
 * What an injected fault did.
 *
 * @param struck how many requests it struck
 * @param active whether it may still strike
 */
public record FaultStats(int id, List<String> operations, int struck, boolean active) {
  static FaultStats of(FaultCount count) {
    List<String> operations =
        count.rule().operations().stream().map(CosmosOperation::label).sorted().toList();
    return new FaultStats(count.id(), operations, count.struck(), count.active());
  }
}
