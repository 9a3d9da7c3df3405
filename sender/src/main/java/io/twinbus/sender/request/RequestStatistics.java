package io.twinbus.sender.request;

/**
 * What a request client did since it was built.
 *
 * <p>Immutable and thread-safe.
 *
 * @param outstanding requests that wait for a reply now
 * @param answered requests that got their reply in time
 * @param timedOut requests that did not
 * @param notSent requests that no region has
 * @param refused requests that came while too many were outstanding
 * @param duplicates further copies of replies, dropped
 * @param late replies to requests that had timed out, dropped
 * @param unmatched messages that answer no request that is remembered, dropped
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
