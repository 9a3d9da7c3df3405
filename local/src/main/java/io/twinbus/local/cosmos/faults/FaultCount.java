package io.twinbus.local.cosmos.faults;

import io.twinbus.local.faults.Injected;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An injected fault and what it did so far.
 *
 * @param id the number that the injection gave
 * @param partition the value of the partition key that it is confined to; null: all
 * @param offered how many requests, or operations within bulk requests, it fitted, struck or spared
 *     by its probability
 * @param struckBy how many it struck, by operation
 * @param active whether it may still strike
 */
public record FaultCount(
    int id,
    FaultRule rule,
    @Nullable String partition,
    long offered,
    Map<CosmosOperation, Long> struckBy,
    boolean active) {

  static FaultCount of(Injected<CosmosOperation, LocatedRule> fault) {
    return new FaultCount(
        fault.id(),
        fault.rule().rule(),
        fault.rule().partition(),
        fault.offered(),
        fault.struck(),
        fault.active());
  }

  /** How many requests it struck. */
  public int struck() {
    return (int) struckBy.values().stream().mapToLong(Long::longValue).sum();
  }
}
