package io.twinbus.sender.statistics;

import io.twinbus.protocol.RegionName;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a sender: its counters since it was built, and its present state.
 *
 * <p>Immutable and thread-safe.
 *
 * @param offered messages that were taken in
 * @param acknowledged messages whose receipt was handed out
 * @param failed messages whose future failed after they were taken in
 * @param inFlightMessages messages in the window of messages in flight
 * @param inFlightBytes bytes of those messages
 * @param sessions sessions whose counters are kept
 * @param sessionsEvicted sessions whose counters were dropped; each gets a fresh stream when it
 *     returns
 * @param regions the figures of each region
 * @param journal the state of the journal; empty without a journal
 */
public record SenderStatistics(
    long offered,
    long acknowledged,
    long failed,
    long inFlightMessages,
    long inFlightBytes,
    long sessions,
    long sessionsEvicted,
    SortedMap<RegionName, RegionStatistics> regions,
    Optional<JournalStatistics> journal) {

  /** Copies the map. */
  public SenderStatistics {
    regions = Collections.unmodifiableSortedMap(new TreeMap<>(regions));
  }
}
