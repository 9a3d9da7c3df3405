package io.twinbus.certify.report;

import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Result;
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
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
      h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
      h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
      .soft { color: var(--soft); }
      .sum { border-left: .4rem solid; padding: .6rem 1rem; margin: 1rem 0; font-size: 1.1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
      th { font-weight: 600; }
      td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
      .grade { font-weight: 700; white-space: nowrap; }
      .holds { color: #1a7f37; }
      .broken { color: #c1121f; }
      .not-run { color: #9a6700; }
      code { font-size: .9em; }
      @media (prefers-color-scheme: dark) {
        :root { --line: #3a414b; --soft: #9aa4b1; }
        .holds { color: #4cc26a; }
        .broken { color: #ff6b6b; }
        .not-run { color: #e0b04c; }
        a { color: #8ab4f8; }
      }
      """;

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
        .append("</style>\n</head>\n<body>\n");
    page.append("<h1>Does this deployment keep what Twinbus assumes?</h1>\n<p class=\"soft\">")
        .append(
            HtmlText.of(
                "%s · %s · %d s · %s · run %s"
                    .formatted(
                        subject.cluster(),
                        TIME.format(subject.startedAt()),
                        subject.took().toSeconds(),
                        subject.version(),
                        subject.run())))
        .append("<br>\n")
        .append(HtmlText.of(places(subject)))
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
    page.append("<h2>What falls</h2>\n<table>\n")
        .append("<tr><th>promise</th><th>what happens</th><th>because</th></tr>\n");
    for (Result result : broken) {
      page.append("<tr><td class=\"grade broken\">")
          .append(HtmlText.of(result.assumption().reason().promise().words()))
          .append("</td><td>")
          .append(HtmlText.of(result.assumption().reason().otherwise()))
          .append("</td><td>")
          .append(HtmlText.of(result.place() + ": " + result.verdict().sentence()))
          .append("</td></tr>\n");
    }
    page.append("</table>\n");
  }

  private static void results(StringBuilder page, RunReport report) {
    page.append("<h2>All checks</h2>\n<table>\n<tr><th>verdict</th><th>place</th>")
        .append("<th>assumption</th><th>seen</th><th>promise</th><th>took</th></tr>\n");
    for (Result result : report.results()) {
      Grade grade = result.verdict().grade();
      page.append("<tr><td class=\"grade ")
          .append(style(grade))
          .append("\">")
          .append(HtmlText.of(grade.words()))
          .append("</td><td>")
          .append(HtmlText.of(result.place()))
          .append("</td><td><a href=\"")
          .append(HtmlText.of(result.assumption().reason().document()))
          .append("\">")
          .append(HtmlText.of(result.assumption().sentence()))
          .append("</a> <code class=\"soft\">")
          .append(HtmlText.of(result.assumption().id()))
          .append("</code></td><td>")
          .append(HtmlText.of(result.verdict().sentence()))
          .append("</td><td>")
          .append(HtmlText.of(result.assumption().reason().promise().words()))
          .append("</td><td class=\"number\">")
          .append(result.took().toMillis())
          .append(" ms</td></tr>\n");
    }
    page.append("</table>\n");
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
