package io.twinbus.local.servicebus;

import static io.twinbus.local.servicebus.InvalidEndpointSettingException.unless;

import java.time.Duration;

/**
 * How messages are received from a queue or a subscription. Immutable.
 *
 * @param requiresSession whether every message and every receiver needs a session; default false,
 *     and fixed once the entity exists
 * @param lockDuration how long a message or session stays locked without renewal; default 1 min, 5
 *     s to 5 min
 * @param maxDeliveryCount after how many failed deliveries a message is dead-lettered; default 10,
 *     1 to 2000
 * @param deadLetteringOnExpiration whether an expired message is dead-lettered rather than dropped;
 *     default false
 */
public record ReceiveRules(
    boolean requiresSession,
    Duration lockDuration,
    int maxDeliveryCount,
    boolean deadLetteringOnExpiration) {
  private static final Duration MIN_LOCK = Duration.ofSeconds(5);
  private static final Duration MAX_LOCK = Duration.ofMinutes(5);
  private static final int MAX_DELIVERIES = 2000;

  /** The service's defaults. */
  public static ReceiveRules ofDefaults(boolean requiresSession) {
    return new ReceiveRules(requiresSession, Duration.ofMinutes(1), 10, false);
  }

  /** The same with another lock duration. */
  public ReceiveRules withLockDuration(Duration value) {
    return new ReceiveRules(requiresSession, value, maxDeliveryCount, deadLetteringOnExpiration);
  }

  /** The same with another maximum delivery count. */
  public ReceiveRules withMaxDeliveryCount(int value) {
    return new ReceiveRules(requiresSession, lockDuration, value, deadLetteringOnExpiration);
  }

  /** The same with expired messages dead-lettered, or dropped. */
  public ReceiveRules withDeadLetteringOnExpiration(boolean value) {
    return new ReceiveRules(requiresSession, lockDuration, maxDeliveryCount, value);
  }

  void check(String subject) {
    unless(
        lockDuration.compareTo(MIN_LOCK) >= 0 && lockDuration.compareTo(MAX_LOCK) <= 0,
        subject,
        "locks for 5 seconds to 5 minutes, not " + lockDuration);
    unless(
        maxDeliveryCount >= 1 && maxDeliveryCount <= MAX_DELIVERIES,
        subject,
        "delivers a message 1 to 2000 times, not " + maxDeliveryCount);
  }
}
