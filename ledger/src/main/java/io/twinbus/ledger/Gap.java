package io.twinbus.ledger;

import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A stream that waits for a message which is neither ended nor here, as the regions report it.
 *
 * <p>The stream and the cursor together identify a gap; reports about another cursor are about
 * another gap. Immutable and thread-safe.
 *
 * @param cursor the stream's cursor when the gap was reported
 * @param reports by region
 */
public record Gap(long cursor, SortedMap<RegionName, Report> reports) {

  /**
   * What one region says about a gap.
   *
   * @param lowestHeld the lowest number behind the gap that the region holds
   * @param since when the region reported it first
   */
  public record Report(long lowestHeld, Instant since) {}

  /** Copies {@code reports}. */
  public Gap {
    reports = Collections.unmodifiableSortedMap(new TreeMap<>(reports));
  }

  /** The same with {@code region}'s report added or replaced. */
  public Gap with(RegionName region, Report report) {
    SortedMap<RegionName, Report> next = new TreeMap<>(reports);
    next.put(region, report);
    return new Gap(cursor, next);
  }

  /** The same without {@code region}'s report. */
  public Gap without(RegionName region) {
    SortedMap<RegionName, Report> next = new TreeMap<>(reports);
    next.remove(region);
    return new Gap(cursor, next);
  }
}
