package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.MessageContent;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All of a message that outlives the process. Immutable.
 *
 * @param content what its producer sent
 * @param numbers under which it stands
 * @param times that were set for it
 * @param state what it was doing
 * @param deliveryCount how often a delivery of it had failed
 * @param changes what happened to its properties
 */
public record StoredMessage(
    MessageContent content,
    Numbers numbers,
    Times times,
    BrokerMessage.State state,
    int deliveryCount,
    Changes changes) {

  /**
   * The numbers of a message.
   *
   * @param enqueued the one it got first
   * @param current the one it has
   */
  public record Numbers(long enqueued, long current) {}

  /**
   * The times of a message.
   *
   * @param enqueuedAt when it became visible, or was accepted while scheduled
   * @param expiresAt when it stops being receivable; null: never
   */
  public record Times(Instant enqueuedAt, @Nullable Instant expiresAt) {}

  /**
   * What became of a message since it was sent.
   *
   * @param properties application properties that were added or replaced
   * @param deadLetterSource for a dead letter: the entity it came from
   */
  public record Changes(Map<String, Object> properties, @Nullable String deadLetterSource) {}
}
