package io.twinbus.receiver.servicebus;

import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.settings.RegionSettings;
import java.time.Duration;

/**
 * How one region's entity is received from.
 *
 * <p>Immutable and thread-safe.
 *
 * @param region the namespace
 * @param entity the queue or subscription
 * @param limits times and bounds
 */
public record ServiceBusSettings(RegionSettings region, EntitySettings entity, Limits limits) {

  /**
   * Times and bounds of the clients.
   *
   * @param tryTimeout how long one operation may take (default 3 s); an {@code acceptNext} that
   *     finds no session is answered after it
   * @param brokerWait how long an accept waits at the broker before it is asked anew (default 10 s)
   * @param accepts how many accepts may wait at the broker at a time (default 64). More of them
   *     start short sessions faster. As none is ever cancelled, those of a flood go on waiting
   *     after it, until each has found a session, and cost the broker an attach each per wait
   * @param sessionsPerConnection how many sessions share a connection (default 200): beyond 256 of
   *     them the SDK stalls without a word
   * @param firstRenewal when a session's lock is renewed for the first time (default 2 s): before
   *     that the lock's duration is not known
   * @param longestRenewal the longest wait between two renewals (default 20 s); otherwise half the
   *     lock duration
   * @param maxBody the largest body that is taken in (default 100 MiB, the largest that Service Bus
   *     carries)
   */
  public record Limits(
      Duration tryTimeout,
      Duration brokerWait,
      int accepts,
      int sessionsPerConnection,
      Duration firstRenewal,
      Duration longestRenewal,
      int maxBody) {

    /** Limits that take in every body that Service Bus carries. */
    public Limits(
        Duration tryTimeout,
        Duration brokerWait,
        int accepts,
        int sessionsPerConnection,
        Duration firstRenewal,
        Duration longestRenewal) {
      this(
          tryTimeout,
          brokerWait,
          accepts,
          sessionsPerConnection,
          firstRenewal,
          longestRenewal,
          ReceiverKeys.MOST_BODY);
    }

    /** The same that takes in bodies of up to {@code bytes}. */
    public Limits withMaxBody(int bytes) {
      return new Limits(
          tryTimeout,
          brokerWait,
          accepts,
          sessionsPerConnection,
          firstRenewal,
          longestRenewal,
          bytes);
    }

    /** The defaults. */
    public static Limits ofDefaults() {
      return new Limits(
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          64,
          200,
          Duration.ofSeconds(2),
          Duration.ofSeconds(20));
    }
  }

  /** Settings with default limits. */
  public static ServiceBusSettings of(RegionSettings region, EntitySettings entity) {
    return new ServiceBusSettings(region, entity, Limits.ofDefaults());
  }
}
