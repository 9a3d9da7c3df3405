package io.twinbus.certify;

import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.closing.ClosingRun;
import io.twinbus.certify.report.Comparison;
import io.twinbus.certify.report.MeasuredTable;
import io.twinbus.certify.report.ReportJson;
import io.twinbus.certify.report.ReportPage;
import io.twinbus.certify.report.RunReport;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tries on the user's own account what the protocol assumes of it. */
@Command(
    name = "certify",
    mixinStandardHelpOptions = true,
    description = {
      "Try, on this deployment's own Service Bus and Cosmos DB, everything that the promises assume"
          + " of them: each assumption HOLDS, is BROKEN (and which promise falls), or was NOT RUN"
          + " (and why).",
      "It makes queues and a database of its own, whose names begin with twinbus-certify-until-,"
          + " and removes them, also after Ctrl-C or SIGTERM, after which there is no report; what a"
          + " crash leaves, the next run removes. It touches nothing else, and fails nothing over. It"
          + " says what it costs, and asks, before it begins.",
      "Exit code 0 when all hold, 5 when one is broken, 6 when some were not run or something was"
          + " left."
    },
    footer = {
      "%nExamples:",
      "  twinbus certify --config azure.yaml",
      "  twinbus certify --yes --report-json now.json --compare last.json --report-html now.html"
    })
public final class CertifyCommand implements Callable<Integer> {

  private static final String CLOSING =
      "Now the closing run, a minute or two: receivers start, messages are sent, one receiver is"
          + " killed.";

  private static final String CHECKS_ALONE =
      "This program has the checks alone. The closing run needs a checkout: './twinbus certify'.";

  private final CliContext context;
  private final RandomGenerator random;
  private final Terminal terminal;
  private final Optional<ClosingRun> closing;
  private final LongTimes longTimes;

  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Option(
      names = "--yes",
      description = "Begin without asking. Without a terminal nothing begins otherwise.")
  private boolean yes;

  @Option(
      names = "--most-cost",
      paramLabel = "N",
      description =
          "Do not begin if operations of Service Bus and request units of Cosmos DB, together, may"
              + " be more than N.")
  private @Nullable Integer mostCost;

  @Option(
      names = "--checks-only",
      description =
          "Leave out the closing run: senders and receivers of this build at work for a minute, one"
              + " of which is killed.")
  private boolean checksOnly;

  @Option(
      names = "--long",
      description =
          "Try, too, what takes a quarter of an hour: an idle link, a message that is held for 15"
              + " minutes, and an item that lives for 5.")
  private boolean withLong;

  @Option(
      names = "--report-json",
      paramLabel = "FILE",
      description = "Write the report there as one JSON document.")
  private @Nullable Path reportJson;

  @Option(
      names = "--report-html",
      paramLabel = "FILE",
      description = "Write the report there as one HTML page, to be sent to a colleague.")
  private @Nullable Path reportHtml;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = "Say what differs from this earlier report, written by --report-json.")
  private @Nullable Path compare;

  /**
   * Works in {@code context}.
   *
   * @param random makes the names of runs differ
   * @param terminal where a person answers
   * @param closing what is played after the checks; empty where this program has no such thing
   * @param longTimes how long the long checks last
   */
  public CertifyCommand(
      CliContext context,
      RandomGenerator random,
      Terminal terminal,
      Optional<ClosingRun> closing,
      LongTimes longTimes) {
    this.context = context;
    this.random = random;
    this.terminal = terminal;
    this.closing = closing;
    this.longTimes = longTimes;
  }

  /**
   * On this machine's clocks, environment and terminal.
   *
   * @param closing what is played after the checks; empty where this program has no such thing
   */
  public static CertifyCommand ofThisMachine(Optional<ClosingRun> closing) {
    return new CertifyCommand(
        CliContext.ofThisMachine(),
        new SecureRandom(),
        Terminal.ofThisMachine(),
        closing,
        LongTimes.ofAzure());
  }

  @Override
  public Integer call() throws InterruptedException {
    ReportFiles.requireWritable(reportJson);
    ReportFiles.requireWritable(reportHtml);
    Map<String, String> before = compare == null ? Map.of() : ReportFiles.verdicts(compare);
    CertifyRun run =
        new CertifyRun(
            context,
            common.load(context),
            random,
            checksOnly ? Optional.empty() : closing,
            withLong ? Optional.of(longTimes) : Optional.empty());
    if (closing.isEmpty() && !checksOnly) {
      common.tell(CHECKS_ALONE);
    }
    if (!new Consent(common, terminal).isGiven(run, mostCost, yes)) {
      common.tell("Nothing was done.");
      return ExitCode.OK.code();
    }
    Thread tidying = new Thread(() -> stopped(run), "certify-tidy");
    Runtime.getRuntime().addShutdownHook(tidying);
    AtomicInteger done = new AtomicInteger();
    RunReport report =
        run.run(
            version(),
            result -> progress(done.incrementAndGet(), run.size(), result),
            this::closingBegins);
    if (!forget(tidying)) {
      return ExitCode.FAILURE.code(); // nobody sees it: the process is ending by a signal
    }
    List<String> changes = compare == null ? List.of() : Comparison.of(before, report);
    print(run, report, changes);
    ReportFiles.write(reportJson, () -> JsonText.pretty(ReportJson.of(report)) + "\n");
    ReportFiles.write(reportHtml, () -> ReportPage.of(report, changes));
    return exit(report).code();
  }

  private String version() {
    return String.join(" ", spec.root().version());
  }

  /** By a signal: what is found from here on is of what is being taken away. */
  private void stopped(CertifyRun run) {
    common.tell("Stopped before its end: there is no report. What was made is being removed.");
    List<String> left = run.tidy();
    tellLeft(run, left);
    if (left.isEmpty()) {
      common.tell("Nothing is left behind.");
    }
  }

  private void closingBegins() {
    if (!isEnding()) {
      common.tell(CLOSING);
    }
  }

  private void progress(int done, int all, Result result) {
    if (isEnding()) {
      return;
    }
    common.tell(
        "%d/%d %s %s in %s: %s"
            .formatted(
                done,
                all,
                result.verdict().grade().words(),
                result.assumption().id(),
                result.place(),
                result.verdict().sentence()));
  }

  private void print(CertifyRun run, RunReport report, List<String> changes) {
    Rows rows =
        new Rows(
            new Table("VERDICT", "CHECK", "PLACE", "PROMISE", "MS", "SEEN"),
            "verdict",
            "check",
            "place",
            "promise",
            "tookMs",
            "seen");
    for (Result result : report.results()) {
      rows.row(
          ReportJson.of(result),
          result.verdict().grade().words(),
          result.assumption().id(),
          result.place(),
          result.assumption().reason().promise().words(),
          Long.toString(result.took().toMillis()),
          result.verdict().sentence());
    }
    common.print(rows);
    MeasuredTable.lines(report.measured()).forEach(common::tell);
    report.tidying().cleared().forEach(what -> common.tell("Removed, of an earlier run: " + what));
    changes.forEach(change -> common.tell("Changed: " + change));
    tellLeft(run, report.tidying().left());
    for (Result result : report.results()) {
      if (result.verdict().grade() == Grade.BROKEN) {
        common.tell(
            "%s falls: %s"
                .formatted(
                    result.assumption().reason().promise().words(),
                    result.assumption().reason().otherwise()));
      }
    }
    common.tell(report.sentence());
  }

  private void tellLeft(CertifyRun run, List<String> left) {
    left.forEach(
        what ->
            common.tell(
                "Left behind: %s. The next run removes it, after %d minutes."
                    .formatted(what, run.bound().toMinutes())));
  }

  private static ExitCode exit(RunReport report) {
    return switch (report.worst()) {
      case BROKEN -> ExitCode.UNHEALTHY;
      case NOT_RUN -> ExitCode.PARTIAL;
      case HOLDS -> report.tidying().left().isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
    };
  }

  /** Whether this process is ending, by a signal for instance: only then no hook is taken. */
  private static boolean isEnding() {
    Thread probe = new Thread(() -> {}, "certify-probe");
    try {
      Runtime.getRuntime().addShutdownHook(probe);
    } catch (IllegalStateException e) {
      return true;
    }
    return !forget(probe);
  }

  /** False: the process is ending, and runs {@code hook}. */
  private static boolean forget(Thread hook) {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
