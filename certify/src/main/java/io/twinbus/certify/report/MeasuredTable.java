package io.twinbus.certify.report;

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
        .append(
            " answer takes, not how many the services could give.</p>\n<table>\n<tr><th>place</th>")
        .append("<th>request</th><th>answers</th><th>median</th><th>longest</th>")
        .append("<th>a second</th></tr>\n");
    for (Measured one : measured) {
      page.append("<tr><td>")
          .append(HtmlText.of(one.place()))
          .append("</td><td>")
          .append(HtmlText.of(one.request()));
      number(page, Integer.toString(one.answers()));
      number(page, millis(one.median()) + " ms");
      number(page, millis(one.longest()) + " ms");
      number(page, tenths(one.perSecond()));
      page.append("</td></tr>\n");
    }
    page.append("</table>\n");
  }

  private static void number(StringBuilder page, String text) {
    page.append("</td><td class=\"number\">").append(text);
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
