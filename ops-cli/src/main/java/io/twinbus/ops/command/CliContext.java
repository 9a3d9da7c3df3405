package io.twinbus.ops.command;

import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The context of commands: how they reach ledger and queues, clocks and environment.
 *
 * <p>Immutable; thread-safe as its parts are.
 *
 * @param ledger how the ledger is reached
 * @param queues how the regions' queues are reached
 * @param clocks the present
 * @param pause how a command waits between two reads
 * @param environment the process's environment variables
 */
public record CliContext(
    LedgerAccess ledger,
    QueueAccess queues,
    Clocks clocks,
    Pause pause,
    Map<String, String> environment) {

  /** How a command waits. */
  @FunctionalInterface
  public interface Pause {

    /** Returns after {@code time}, or throws when the thread is interrupted. */
    void waitFor(Duration time) throws InterruptedException;
  }

  /** Cosmos DB, Service Bus, this machine's clocks and environment. */
  public static CliContext ofThisMachine() {
    return new CliContext(
        LedgerAccess.cosmos(),
        QueueAccess.serviceBus(),
        Clocks.system(),
        time -> Thread.sleep(time.toMillis()),
        System.getenv());
  }

  /** The present wall time. */
  public Instant wall() {
    return clocks.now().wall();
  }
}
