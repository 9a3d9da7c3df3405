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
 * @param journal keeps what must outlive the process
 */
public record Surroundings(
    InstantSource clock, Supplier<UUID> lockTokens, Mishaps mishaps, NamespaceJournal journal) {

  /** Surroundings in which nothing goes wrong and data lives in memory. */
  public static Surroundings calm(InstantSource clock, Supplier<UUID> lockTokens) {
    return new Surroundings(clock, lockTokens, Mishaps.NONE, NamespaceJournal.NONE);
  }
}
