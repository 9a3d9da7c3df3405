package io.twinbus.ledger;

/**
 * That some of a stream's {@link EndedRange ended ranges} are in message records and no longer in
 * the session record.
 *
 * <p>Immutable and thread-safe.
 *
 * @param pages how many pages there are
 * @param upTo the highest number that any of them speaks of
 */
public record Overflow(long pages, long upTo) {}
