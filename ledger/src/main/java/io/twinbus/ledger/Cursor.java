package io.twinbus.ledger;

import java.time.Instant;

/**
 * How far a stream has come: the last seq that reached an end state.
 *
 * <p>Immutable and thread-safe.
 *
 * @param seq the last ended number
 * @param at when that number ended
 */
public record Cursor(long seq, Instant at) {}
