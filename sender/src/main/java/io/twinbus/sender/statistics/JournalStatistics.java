package io.twinbus.sender.statistics;

import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The present state of a sender's journal.
 *
 * <p>Immutable and thread-safe.
 *
 * @param bytes bytes that its files have on the disk
 * @param boundBytes bytes from which on new messages wait for room: the journal's limit, less the
 *     window of messages in flight and a share for the records of ended copies
 * @param owed the copies that each region has not got
 */
public record JournalStatistics(long bytes, long boundBytes, SortedMap<RegionName, Owed> owed) {

  /** Copies the map. */
  public JournalStatistics {
    owed = Collections.unmodifiableSortedMap(new TreeMap<>(owed));
  }

  /**
   * The copies that a region has not got.
   *
   * <p>Immutable and thread-safe.
   *
   * @param copies their number, those in flight included
   * @param oldestAge how long the oldest has waited, to the second; zero: there is none
   */
  public record Owed(long copies, Duration oldestAge) {}

  /** Whether new messages wait for room. */
  public boolean isFull() {
    return bytes >= boundBytes;
  }
}
