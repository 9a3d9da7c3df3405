package io.twinbus.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Who did what, when: kept only in a replay, for then the lines are read. The oldest lines go first
 * past {@value #MAX_LINES}.
 */
final class Trace {

  private static final int MAX_LINES = 4_000;

  private final boolean kept;
  private final Timeline timeline;
  private final Deque<Line> lines = new ArrayDeque<>();

  /** Laid out when it is read: most lines never are. */
  private record Line(Duration at, String who, String what) {
    @Override
    public String toString() {
      return "%9s  %-14s %s".formatted(seconds(at), who, what);
    }
  }

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
    lines.addLast(new Line(timeline.now(), who, what.get()));
  }

  String text() {
    return lines.stream().map(Line::toString).collect(Collectors.joining("\n"));
  }

  static String seconds(Duration time) {
    return "%.3f".formatted(time.toNanos() / 1e9);
  }
}
