package io.twinbus.local.servicebus.broker;

import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What a broker gets from outside.
 *
 * @param clock the wall clock
 * @param lockTokens names for locks
 * @param mishaps what goes wrong
 */
public record Surroundings(InstantSource clock, Supplier<UUID> lockTokens, Mishaps mishaps) {

  /** Surroundings in which nothing goes wrong. */
  public static Surroundings calm(InstantSource clock, Supplier<UUID> lockTokens) {
    return new Surroundings(clock, lockTokens, Mishaps.NONE);
  }
}
