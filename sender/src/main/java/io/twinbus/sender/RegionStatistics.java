package io.twinbus.sender;

/**
 * What a sender did in one region since it was built, and how things stand there.
 *
 * <p>Immutable and thread-safe.
 *
 * @param accepted copies that the region accepted
 * @param refused copies given up because the region refused them
 * @param timedOut copies given up after the delivery timeout
 * @param shed copies given up because too many waited for the region
 * @param heldBack copies given up because a message before them in their stream failed
 * @param closed copies given up because the sender was closed
 * @param pending copies that wait for the region or are on the way to it
 * @param deepestLane the most copies that wait, or are on the way, in one lane
 * @param batches batches that were sent, each retry counted
 * @param unknown batches that ended without an answer
 * @param breaker whether the sender believes that the region works
 */
public record RegionStatistics(
    long accepted,
    long refused,
    long timedOut,
    long shed,
    long heldBack,
    long closed,
    long pending,
    long deepestLane,
    long batches,
    long unknown,
    BreakerState breaker) {

  /** All copies that the sender gave up on. */
  public long gaveUp() {
    return refused + timedOut + shed + heldBack + closed;
  }
}
