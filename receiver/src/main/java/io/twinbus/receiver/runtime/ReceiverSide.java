package io.twinbus.receiver.runtime;

/**
 * What is around a receiver.
 *
 * @param facts what is told of all its workers; must be thread-safe and must not block
 * @param platform what it runs on
 */
public record ReceiverSide(FactListener facts, ReceiverPlatform platform) {}
