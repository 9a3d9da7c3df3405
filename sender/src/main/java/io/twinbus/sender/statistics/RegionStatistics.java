package io.twinbus.sender.statistics;

/**
 * The figures of a sender for one region: its counters since it was built, and the present state.
 *
 * <p>Immutable and thread-safe.
 *
 * @param accepted copies that the region accepted
 * @param refused copies given up because the region refused them
 * @param timedOut copies given up after the delivery timeout
 * @param shed copies given up because too many waited for the region
 * @param heldBack copies given up because a message before them in their stream failed
 * @param closed copies given up because the sender was closed
 * @param pending copies that wait for the region or are in flight to it
 * @param deepestLane the most copies that wait or are in flight in one lane
 * @param batches batches that were sent; each retry counts
 * @param unknown batches that ended without an answer
 * @param hastened standby copies that the region took once more, without their delay, since their
 *     home region fails
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
    long hastened,
    BreakerState breaker) {

  /** All copies that the sender gave up. */
  public long gaveUp() {
    return refused + timedOut + shed + heldBack + closed;
  }
}
