package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.statistics.RegionStatistics;
import java.util.SortedMap;

/**
 * The counters of the lanes since they began.
 *
 * @param offered messages taken in
 * @param acknowledged messages acknowledged
 * @param failed messages failed
 * @param failedByClosing failed messages that failed because the sender closed
 * @param sessions sessions whose counters are kept
 * @param sessionsEvicted sessions whose counters were dropped
 * @param regions the counters of each region
 * @param lacking for each region, copies given up of messages that another region has
 * @param owed for each region, the copies that wait in the journal; empty without a journal
 */
public record LaneStatistics(
    long offered,
    long acknowledged,
    long failed,
    long failedByClosing,
    long sessions,
    long sessionsEvicted,
    SortedMap<RegionName, RegionStatistics> regions,
    SortedMap<RegionName, Long> lacking,
    SortedMap<RegionName, OwedToRegion> owed) {}
