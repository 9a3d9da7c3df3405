package io.twinbus.sender.journal;

import java.time.Instant;
import java.util.Arrays;

/**
 * When the messages of a segment were taken in, to the second: one entry for each second in which
 * messages came, so that a busy segment needs little memory. Not thread-safe.
 */
final class SentTimes {

  private static final int FIRST_CAPACITY = 16;

  private int[] positions = new int[FIRST_CAPACITY];
  private long[] seconds = new long[FIRST_CAPACITY];
  private int size;

  /** Adds the next message; a clock that went back is taken to stand still. */
  void add(int position, Instant sentAt) {
    long second = sentAt.getEpochSecond();
    if (size > 0 && second <= seconds[size - 1]) {
      return;
    }
    if (size == positions.length) {
      positions = Arrays.copyOf(positions, 2 * size);
      seconds = Arrays.copyOf(seconds, 2 * size);
    }
    positions[size] = position;
    seconds[size] = second;
    size++;
  }

  /** When the message at {@code position}, which was added, was taken in. */
  Instant at(int position) {
    int found = Arrays.binarySearch(positions, 0, size, position);
    return Instant.ofEpochSecond(seconds[found >= 0 ? found : -found - 2]);
  }
}
