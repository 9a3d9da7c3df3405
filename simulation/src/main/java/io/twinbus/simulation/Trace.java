package io.twinbus.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Who did what, when: kept only in a replay, for then the lines are read. The oldest lines go first
 * past {@value #MAX_LINES}.
 */
final class Trace {

  private static final int MAX_LINES = 4_000;

  private final boolean kept;
  private final Timeline timeline;
  private final Deque<String> lines = new ArrayDeque<>();

  Trace(Timeline timeline, boolean kept) {
    this.timeline = timeline;
    this.kept = kept;
  }

  void say(String who, Supplier<String> what) {
    if (!kept) {
      return;
    }
    if (lines.size() == MAX_LINES) {
      lines.removeFirst();
    }
    lines.addLast("%9s  %-14s %s".formatted(seconds(timeline.now()), who, what.get()));
  }

  String text() {
    return String.join("\n", lines);
  }

  static String seconds(Duration time) {
    return "%.3f".formatted(time.toNanos() / 1e9);
  }
}
