package io.twinbus.certify.report;

import io.twinbus.certify.report.HtmlTable.Cell;
import io.twinbus.certify.run.Measured;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How fast the services answered: as a table of a page, and as lines of a terminal. Stateless. */
public final class MeasuredTable {

  private static final double NANOS_A_MILLI = 1_000_000;

  private MeasuredTable() {}

  /** Appends the table to {@code page}; nothing where nothing was measured. */
  static void append(StringBuilder page, List<Measured> measured) {
    if (measured.isEmpty()) {
      return;
    }
    page.append(
            "<h2>How fast the services answered</h2>\n<p class=\"soft\">From the machine on which")
        .append(" the run was started, at the run's own pace of few requests a second: how long an")
        .append(" answer takes, not how many the services could give.</p>\n");
    HtmlTable table =
        new HtmlTable(
            page,
            Cell.of("place"),
            Cell.of("request"),
            Cell.number("answers"),
            Cell.number("median"),
            Cell.number("longest"),
            Cell.number("a second"));
    for (Measured one : measured) {
      table.row(
          Cell.of(one.place()),
          Cell.of(one.request()),
          Cell.number(Integer.toString(one.answers())),
          Cell.number(millis(one.median()) + " ms"),
          Cell.number(millis(one.longest()) + " ms"),
          Cell.number(tenths(one.perSecond())));
    }
    table.end();
  }

  /** One line for each place. */
  public static List<String> lines(List<Measured> measured) {
    Map<String, List<Measured>> places =
        measured.stream()
            .collect(
                Collectors.groupingBy(Measured::place, LinkedHashMap::new, Collectors.toList()));
    return places.entrySet().stream()
        .map(
            place ->
                "Answers of %s, median (longest) in ms: %s."
                    .formatted(
                        place.getKey(),
                        place.getValue().stream()
                            .map(MeasuredTable::text)
                            .collect(Collectors.joining(", "))))
        .toList();
  }

  private static String text(Measured one) {
    return "%s %s (%s)".formatted(one.request(), millis(one.median()), millis(one.longest()));
  }

  private static String millis(Duration time) {
    return tenths(time.toNanos() / NANOS_A_MILLI);
  }

  private static String tenths(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }
}
