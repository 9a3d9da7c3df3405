package io.twinbus.local.servicebus;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one queue, with the defaults and limits of the real service.
 *
 * <p>Immutable, hence thread-safe. Start with {@link #sessionQueue(String)} or {@link
 * #plainQueue(String)} and change what differs.
 *
 * @param name the queue's name; clients may write it in any case
 * @param receiving how messages are received from it
 * @param sending what it takes in
 * @param life how long it and its messages live
 */
public record QueueSettings(
    String name, ReceiveRules receiving, SendRules sending, LifeRules life) {

  /** The time to live that stands for "no limit". */
  public static final Duration FOREVER = LifeRules.FOREVER;

  /**
   * Checks every value against the limits of the real service.
   *
   * @throws InvalidEndpointSettingException in one sentence
   */
  public QueueSettings {
    EntityName.check("queue", name, EntityName.LONGEST);
    String subject = "The queue '" + name + "'";
    receiving.check(subject);
    sending.check(subject);
    life.check(subject);
  }

  /** A queue with sessions and otherwise the service's defaults. */
  public static QueueSettings sessionQueue(String name) {
    return ofDefaults(name, true);
  }

  /** A queue without sessions and with the service's defaults. */
  public static QueueSettings plainQueue(String name) {
    return ofDefaults(name, false);
  }

  private static QueueSettings ofDefaults(String name, boolean sessions) {
    return new QueueSettings(
        name, ReceiveRules.ofDefaults(sessions), SendRules.ofDefaults(), LifeRules.ofDefaults());
  }

  /** The same with another lock duration. */
  public QueueSettings withLockDuration(Duration value) {
    return with(receiving.withLockDuration(value));
  }

  /** The same with another maximum delivery count. */
  public QueueSettings withMaxDeliveryCount(int value) {
    return with(receiving.withMaxDeliveryCount(value));
  }

  /** The same with another time to live, and what happens at its end. */
  public QueueSettings withTimeToLive(Duration value, boolean deadLetter) {
    return with(receiving.withDeadLetteringOnExpiration(deadLetter))
        .with(life.withTimeToLive(value));
  }

  /** The same with other sizes: of the largest message, and of all messages together. */
  public QueueSettings withSizes(int maxMessage, long maxAll) {
    return with(sending.withSizes(maxMessage, maxAll));
  }

  /** The same with message ids remembered for a while to drop duplicates; null: not at all. */
  public QueueSettings withDuplicateDetection(@Nullable Duration window) {
    return with(sending.withDuplicateWindow(window));
  }

  /** The same, deleted when it was not used for a while. */
  public QueueSettings withAutoDeleteOnIdle(Duration value) {
    return with(life.withAutoDeleteOnIdle(value));
  }

  /** The same, open or closed. */
  public QueueSettings withStatus(EntityStatus value) {
    return with(life.withStatus(value));
  }

  /** The same with other rules for receiving. */
  public QueueSettings with(ReceiveRules value) {
    return new QueueSettings(name, value, sending, life);
  }

  /** The same with other rules for sending. */
  public QueueSettings with(SendRules value) {
    return new QueueSettings(name, receiving, value, life);
  }

  /** The same with other rules for its life. */
  public QueueSettings with(LifeRules value) {
    return new QueueSettings(name, receiving, sending, value);
  }

  /** Whether every message and every receiver needs a session. */
  public boolean requiresSession() {
    return receiving.requiresSession();
  }

  /** The name as entities are looked up: case does not matter. */
  public String key() {
    return EntityName.key(name);
  }
}
