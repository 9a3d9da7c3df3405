package io.twinbus.ops.setup;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.OperatorOption;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates the ledger's database and containers, and writes the deployment's name into it. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Create the ledger's database and containers where they are missing, check the account, and"
          + " write the deployment's name into it.",
      "For development, and for accounts that no template set up. It can be run again; nothing is"
          + " overwritten."
    },
    footer = {"%nExamples:", "  twinbus ledger init", "  twinbus ledger init --yes"})
final class LedgerInitCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private OperatorOption operator;

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
      note(settings);
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("done", yes)
        .put("endpoint", ledger.endpoint().toString())
        .put("database", ledger.place().database())
        .put("container", ledger.place().sessions())
        .put("leases", ledger.place().leases())
        .put("audit", ledger.place().audit())
        .put("deployment", deployment.toString());
    Sheet sheet = new Sheet(json);
    sheet.line("endpoint", ledger.endpoint().toString());
    sheet.line("database", ledger.place().database());
    String shape = ", partitioned by /pk, time to live on";
    sheet.line("container", ledger.place().sessions() + shape);
    sheet.line("leases", ledger.place().leases() + shape);
    sheet.line("audit", ledger.place().audit() + shape);
    sheet.line("deployment", deployment.toString());
    sheet.line(yes ? "done" : "would be", "created where it was missing, and checked");
    common.print(sheet);
    if (!yes) {
      common.tell("Nothing was changed; add --yes to do it.");
    }
    return ExitCode.OK.code();
  }

  /** Afterwards, for before there is no container to note it in. */
  private void note(FlatSettings settings) {
    try (OpenLedger ledger = context.ledger().open(settings)) {
      AuditTrail.of(ledger, context, common, operator.author(context, common))
          .note(
              AuditSubject.deployment(),
              new AuditedAct(
                  AuditedAct.LEDGER_INIT, "", "containers created where they were missing"));
    }
  }
}
