package io.twinbus.ledger;

/**
 * A message whose handler has failed, until it has ended.
 *
 * <p>Immutable and thread-safe.
 *
 * @param seq the message's number in its stream
 * @param failures how many handler calls for it failed, in any region
 */
public record Suspect(long seq, int failures) {}
