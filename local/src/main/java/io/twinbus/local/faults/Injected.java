package io.twinbus.local.faults;

import java.util.Map;

/**
 * A fault in place, or one that has ended, and what it did so far. Immutable.
 *
 * @param id the number that the injection gave; each endpoint counts its own
 * @param rule what was asked for
 * @param offered how many requests it fitted, struck or spared by its probability
 * @param struck how many it struck, by operation
 * @param active whether it may still strike
 * @param <O> the operations of the endpoint
 * @param <R> the rules of the endpoint
 */
public record Injected<O extends Enum<O>, R>(
    int id, R rule, long offered, Map<O, Long> struck, boolean active) {

  public Injected {
    struck = Map.copyOf(struck);
  }

  /** How many requests it struck. */
  public long strikes() {
    return struck.values().stream().mapToLong(Long::longValue).sum();
  }
}
