package io.twinbus.sender.request;

/**
 * The figures of a request client since it was built.
 *
 * <p>Immutable and thread-safe.
 *
 * @param outstanding requests that wait for a reply now
 * @param answered requests that got their reply in time
 * @param timedOut requests that got no reply in time
 * @param notSent requests that no region has
 * @param refused requests that came while too many were outstanding
 * @param duplicates further copies of replies, dropped
 * @param late replies to timed-out requests, dropped
 * @param unmatched messages that answer no known request, dropped
 */
public record RequestStatistics(
    long outstanding,
    long answered,
    long timedOut,
    long notSent,
    long refused,
    long duplicates,
    long late,
    long unmatched) {}
