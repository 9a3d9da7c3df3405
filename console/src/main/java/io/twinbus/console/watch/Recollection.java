package io.twinbus.console.watch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The points of the last fifteen minutes, at most {@value #MAX_POINTS}. Not thread-safe. */
final class Recollection {

  static final Duration LENGTH = Duration.ofMinutes(15);
  static final int MAX_POINTS = 900;

  private final Deque<Point> points = new ArrayDeque<>();

  void add(Point point) {
    points.addLast(point);
    while (points.size() > MAX_POINTS
        || points.getFirst().at().isBefore(point.at().minus(LENGTH))) {
      points.removeFirst();
    }
  }

  List<Point> all() {
    return List.copyOf(points);
  }
}
