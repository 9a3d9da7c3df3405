package io.twinbus.ops.setup;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates the ledger's database and container, and writes the deployment's name into it. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Create the ledger's database and container where they are missing, check the account, and"
          + " write the deployment's name into it.",
      "For development, and for accounts that no template set up. It can be run again; nothing is"
          + " overwritten."
    },
    footer = {"%nExamples:", "  twinbus ledger init", "  twinbus ledger init --yes"})
final class LedgerInitCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;

  @Option(
      names = "--yes",
      description = "Do it. Without this the command only says what it would do.")
  private boolean yes;

  LedgerInitCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    LedgerSettings ledger = LedgerSettings.from(settings);
    Deployment deployment = Deployment.of(ClusterSettings.from(settings));
    if (yes) {
      LedgerAccess.create(settings, deployment, context.clocks());
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("done", yes)
        .put("endpoint", ledger.endpoint().toString())
        .put("database", ledger.place().database())
        .put("container", ledger.place().sessions())
        .put("leases", ledger.place().leases())
        .put("deployment", deployment.toString());
    Sheet sheet = new Sheet(json);
    sheet.line("endpoint", ledger.endpoint().toString());
    sheet.line("database", ledger.place().database());
    String shape = ", partitioned by /pk, time to live on";
    sheet.line("container", ledger.place().sessions() + shape);
    sheet.line("leases", ledger.place().leases() + shape);
    sheet.line("deployment", deployment.toString());
    sheet.line(yes ? "done" : "would be", "created where it was missing, and checked");
    common.print(sheet);
    if (!yes) {
      common.tell("Nothing was changed; add --yes to do it.");
    }
    return ExitCode.OK.code();
  }
}
