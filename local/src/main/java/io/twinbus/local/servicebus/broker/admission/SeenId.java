package io.twinbus.local.servicebus.broker.admission;

import java.time.Instant;

/**
 * A message id that an entity has accepted.
 *
 * @param sequenceNumber the number that its message got
 * @param at when that was
 */
public record SeenId(String messageId, long sequenceNumber, Instant at) {}
