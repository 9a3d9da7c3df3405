package io.twinbus.certify;

import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.closing.ClosingRun;
import io.twinbus.certify.report.Comparison;
import io.twinbus.certify.report.ReportJson;
import io.twinbus.certify.report.ReportPage;
import io.twinbus.certify.report.RunReport;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
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
          + " and removes them, also after Ctrl-C; what a crash leaves, the next run removes. It"
          + " touches nothing else, and fails nothing over. It says what it costs, and asks, before"
          + " it begins.",
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

  private final CliContext context;
  private final RandomGenerator random;
  private final Supplier<BufferedReader> answers;
  private final Optional<ClosingRun> closing;

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
   * @param answers where a person answers, opened when the command asks
   * @param closing what is played after the checks, if anything
   */
  public CertifyCommand(
      CliContext context,
      RandomGenerator random,
      Supplier<BufferedReader> answers,
      Optional<ClosingRun> closing) {
    this.context = context;
    this.random = random;
    this.answers = answers;
    this.closing = closing;
  }

  /**
   * On this machine's clocks, environment and terminal.
   *
   * @param closing what is played after the checks, if anything
   */
  public static CertifyCommand ofThisMachine(Optional<ClosingRun> closing) {
    return new CertifyCommand(
        CliContext.ofThisMachine(),
        new SecureRandom(),
        () -> new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())),
        closing);
  }

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> before = compare == null ? Map.of() : earlier(compare);
    CertifyRun run =
        new CertifyRun(
            context, common.load(context), random, checksOnly ? Optional.empty() : closing);
    if (!begins(run)) {
      common.tell("Nothing was done.");
      return ExitCode.OK.code();
    }
    Thread tidying = new Thread(() -> tellLeft(run.tidy()), "certify-tidy");
    Runtime.getRuntime().addShutdownHook(tidying);
    AtomicInteger done = new AtomicInteger();
    RunReport report =
        run.run(
            version(),
            result -> progress(done.incrementAndGet(), run.size(), result),
            () -> common.tell(CLOSING));
    forget(tidying);
    List<String> changes = compare == null ? List.of() : Comparison.of(before, report);
    print(report, changes);
    write(reportJson, () -> JsonText.pretty(ReportJson.of(report)) + "\n");
    write(reportHtml, () -> ReportPage.of(report, changes));
    return exit(report).code();
  }

  private String version() {
    return String.join(" ", spec.root().version());
  }

  private boolean begins(CertifyRun run) {
    Cost cost = run.cost();
    common.tell(
        ("%d checks in %s and the ledger; at most %d operations of Service Bus and %d request units"
                + " of Cosmos DB, and %d min.")
            .formatted(
                run.size(),
                String.join(", ", run.places()),
                cost.operations(),
                cost.requestUnits(),
                CertifyRun.BOUND.toMinutes()));
    common.tell(
        "With a key a database of 400 request units a second is made and removed: Azure bills it"
            + " for one hour, in each of the account's regions.");
    run.commands().forEach(line -> common.tell("Without a key, type once: " + line));
    if (mostCost != null && cost.total() > mostCost) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "That may be %d operations and request units together, and --most-cost allows %d: allow more."
              .formatted(cost.total(), mostCost));
    }
    if (yes) {
      return true;
    }
    if (!CommonOptions.isTerminal()) {
      throw new CommandFailure(
          ExitCode.USAGE, "There is no terminal to ask at: say --yes to begin.");
    }
    common.err().print("Begin? [y/N] ");
    common.err().flush();
    try {
      String answer = answers.get().readLine();
      return answer != null && answer.strip().equalsIgnoreCase("y");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void progress(int done, int all, Result result) {
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

  private void print(RunReport report, List<String> changes) {
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
    report.tidying().cleared().forEach(what -> common.tell("Removed, of an earlier run: " + what));
    changes.forEach(change -> common.tell("Changed: " + change));
    tellLeft(report.tidying().left());
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

  private void tellLeft(List<String> left) {
    left.forEach(
        what ->
            common.tell("Left behind: " + what + ". The next run removes it, after 10 minutes."));
  }

  private static ExitCode exit(RunReport report) {
    return switch (report.worst()) {
      case BROKEN -> ExitCode.UNHEALTHY;
      case NOT_RUN -> ExitCode.PARTIAL;
      case HOLDS -> report.tidying().left().isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
    };
  }

  private static Map<String, String> earlier(Path file) {
    try {
      return ReportJson.verdicts(file);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "%s cannot be compared with (%s): name a file that --report-json has written."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static void write(@Nullable Path file, Supplier<String> text) {
    if (file == null) {
      return;
    }
    try {
      Files.writeString(file, text.get());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "%s cannot be written (%s).".formatted(file, e.getMessage()), e);
    }
  }

  private static void forget(Thread tidying) {
    try {
      Runtime.getRuntime().removeShutdownHook(tidying);
    } catch (IllegalStateException e) {
      // The process is ending: the hook runs, and finds nothing to do.
    }
  }
}
