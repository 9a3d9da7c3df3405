package io.twinbus.ops.audit;

import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists what operators did. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List what operators did and which bodies were shown to them, the newest first.",
    footer = {
      "%nExamples:",
      "  twinbus audit list --since 24h",
      "  twinbus audit list --session 4711 --since 90d",
      "  twinbus audit list --act BODY_SHOWN --output csv"
    })
final class AuditListCommand implements Callable<Integer> {

  private static final int MAX_LIMIT = 100_000;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;
  @Mixin private AuditOptions which;

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int limit;

  AuditListCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ParameterException(spec.commandLine(), "--limit goes from 1 to 100000.");
    }
    AuditFilter filter = which.filter(context);
    Rows rows =
        new Rows(
            new Table("AT", "BY", "ACT", "SESSION", "MESSAGE", "EFFECT", "REASON"),
            AuditJson.FIELDS);
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      AuditPages.End end = AuditPages.read(ledger, filter, limit, entry -> add(rows, entry));
      common.print(rows);
      if (!end.isWhole()) {
        common.tell("There may be more; raise --limit to see them.");
      }
      common.tellCost(ledger);
      return exitCode(end, common);
    }
  }

  static int exitCode(AuditPages.End end, CommonOptions common) {
    if (end.unreadable() == 0) {
      return ExitCode.OK.code();
    }
    common.tell(
        "%d entries were written by a newer build and are left out.".formatted(end.unreadable()));
    return ExitCode.PARTIAL.code();
  }

  private static void add(Rows rows, AuditEntry entry) {
    rows.row(
        AuditJson.of(entry),
        entry.at().toString(),
        entry.by().toString(),
        entry.what().kind(),
        entry.about().session().orElse("-"),
        entry.about().message().orElse("-"),
        entry.what().effect(),
        entry.what().reason());
  }
}
