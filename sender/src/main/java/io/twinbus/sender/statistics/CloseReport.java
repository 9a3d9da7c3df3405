package io.twinbus.sender.statistics;

import io.twinbus.protocol.RegionName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The messages and copies that were unsettled when a sender closed.
 *
 * <p>Immutable and thread-safe.
 *
 * @param unacknowledged messages whose future failed because the sender closed
 * @param copies copies that each region may lack because the sender closed
 */
public record CloseReport(long unacknowledged, SortedMap<RegionName, Long> copies) {

  /** Copies the map. */
  public CloseReport {
    copies = Collections.unmodifiableSortedMap(new TreeMap<>(copies));
  }

  /** Whether every message was settled in every region before the sender closed. */
  public boolean isClean() {
    return unacknowledged == 0 && copies.values().stream().allMatch(count -> count == 0);
  }
}
