package io.twinbus.receiver.runtime;

import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.receiver.health.HealthSettings;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;

/**
 * How a receiver behaves.
 *
 * <p>Immutable and thread-safe.
 *
 * @param flow how each session worker behaves
 * @param lease how the instance shows that it is alive
 * @param limits how much it takes on
 * @param shutdownGrace how long a drain may take (default 25 s); handler calls that have not
 *     returned then are cancelled
 * @param health how a handler that is down is treated
 */
public record ReceiverOptions(
    FlowSettings flow,
    LeaseTimes lease,
    Limits limits,
    Duration shutdownGrace,
    HealthSettings health) {

  /** With the default of {@link #health()}. */
  public ReceiverOptions(
      FlowSettings flow, LeaseTimes lease, Limits limits, Duration shutdownGrace) {
    this(flow, lease, limits, shutdownGrace, HealthSettings.DEFAULT);
  }

  /** Those of a queue that has all places, the flow and the health to itself. */
  public ReceiverQueue.Options ofQueue() {
    return new ReceiverQueue.Options(flow, health, limits.maxSessions());
  }

  /** Default of {@link #shutdownGrace()}. */
  public static final Duration DEFAULT_SHUTDOWN_GRACE = Duration.ofSeconds(25);

  /**
   * How much a receiver takes on.
   *
   * @param maxSessions how many sessions it holds at a time (default 200)
   * @param parallelAccepts how many accepts wait at the broker while no session is found (default
   *     8), and in a flood up to {@link #mostAccepts()}; beside other queues one waits, and in a
   *     flood this many
   * @param ledgerBound how long an operation on the ledger may take before it counts as unknown
   *     (default 5 s); the store's own bound should be shorter
   * @param maxBody the largest body that is taken in, in bytes (default 100 MiB)
   * @param maxBuffered how many bytes of copies it holds at a time (default a quarter of the heap)
   */
  public record Limits(
      int maxSessions, int parallelAccepts, Duration ledgerBound, int maxBody, long maxBuffered) {

    private static final int FLOOD = 16;

    /**
     * How many accepts of an only queue are asked for in a flood, sessions that wait for a place
     * included: 16 × {@link #parallelAccepts()}. A broker may have a bound of its own.
     */
    public int mostAccepts() {
      return FLOOD * parallelAccepts;
    }

    /** Limits that take in every body that Service Bus carries, as far as the heap goes. */
    public Limits(int maxSessions, int parallelAccepts, Duration ledgerBound) {
      this(
          maxSessions,
          parallelAccepts,
          ledgerBound,
          ReceiverKeys.MOST_BODY,
          Runtime.getRuntime().maxMemory() / 4);
    }

    /** The same that takes in bodies of up to {@code bytes}. */
    public Limits withMaxBody(int bytes) {
      return new Limits(maxSessions, parallelAccepts, ledgerBound, bytes, maxBuffered);
    }

    /** The same that hold at most {@code bytes} of copies. */
    public Limits withMaxBuffered(long bytes) {
      return new Limits(maxSessions, parallelAccepts, ledgerBound, maxBody, bytes);
    }

    /** Default of {@link #maxSessions()}. */
    public static final int DEFAULT_MAX_SESSIONS = 200;

    /** The defaults, with {@code maxSessions}. */
    public static Limits ofSessions(int maxSessions) {
      return new Limits(maxSessions, Math.min(8, maxSessions), Duration.ofSeconds(5));
    }
  }

  /** The defaults. */
  public static ReceiverOptions ofDefaults() {
    return new ReceiverOptions(
        FlowSettings.ofDefaults(),
        LeaseTimes.ofDefaults(),
        Limits.ofSessions(Limits.DEFAULT_MAX_SESSIONS),
        DEFAULT_SHUTDOWN_GRACE);
  }
}
