package io.twinbus.ops.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.PrivateFile;
import io.twinbus.ops.output.Sheet;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Writes what operators did to a file. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Write what operators did to a new file, a JSON document a line, the newest first.",
      "At most 1000000 entries; only you may read the file."
    },
    footer = {"%nExamples:", "  twinbus audit export november.ndjson --since 2026-11-01T00:00:00Z"})
final class AuditExportCommand implements Callable<Integer> {

  private static final int MOST = 1_000_000;

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private AuditOptions which;

  @Parameters(paramLabel = "FILE", description = "The file, which must not exist.")
  private Path file;

  AuditExportCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AuditFilter filter = which.filter(context);
    try (OpenLedger ledger = context.ledger().open(common.load(context));
        PrivateFile out = PrivateFile.create(file)) {
      AuditPages.End end = write(ledger, filter, out);
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("file", file.toString()).put("entries", end.count()).put("whole", end.isWhole());
      Sheet sheet = new Sheet(json);
      sheet.line("file", file.toString());
      sheet.line("entries", Integer.toString(end.count()));
      common.print(sheet);
      if (!end.isWhole()) {
        common.tell("There may be more: export the time before with --until.");
      }
      common.tellCost(ledger);
      int code = AuditListCommand.exitCode(end, common);
      return end.isWhole() ? code : ExitCode.PARTIAL.code();
    }
  }

  /** A part that a failure leaves would pass for all that was done. */
  private static AuditPages.End write(OpenLedger ledger, AuditFilter filter, PrivateFile out) {
    try {
      AuditPages.End end =
          AuditPages.read(
              ledger, filter, MOST, entry -> out.line(JsonText.line(AuditJson.of(entry))));
      out.sync();
      return end;
    } catch (CommandFailure e) {
      out.discard();
      throw e;
    }
  }
}
