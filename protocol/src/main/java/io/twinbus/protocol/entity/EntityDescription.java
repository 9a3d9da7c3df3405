package io.twinbus.protocol.entity;

import io.twinbus.protocol.RegionName;
import java.time.Duration;

/**
 * A queue, or a topic with its subscription, as one region describes it. Immutable and thread-safe.
 *
 * @param region where
 * @param name as people know it, such as {@code the queue 'orders'}
 * @param settings how it is set up
 */
public record EntityDescription(RegionName region, String name, Settings settings) {

  /**
   * The settings that matter to a receiver.
   *
   * @param requiresSession whether each message has a session
   * @param detectsDuplicates whether a message whose id was seen lately is dropped
   * @param partitioned whether it is spread over several message brokers
   * @param lockDuration how long a session's lock lasts without renewal
   * @param maxDeliveryCount after how many deliveries a message is dead-lettered by the broker
   * @param defaultTimeToLive after how long a message is dropped, whatever its sender says
   * @param active whether it gives messages out
   */
  public record Settings(
      boolean requiresSession,
      boolean detectsDuplicates,
      boolean partitioned,
      Duration lockDuration,
      int maxDeliveryCount,
      Duration defaultTimeToLive,
      boolean active) {}
}
