package io.twinbus.protocol.time;

import java.time.Instant;

/**
 * The present, on both clocks: monotonic for every wait and deadline, wall for what is written down
 * or compared with a message's times. The wall clock is read last: of a machine that stops between
 * the two, what it writes down does not look older than it is.
 *
 * <p>Immutable and thread-safe.
 */
public record Now(MonotonicTime monotonic, Instant wall) {}
