package io.twinbus.rehearsal.fault;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a fault does.
 *
 * <p>The times of the receivers beside which these lengths were chosen: a lease of 10 s, a standby
 * copy after 15 s, a delivery timeout of 2 min.
 */
public enum FaultKind {
  /** The region's Service Bus is gone and its receivers are killed; it returns with new ones. */
  OUTAGE("outage", Scope.REGION, 20, 10, 30),
  /** An Azure region is gone: its Service Bus, its receivers and its replica of the ledger. */
  AZURE_REGION("azure-region", Scope.AZURE_REGION, 60, 15, 25),
  /** One receiver is killed; a new one starts later. */
  KILL_RECEIVER("kill-receiver", Scope.RECEIVERS, 10, 2, 12),
  /** One receiver is stopped (SIGSTOP) and goes on later (SIGCONT). */
  PAUSE_RECEIVER("pause-receiver", Scope.RECEIVERS, 25, 12, 25),
  /** All receivers of the region are killed; new ones start later. */
  KILL_RECEIVERS("kill-receivers", Scope.RECEIVERS, 10, 2, 20),
  /** One receiver is asked to end (SIGTERM) and drains; a new one starts later. */
  RESTART_RECEIVER("restart-receiver", Scope.RECEIVERS, 5, 1, 5),
  /** The region's Service Bus refuses connections; its receivers live on. */
  BROKER_OUTAGE("broker-outage", Scope.BROKER, 20, 5, 30),
  /** The region's Service Bus swallows everything; what was under way arrives at the end. */
  BLACKHOLE("blackhole", Scope.BROKER, 20, 5, 30),
  /** The region's Service Bus is slow, by 20 to 120 ms each way. */
  BROKER_LATENCY("broker-latency", Scope.BROKER, 20, 8, 20),
  /** Every third operation of the region's Service Bus is throttled or fails. */
  BROKER_BUSY("broker-busy", Scope.BROKER, 15, 5, 15),
  /** The region's Service Bus carries operations out, and some connections close unanswered. */
  BROKER_REPLIES_LOST("broker-replies-lost", Scope.BROKER, 15, 5, 15),
  /** All session locks of the region are lost, every two seconds. */
  LOCKS_LOST("locks-lost", Scope.BROKER, 8, 3, 10),
  /** Scheduled copies of the region become visible in another order. */
  SCRAMBLED("scrambled", Scope.BROKER, 20, 10, 25),
  /** The region's Service Bus accepts some messages and loses them. */
  MESSAGES_LOST("messages-lost", Scope.BROKER, 10, 5, 12),
  /** A producer is killed; a new one goes on with what was not acknowledged. */
  KILL_PRODUCER("kill-producer", Scope.PRODUCERS, 3, 1, 8),
  /** The ledger refuses connections. */
  LEDGER_OUTAGE("ledger-outage", Scope.LEDGER, 15, 5, 20),
  /** The ledger swallows everything; requests under way arrive at the end. */
  LEDGER_BLACKHOLE("ledger-blackhole", Scope.LEDGER, 12, 5, 15),
  /** The region in which the ledger is written is gone, and another one is written. */
  LEDGER_FAIL_OVER("ledger-fail-over", Scope.LEDGER, 15, 5, 20),
  /** Writes of the ledger take place, and some are never answered. */
  LEDGER_REPLIES_LOST("ledger-replies-lost", Scope.LEDGER, 12, 5, 15),
  /** Some writes never reach the ledger. */
  LEDGER_REQUESTS_LOST("ledger-requests-lost", Scope.LEDGER, 12, 5, 15),
  /** Half of the ledger's operations are answered with 429. */
  LEDGER_THROTTLED("ledger-throttled", Scope.LEDGER, 12, 5, 15),
  /** Of the region in which the ledger is written, the partition of the leases is gone. */
  LEASE_PARTITION("lease-partition", Scope.LEDGER, 30, 12, 20),
  /** The session records may spend about a tenth of the request units that they ask for. */
  LEDGER_SATURATED("ledger-saturated", Scope.LEDGER, 30, 15, 30),
  /** Ledger operations are answered with 408, 449 or 503, before or after they take place. */
  LEDGER_UNCERTAIN("ledger-uncertain", Scope.LEDGER, 12, 5, 15),
  /** Some handler calls are not answered, with their effect or before it. */
  HANDLER_HANGS("handler-hangs", Scope.SINK, 12, 8, 20),
  /** Some handler calls fail, with their effect or without it. */
  HANDLER_FAILS("handler-fails", Scope.SINK, 12, 5, 20);

  private final String word;
  private final Scope scope;
  private final Duration usualLength;
  private final int shortest;
  private final int longest;

  FaultKind(String word, Scope scope, int usual, int shortest, int longest) {
    this.word = word;
    this.scope = scope;
    this.usualLength = Duration.ofSeconds(usual);
    this.shortest = shortest;
    this.longest = longest;
  }

  /** The kind that is called {@code word}, if there is one. */
  public static Optional<FaultKind> named(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }

  /** How the option and the report call it. */
  public String word() {
    return word;
  }

  /** What it takes hold of. */
  public Scope scope() {
    return scope;
  }

  /** How long it lasts when nothing else is said. */
  public Duration usualLength() {
    return usualLength;
  }

  /** How long it lasts at least where chance decides, in seconds. */
  public int shortestSeconds() {
    return shortest;
  }

  /** How long it lasts at most where chance decides, in seconds. */
  public int longestSeconds() {
    return longest;
  }
}
