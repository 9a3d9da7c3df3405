package io.twinbus.console.watch;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Request units a second over the last half minute. Not thread-safe. */
final class CostMeter {

  private static final Duration LENGTH = Duration.ofSeconds(30);

  private final Deque<Reading> readings = new ArrayDeque<>();

  private record Reading(MonotonicTime at, double total) {}

  /** The rate, now that {@code total} units have been spent at {@code now}. */
  double on(double total, MonotonicTime now) {
    readings.addLast(new Reading(now, total));
    while (readings.size() > 2 && now.since(readings.getFirst().at()).compareTo(LENGTH) > 0) {
      readings.removeFirst();
    }
    Reading first = readings.getFirst();
    double seconds = now.since(first.at()).toMillis() / 1_000.0;
    return seconds <= 0 ? 0 : (total - first.total()) / seconds;
  }
}
