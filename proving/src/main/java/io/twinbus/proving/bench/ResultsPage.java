package io.twinbus.proving.bench;

import io.twinbus.certify.report.HtmlText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Results of a bench as one HTML page that needs nothing else: no script, no font, no picture.
 *
 * <p>Immutable and thread-safe.
 *
 * @param bench the bench's name
 * @param at when it ended
 * @param before the machine when it began
 * @param after the machine when it ended
 * @param results what it told
 */
public record ResultsPage(
    String bench, Instant at, Machine before, Machine after, List<Result> results) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #8884; }
      td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
      .missed { font-weight: 700; color: light-dark(#b3261e, #ff8a80); }
      """;

  /** Copies {@code results}. */
  public ResultsPage {
    results = List.copyOf(results);
  }

  /** The page. */
  public String html() {
    StringBuilder page = new StringBuilder(8_000);
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>Twinbus bench ")
        .append(HtmlText.of(bench))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>Twinbus bench ")
        .append(HtmlText.of(bench))
        .append("</h1>\n<p>")
        .append(HtmlText.of(verdict()))
        .append("</p>\n<p>")
        .append(TIME.format(at))
        .append(" · at the start: ")
        .append(HtmlText.of(before.text()))
        .append(" · at the end: ")
        .append(HtmlText.of(after.text()))
        .append("</p>\n<table>\n<thead><tr><th scope=\"col\">Measured</th>")
        .append(
            "<th scope=\"col\" class=\"n\">Median</th><th scope=\"col\" class=\"n\">Spread</th>")
        .append("<th scope=\"col\" class=\"n\">Budget</th><th scope=\"col\">Met</th>")
        .append("<th scope=\"col\">Remark</th></tr></thead>\n<tbody>\n");
    results.forEach(result -> row(page, result));
    return page.append("</tbody>\n</table>\n</body>\n</html>\n").toString();
  }

  private String verdict() {
    long judged = results.stream().filter(result -> result.budget() != null).count();
    long missed = results.stream().filter(result -> !result.met()).count();
    return missed == 0
        ? "All of %d budgets are met.".formatted(judged)
        : "%d of %d budgets are missed.".formatted(missed, judged);
  }

  private static void row(StringBuilder page, Result result) {
    Budget budget = result.budget();
    String met =
        budget == null ? "" : result.met() ? "yes" : "<span class=\"missed\">missed</span>";
    page.append("<tr><th scope=\"row\">")
        .append(HtmlText.of(result.name()))
        .append("</th><td class=\"n\">")
        .append(HtmlText.of(Figures.text(result.samples().median()) + result.unit()))
        .append("</td><td class=\"n\">")
        .append(HtmlText.of(result.spread()))
        .append("</td><td class=\"n\">")
        .append(budget == null ? "" : HtmlText.of(budget.text(result.unit())))
        .append("</td><td>")
        .append(met)
        .append("</td><td>")
        .append(HtmlText.of(result.remark()))
        .append("</td></tr>\n");
  }
}
