package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.sender.OutboundMessage;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as it goes on the wire to one region.
 *
 * @param message what the producer handed in
 * @param headers what the sender says beside it
 * @param scheduledAt when the region shall make it visible; null: at once
 * @param brokerTimeToLive after how long the broker may drop it, far behind the message's own
 *     expiry; null: never
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
}
