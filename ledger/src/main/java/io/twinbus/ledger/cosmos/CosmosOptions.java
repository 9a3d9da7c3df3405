package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.cosmos.document.Retention;
import java.time.Duration;
import java.util.Optional;

/**
 * How the Cosmos adapter behaves; where the ledger is, is {@link
 * io.twinbus.ledger.LedgerSettings}'s.
 *
 * <p>Immutable and thread-safe.
 *
 * @param callTimeout the bound on one read or write of a document, retries by the SDK included
 *     (default 3 s); keep it well below the lease, or a throttled beat ends it
 * @param queryTimeout the bound on one page, one count or one read of all leases (default 10 s)
 * @param retention how long a session record stays after its last write unless it is blocked or
 *     waits for a gap (default 14 days, at least 1 s), and how long one with the cursor of an
 *     explicit stream does (default: for ever)
 * @param createIfMissing create the database and the container when they are missing (default
 *     false); for development, on Azure a template creates them
 * @param probe make sure at the start, by three writes, that the account refuses outdated ETags
 *     (default true); false is for tools that only read, whose identity may be allowed no more
 */
public record CosmosOptions(
    Duration callTimeout,
    Duration queryTimeout,
    Retention retention,
    boolean createIfMissing,
    boolean probe) {

  /**
   * @throws IllegalArgumentException when a duration is shorter than a second (timeouts: 100 ms)
   */
  public CosmosOptions {
    if (callTimeout.toMillis() < 100 || queryTimeout.toMillis() < 100) {
      throw new IllegalArgumentException(
          "The ledger's timeouts are %s and %s: give at least 100 ms."
              .formatted(callTimeout, queryTimeout));
    }
    requireStorable(retention.session());
    retention.explicit().ifPresent(CosmosOptions::requireStorable);
  }

  private static void requireStorable(Duration time) {
    if (time.toSeconds() < 1 || time.toSeconds() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "The ledger's retention is %s: give 1 second to 68 years.".formatted(time));
    }
  }

  /** The defaults. */
  public static CosmosOptions ofDefaults() {
    return new CosmosOptions(
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        new Retention(Duration.ofDays(14)),
        false,
        true);
  }

  /** The same with another bound on single operations. */
  public CosmosOptions withCallTimeout(Duration timeout) {
    return new CosmosOptions(timeout, queryTimeout, retention, createIfMissing, probe);
  }

  /** The same with another bound on queries. */
  public CosmosOptions withQueryTimeout(Duration timeout) {
    return new CosmosOptions(callTimeout, timeout, retention, createIfMissing, probe);
  }

  /** The same with another retention; explicit streams are remembered for ever. */
  public CosmosOptions withRetention(Duration time) {
    return withRetention(time, Optional.empty());
  }

  /** The same with other retentions; an empty one of explicit streams is for ever. */
  public CosmosOptions withRetention(Duration time, Optional<Duration> explicit) {
    return new CosmosOptions(
        callTimeout, queryTimeout, new Retention(time, explicit), createIfMissing, probe);
  }

  /** The same, creating what is missing or not. */
  public CosmosOptions withCreateIfMissing(boolean create) {
    return new CosmosOptions(callTimeout, queryTimeout, retention, create, probe);
  }

  /** The same, probing at the start or not. */
  public CosmosOptions withProbe(boolean wanted) {
    return new CosmosOptions(callTimeout, queryTimeout, retention, createIfMissing, wanted);
  }
}
