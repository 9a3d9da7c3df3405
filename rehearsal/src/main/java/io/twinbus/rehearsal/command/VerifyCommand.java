package io.twinbus.rehearsal.command;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.ConfigOption;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.OutputFormat;
import io.twinbus.protocol.text.Printable;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.input.TextLines;
import io.twinbus.rehearsal.verify.HistoryFiles;
import io.twinbus.rehearsal.verify.LedgerRecords;
import io.twinbus.testkit.history.HistoryChecker;
import io.twinbus.testkit.history.Repeat;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks an outside system's effect log against what was sent. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Check a log of effects against the messages that were sent: nothing lost, nothing out of"
          + " order, every repeat explained. Exit code 0 says that all holds, 1 that it does not.",
      "Every line of the input counts as acknowledged. A line of the log is a JSON object with"
          + " session, id, token, attempt, region and instance, as a handler gets them."
    },
    footer = {
      "%nExamples:",
      "  twinbus verify --input events.ndjson.gz --applied applied.ndjson",
      "  twinbus verify --input events.ndjson --applied applied.ndjson --ledger --explain"
    })
public final class VerifyCommand implements Callable<Integer> {

  private final LedgerAccess access;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;

  @Option(
      names = "--applied",
      paramLabel = "FILE",
      required = true,
      description = "The effects, one a line in order of arrival; packed when it ends in .gz.")
  private @Nullable Path applied;

  @Option(
      names = "--ledger",
      description =
          "Read the ledger's records, too: they name messages that ended without an effect.")
  private boolean ledger;

  @Mixin private ConfigOption config;

  @Option(names = "--explain", description = "Print a sentence for each repeat.")
  private boolean explain;

  @Option(
      names = "--output",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat output = OutputFormat.TABLE;

  /** The command, reading the ledger that the configuration names. */
  public VerifyCommand() {
    this(LedgerAccess.cosmos());
  }

  /** The command with another way to a ledger. */
  public VerifyCommand(LedgerAccess access) {
    this.access = access;
  }

  @Override
  public Integer call() {
    if (!input.isGiven() || applied == null) {
      throw new ParameterException(spec.commandLine(), "Name what was sent with --input FILE.");
    }
    PrintWriter out = spec.commandLine().getOut();
    boolean asJson = output == OutputFormat.JSON;
    Consumer<Repeat> repeats =
        explain && !asJson ? repeat -> out.println(Printable.of(repeat.sentence())) : repeat -> {};
    HistoryChecker checker = new HistoryChecker(repeats);
    VerifyReport report = check(checker, applied);
    if (asJson) {
      out.println(report.json());
    } else {
      report.lines().forEach(line -> out.println(Printable.of(line)));
    }
    out.flush();
    return report.holds() ? ExitCode.OK.code() : ExitCode.FAILURE.code();
  }

  private VerifyReport check(HistoryChecker checker, Path log) {
    try (MessageSource messages = input.open();
        TextLines effects = TextLines.open("effect log", log)) {
      long sent = HistoryFiles.sent(messages, checker);
      long lines = HistoryFiles.effects(effects, checker);
      long records = ledger ? readLedger(checker) : 0;
      return new VerifyReport(sent, lines, records, checker.finish());
    } catch (InputException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private long readLedger(HistoryChecker checker) {
    try (OpenLedger open = access.open(config.load())) {
      return LedgerRecords.readAll(open.queries(), checker::record);
    }
  }
}
