package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as it goes on the wire to one region.
 *
 * @param message the message of the producer
 * @param headers the headers that the sender adds
 * @param scheduledAt when the region makes it visible; null for at once
 * @param brokerTimeToLive when the broker may drop it, long after the message's own expiry; null
 *     for never
 */
public record WireMessage(
    OutboundMessage message,
    SequencedHeaders headers,
    @Nullable Instant scheduledAt,
    @Nullable Duration brokerTimeToLive) {

  /** The same message, made visible at {@code time}. */
  public WireMessage scheduledAt(Instant time) {
    return new WireMessage(message, headers, time, brokerTimeToLive);
  }

  /** The same message, visible when it arrives. */
  WireMessage visibleAtOnce() {
    return new WireMessage(message, headers, null, brokerTimeToLive);
  }
}
