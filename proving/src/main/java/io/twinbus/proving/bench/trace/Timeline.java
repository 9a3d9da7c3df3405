package io.twinbus.proving.bench.trace;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Draws spans as a table with a line each, for a terminal or a page of text. What began before the
 * trace is drawn from the left edge, and its first column says {@code <}.
 */
public final class Timeline {

  private static final int WIDTH = 60;
  private static final double MILLIS = 1e6;
  private static final String LINE = "%-8s %-34s %7s %7s  %s";

  private Timeline() {}

  /** Two lines of heading and one for each span, as long as the last one; none without spans. */
  public static List<String> draw(List<Span> spans) {
    if (spans.isEmpty()) {
      return List.of();
    }
    long end = Math.max(1, spans.stream().mapToLong(Span::to).max().orElseThrow());
    return Stream.concat(
            Stream.of(
                line("", "", "from ms", "to ms", scale(end)),
                line("", "", "", "", "-".repeat(WIDTH))),
            spans.stream().map(span -> line(span, end)))
        .toList();
  }

  private static String scale(long end) {
    String right = millis(end);
    return "0" + " ".repeat(WIDTH - 1 - right.length()) + right;
  }

  private static String line(Span span, long end) {
    String from = span.from() < 0 ? "<" : millis(span.from());
    int left = column(Math.max(0, span.from()), end);
    int right = column(span.to(), end);
    String bar = span.isMoment() ? "|" : "=".repeat(Math.max(1, right - left + 1));
    return line(
        span.who(),
        span.what(),
        from,
        span.isMoment() ? "" : millis(span.to()),
        " ".repeat(left) + bar);
  }

  private static int column(long nanos, long end) {
    return (int) Math.min(WIDTH - 1, nanos * WIDTH / end);
  }

  private static String line(String who, String what, String from, String to, String bar) {
    return LINE.formatted(who, what, from, to, bar).stripTrailing();
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / MILLIS);
  }
}
