package io.twinbus.certify.report;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.report.HtmlTable.Cell;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report as one HTML page that needs nothing else: no script, no font, no picture. */
public final class ReportPage {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private static final String STYLE =
"""
:root { color-scheme: light dark; --line: #d0d4da; --soft: #5b6470; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: .15em; }
.soft { color: var(--soft); }
.sum { border-left: .4rem solid; padding: .6rem 1rem; margin: 1rem 0; font-size: 1.1rem; }
.grade { font-weight: 700; white-space: nowrap; }
.holds { color: #1a7f37; }
.broken { color: #c1121f; }
.not-run { color: #9a6700; }
code { font-size: .9em; white-space: nowrap; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a414b; --soft: #9aa4b1; }
  .holds { color: #4cc26a; }
  .broken { color: #ff6b6b; }
  .not-run { color: #e0b04c; }
}
""";

  private static final String ABOUT =
      "Twinbus keeps messages in order over two regions of Azure Service Bus and a ledger in Cosmos"
          + " DB. What it assumes of these services was tried here one by one, on the services of"
          + " this deployment. Where an assumption is broken, the promise beside it falls.";

  private static final double MILLIS_A_SECOND = 1_000;

  private ReportPage() {}

  /**
   * The page.
   *
   * @param changes what differs from an earlier report, in sentences; empty: nothing, or none was
   *     given
   */
  public static String of(RunReport report, List<String> changes) {
    RunReport.Subject subject = report.subject();
    StringBuilder page = new StringBuilder(20_000);
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>Twinbus certify: ")
        .append(HtmlText.of(subject.cluster()))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append(HtmlTable.STYLE)
        .append("</style>\n</head>\n<body>\n");
    page.append("<h1>Does this deployment keep what Twinbus assumes?</h1>\n<p class=\"soft\">")
        .append(
            HtmlText.of(
                "cluster %s · %s · took %d s · %s · run %s"
                    .formatted(
                        subject.cluster(),
                        TIME.format(subject.startedAt()),
                        subject.took().toSeconds(),
                        subject.version(),
                        subject.run())))
        .append("<br>\n")
        .append(HtmlText.of(places(subject)))
        .append("</p>\n<p class=\"soft\">")
        .append(ABOUT)
        .append("</p>\n<p class=\"sum ")
        .append(style(report.worst()))
        .append("\">")
        .append(HtmlText.of(report.sentence()))
        .append("</p>\n");
    falling(page, report);
    list(page, "Since the earlier report", changes);
    results(page, report);
    MeasuredTable.append(page, report.measured());
    list(page, "Left behind", report.tidying().left());
    list(page, "Removed, of earlier runs", report.tidying().cleared());
    page.append("<p class=\"soft\">Estimated before the run: at most ")
        .append(report.cost().operations())
        .append(" operations of Service Bus and ")
        .append(report.cost().requestUnits())
        .append(" request units of Cosmos DB.</p>\n</body>\n</html>\n");
    return page.toString();
  }

  private static String places(RunReport.Subject subject) {
    return subject.places().entrySet().stream()
        .map(place -> place.getKey() + ": " + place.getValue())
        .collect(Collectors.joining(" · "));
  }

  private static void falling(StringBuilder page, RunReport report) {
    List<Result> broken =
        report.results().stream()
            .filter(result -> result.verdict().grade() == Grade.BROKEN)
            .toList();
    if (broken.isEmpty()) {
      return;
    }
    page.append("<h2>What falls</h2>\n");
    HtmlTable table =
        new HtmlTable(page, Cell.of("promise"), Cell.of("what happens"), Cell.of("because"));
    for (Result result : broken) {
      table.row(
          Cell.styled("grade broken", result.assumption().reason().promise().words()),
          Cell.of(result.assumption().reason().otherwise()),
          Cell.of(result.place() + ": " + result.verdict().sentence()));
    }
    table.end();
  }

  private static void results(StringBuilder page, RunReport report) {
    page.append("<h2>All checks</h2>\n");
    HtmlTable table =
        new HtmlTable(
            page,
            Cell.of("verdict"),
            Cell.of("place"),
            Cell.of("assumption"),
            Cell.of("seen"),
            Cell.of("promise"),
            Cell.number("took"));
    for (Result result : report.results()) {
      Grade grade = result.verdict().grade();
      table.row(
          Cell.styled("grade " + style(grade), grade.words()),
          Cell.of(result.place()),
          new Cell("", assumption(result.assumption())),
          Cell.of(result.verdict().sentence()),
          Cell.of(result.assumption().reason().promise().words()),
          Cell.number(seconds(result.took())));
    }
    table.end();
  }

  private static String assumption(Assumption assumption) {
    return "<a href=\"%s\">%s</a> <code class=\"soft\">%s</code>"
        .formatted(
            HtmlText.of(assumption.reason().document()),
            HtmlText.of(assumption.sentence()),
            HtmlText.of(assumption.id()));
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / MILLIS_A_SECOND);
  }

  private static void list(StringBuilder page, String heading, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    page.append("<h2>").append(HtmlText.of(heading)).append("</h2>\n<ul>\n");
    lines.forEach(line -> page.append("<li>").append(HtmlText.of(line)).append("</li>\n"));
    page.append("</ul>\n");
  }

  private static String style(Grade grade) {
    return grade.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
