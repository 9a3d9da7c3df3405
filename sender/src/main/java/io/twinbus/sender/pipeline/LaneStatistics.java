package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.RegionStatistics;
import java.util.SortedMap;

/**
 * The core's counters since it began.
 *
 * @param offered messages taken in
 * @param acknowledged messages acknowledged
 * @param failed messages failed
 * @param failedByClosing those of the failed that the closing of the sender failed
 * @param sessions sessions whose counters are kept
 * @param sessionsEvicted sessions whose counters were dropped
 * @param regions each region's own
 */
public record LaneStatistics(
    long offered,
    long acknowledged,
    long failed,
    long failedByClosing,
    long sessions,
    long sessionsEvicted,
    SortedMap<RegionName, RegionStatistics> regions) {}
