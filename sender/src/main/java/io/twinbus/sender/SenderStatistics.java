package io.twinbus.sender;

import io.twinbus.protocol.RegionName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a sender did since it was built, and how things stand, at one moment.
 *
 * <p>Immutable and thread-safe.
 *
 * @param offered messages that were taken in
 * @param acknowledged messages whose receipt was handed out
 * @param failed messages whose future failed after they were taken in
 * @param inFlightMessages messages in the window
 * @param inFlightBytes bytes of the messages in the window
 * @param sessions sessions whose counters are kept
 * @param sessionsEvicted sessions whose counters were dropped; each gets a fresh stream when it
 *     returns
 * @param regions each region's own figures
 */
public record SenderStatistics(
    long offered,
    long acknowledged,
    long failed,
    long inFlightMessages,
    long inFlightBytes,
    long sessions,
    long sessionsEvicted,
    SortedMap<RegionName, RegionStatistics> regions) {

  /** Copies the map. */
  public SenderStatistics {
    regions = Collections.unmodifiableSortedMap(new TreeMap<>(regions));
  }
}
