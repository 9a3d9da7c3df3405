package io.twinbus.local.servicebus;

import java.time.Duration;
import java.util.Locale;

/**
 * The settings of one queue, with the defaults and limits of the real service.
 *
 * <p>Immutable, hence thread-safe. Start with {@link #sessionQueue(String)} or {@link
 * #plainQueue(String)} and change what differs.
 *
 * @param name the queue's name; clients may write it in any case
 * @param requiresSession whether every message and every receiver needs a session; default of the
 *     real service: false
 * @param lockDuration how long a message or session stays locked without renewal; default 1 min, up
 *     to 5 min (the service has a floor of 5 s, which tests would only wait for)
 * @param maxDeliveryCount after how many failed deliveries a message is dead-lettered; default 10
 * @param defaultTimeToLive the longest a message may live; a longer one of its own is cut to this
 *     silently; default: practically for ever ({@link #FOREVER})
 * @param deadLetteringOnExpiration whether an expired message is dead-lettered rather than dropped;
 *     default false
 * @param maxMessageSizeBytes the largest message or batch; default 256 KiB, up to 100 MiB
 * @param maxSizeBytes how much the queue holds before it refuses sends; default 1 GiB
 */
public record QueueSettings(
    String name,
    boolean requiresSession,
    Duration lockDuration,
    int maxDeliveryCount,
    Duration defaultTimeToLive,
    boolean deadLetteringOnExpiration,
    int maxMessageSizeBytes,
    long maxSizeBytes) {

  /** The time to live that stands for "no limit". */
  public static final Duration FOREVER = Duration.ofDays(36_500);

  private static final Duration MAX_LOCK = Duration.ofMinutes(5);
  private static final int MAX_NAME = 260;
  private static final int MAX_MESSAGE_SIZE = 100 * 1024 * 1024;

  /** Checks every value against the limits of the real service. */
  public QueueSettings {
    check(
        !name.isBlank() && name.length() <= MAX_NAME, name, "needs a name of 1 to 260 characters");
    check(!name.contains("$"), name, "must not have a $ in its name");
    check(!lockDuration.isNegative() && !lockDuration.isZero(), name, "needs a lock duration > 0");
    check(lockDuration.compareTo(MAX_LOCK) <= 0, name, "can lock for 5 minutes at most");
    check(maxDeliveryCount >= 1 && maxDeliveryCount <= 2000, name, "delivers 1 to 2000 times");
    check(
        !defaultTimeToLive.isNegative() && !defaultTimeToLive.isZero(),
        name,
        "needs a default time to live > 0");
    check(
        maxMessageSizeBytes >= 1024 && maxMessageSizeBytes <= MAX_MESSAGE_SIZE,
        name,
        "takes messages of at most 1 KiB to 100 MiB");
    check(maxSizeBytes >= maxMessageSizeBytes, name, "must hold at least one message");
  }

  /** A queue with sessions and otherwise the service's defaults. */
  public static QueueSettings sessionQueue(String name) {
    return new QueueSettings(
        name, true, Duration.ofMinutes(1), 10, FOREVER, false, 256 * 1024, 1L << 30);
  }

  /** A queue without sessions and with the service's defaults. */
  public static QueueSettings plainQueue(String name) {
    return new QueueSettings(
        name, false, Duration.ofMinutes(1), 10, FOREVER, false, 256 * 1024, 1L << 30);
  }

  /** The same with another lock duration. */
  public QueueSettings withLockDuration(Duration value) {
    return new QueueSettings(
        name,
        requiresSession,
        value,
        maxDeliveryCount,
        defaultTimeToLive,
        deadLetteringOnExpiration,
        maxMessageSizeBytes,
        maxSizeBytes);
  }

  /** The same with another maximum delivery count. */
  public QueueSettings withMaxDeliveryCount(int value) {
    return new QueueSettings(
        name,
        requiresSession,
        lockDuration,
        value,
        defaultTimeToLive,
        deadLetteringOnExpiration,
        maxMessageSizeBytes,
        maxSizeBytes);
  }

  /** The same with another time to live, and what happens at its end. */
  public QueueSettings withTimeToLive(Duration value, boolean deadLetter) {
    return new QueueSettings(
        name,
        requiresSession,
        lockDuration,
        maxDeliveryCount,
        value,
        deadLetter,
        maxMessageSizeBytes,
        maxSizeBytes);
  }

  /** The same with other sizes: of the largest message, and of all messages together. */
  public QueueSettings withSizes(int maxMessage, long maxAll) {
    return new QueueSettings(
        name,
        requiresSession,
        lockDuration,
        maxDeliveryCount,
        defaultTimeToLive,
        deadLetteringOnExpiration,
        maxMessage,
        maxAll);
  }

  /** The name as entities are looked up: case does not matter. */
  public String key() {
    return name.toLowerCase(Locale.ROOT);
  }

  private static void check(boolean holds, String name, String rule) {
    if (!holds) {
      throw new InvalidEndpointSettingException("The queue '" + name + "' " + rule + ".");
    }
  }
}
