package io.twinbus.local.cosmos.faults;

import org.jspecify.annotations.Nullable;

/**
 * An injected fault and what it did so far.
 *
 * @param id the number that the injection gave
 * @param partition the value of the partition key that it is confined to; null: all
 * @param struck how many requests it struck
 * @param active whether it may still strike
 */
public record FaultCount(
    int id, FaultRule rule, @Nullable String partition, int struck, boolean active) {

  /** The same fault after another strike; it ends with the last one that its rule allows. */
  FaultCount strikeAgain() {
    return new FaultCount(id, rule, partition, struck + 1, struck + 1 < rule.times());
  }

  FaultCount ended() {
    return new FaultCount(id, rule, partition, struck, false);
  }

  boolean fits(CosmosOperation operation, @Nullable String where, FaultPoint point) {
    return active
        && rule.point() == point
        && rule.operations().contains(operation)
        && (partition == null || partition.equals(where));
  }
}
