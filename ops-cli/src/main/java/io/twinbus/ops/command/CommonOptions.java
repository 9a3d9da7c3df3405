package io.twinbus.ops.command;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.OutputFormat;
import io.twinbus.ops.output.Report;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.text.Printable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that every operator's command has: its configuration, its output format, and whether
 * it says what it cost.
 */
public class CommonOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = {"-o", "--output"},
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat output = OutputFormat.TABLE;

  @Option(
      names = {"-v", "--verbose"},
      description = "Say on stderr how many request units the ledger was asked for.")
  private boolean verbose;

  /**
   * The settings of the file and of {@code context}' environment, as the command's queue has them:
   * the one there is, or the first of several, for commands that ask nothing of a queue.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public FlatSettings load(CliContext context) {
    SortedMap<String, FlatSettings> queues = queues(context);
    return queues.values().iterator().next();
  }

  /**
   * The settings of the file and of {@code context}' environment, as each queue has them.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public final SortedMap<String, FlatSettings> queues(CliContext context) {
    return ConfiguredQueues.of(read(context).settings());
  }

  /** The queue that the command is about; empty where there are several and it is about none. */
  public Optional<EntityKey> queue(CliContext context) {
    return queues(context).size() == 1
        ? Optional.of(EntityKey.of(EntitySettings.named(load(context))))
        : Optional.empty();
  }

  /**
   * The file and {@code context}' environment.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public final Configuration read(CliContext context) {
    return config.read(context.environment());
  }

  /** The configuration file that was named, if one was. */
  public final @Nullable Path file() {
    return config.file();
  }

  /** How results are printed. */
  public final OutputFormat output() {
    return output;
  }

  /** Where results go. */
  public final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Whether standard output is a terminal, as the launcher says; false without the launcher. */
  public static boolean isTerminal() {
    return Boolean.getBoolean("twinbus.terminal.out");
  }

  /** Where all else goes. */
  public final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Prints {@code report} and flushes. */
  public final void print(Report report) {
    report.print(output, out());
    out().flush();
  }

  /** Says one line on stderr. */
  public final void tell(String line) {
    err().println(Printable.of(line));
    err().flush();
  }

  /** Says, when asked to, what {@code ledger} has cost. */
  public final void tellCost(OpenLedger ledger) {
    if (verbose) {
      tell(
          "Asking the ledger cost %s request units."
              .formatted(rounded(ledger.cost().getAsDouble())));
    }
  }

  private static String rounded(double units) {
    return String.format(Locale.ROOT, "%.1f", units);
  }
}
