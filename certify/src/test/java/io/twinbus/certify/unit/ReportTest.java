package io.twinbus.certify.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Promise;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.report.Comparison;
import io.twinbus.certify.report.MeasuredTable;
import io.twinbus.certify.report.ReportJson;
import io.twinbus.certify.report.ReportPage;
import io.twinbus.certify.report.RunReport;
import io.twinbus.certify.run.Measured;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  @Test
  void whatIsBrokenStandsFirstAndSaysWhichPromiseFalls() {
    RunReport report =
        report(
            result("a", Finding.holds("fine")),
            result("b", Finding.notRun("no <right>")),
            result("c", Finding.broken("given twice")));

    assertThat(report.worst()).isEqualTo(Grade.BROKEN);
    assertThat(report.results())
        .extracting(result -> result.assumption().id())
        .containsExactly("c", "b", "a");
    assertThat(ReportPage.of(report, List.of("a: HOLDS, and was BROKEN")))
        .contains(
            "What falls", "There are two workers.", "no &lt;right&gt;", "Since the earlier report")
        .contains("Broken: 1 of 3 assumptions.")
        .contains("east: orders-east.example · ledger: https://x.example/")
        .doesNotContain("<right>");
  }

  @Test
  void oneThatWasNotRunIsNoSuccess() {
    assertThat(report(result("a", Finding.holds("fine")), result("b", Finding.notRun("?"))).worst())
        .isEqualTo(Grade.NOT_RUN);
    assertThat(report().worst()).isEqualTo(Grade.NOT_RUN);
    assertThat(report(result("a", Finding.holds("fine"))).worst()).isEqualTo(Grade.HOLDS);
  }

  @Test
  void anEarlierReportIsComparedCheckByCheck(@TempDir Path files) throws Exception {
    RunReport before =
        report(
            result("a", Finding.broken("bad")),
            result("b", Finding.holds("fine")),
            result("c", Finding.holds("fine")));
    Path file = Files.writeString(files.resolve("last.json"), ReportJson.of(before).toString());

    RunReport now =
        report(
            result("a", Finding.holds("fine")),
            result("b", Finding.holds("fine")),
            result("d", Finding.notRun("?")));

    assertThat(Comparison.of(ReportJson.verdicts(file), now))
        .containsExactly(
            "a in east: HOLDS, and was BROKEN",
            "d in east: NOT_RUN, and was not in the earlier report",
            "c in east: not in this report, and was HOLDS");
  }

  @Test
  void aFileThatIsNoReportIsReadUpToABound(@TempDir Path files) throws Exception {
    Path file = files.resolve("last.json");
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength((16L << 20) + 1);
    }

    assertThatThrownBy(() -> ReportJson.verdicts(file))
        .isInstanceOf(IOException.class)
        .hasMessage("it is larger than 16 MiB");
  }

  @Test
  void aCharacterThatTurnsTheTextAroundIsShownAsItsEscape() {
    RunReport report = report(result("a", Finding.broken("seen \u202eevil\u001b[2J")));

    assertThat(ReportPage.of(report, List.of("line\u2028two")))
        .contains("seen \\u202Eevil\\u001B[2J", "line\\u2028two")
        .doesNotContain("\u202e", "\u001b", "\u2028");
  }

  @Test
  void howFastTheServicesAnsweredIsTold() {
    RunReport report = report(result("a", Finding.holds("fine")));

    assertThat(ReportPage.of(report, List.of()))
        .contains(
            "How fast the services answered",
            "12.0 ms",
            "340.0 ms",
            ">2.4</td>",
            "data-column=\"longest\"");
    assertThat(ReportJson.of(report).get("measured").toString())
        .isEqualTo(
            "[{\"place\":\"east\",\"request\":\"send\",\"answers\":24,\"medianMs\":12.0,"
                + "\"longestMs\":340.0,\"perSecond\":2.4}]");
    assertThat(MeasuredTable.lines(report.measured()))
        .containsExactly("Answers of east, median (longest) in ms: send 12.0 (340.0).");
  }

  private static Result result(String id, Finding verdict) {
    return new Result(
        new Assumption(
            id,
            "A session goes to one receiver.",
            new Assumption.Reason(
                "Workers rely on it.",
                Promise.ORDER,
                "There are two workers.",
                "https://x.invalid"),
            Duration.ofSeconds(10),
            Cost.NONE),
        "east",
        verdict,
        Duration.ofMillis(12));
  }

  private static RunReport report(Result... results) {
    return new RunReport(
        new RunReport.Subject(
            "twinbus",
            new TreeMap<>(Map.of("east", "orders-east.example", "ledger", "https://x.example/")),
            "development",
            "run-1",
            Instant.EPOCH,
            Duration.ofSeconds(9)),
        List.of(results),
        List.of(
            new Measured(
                "east",
                "send",
                24,
                Duration.ofMillis(12),
                Duration.ofMillis(340),
                Duration.ofSeconds(10))),
        Cost.operations(3),
        new RunReport.Tidying(List.of(), List.of(), List.of()));
  }
}
