package io.twinbus.console.watch;

import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the system did at one moment, for charts.
 *
 * <p>Immutable and thread-safe.
 *
 * @param at when
 * @param regions what each region did
 */
public record Point(Instant at, SortedMap<RegionName, RegionPoint> regions) {

  /** Copies {@code regions}. */
  public Point {
    regions = Collections.unmodifiableSortedMap(new TreeMap<>(regions));
  }
}
