package io.twinbus.ops.dlq;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.OperatorOption;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes dead letters, with what they carry, to a file. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Write dead letters with their bodies to a new file, a JSON document a line, one a message.",
      "Only you may read the file. The audit container notes it. An export above its bounds is refused as a whole."
    },
    footer = {
      "%nExamples:",
      "  twinbus dlq export letters.ndjson --reason 'ticket 4711'",
      "  twinbus dlq export refused.ndjson --died-of HandlerRefused"
    })
final class DlqExportCommand implements Callable<Integer> {

  private static final int MOST_LETTERS = 100_000;
  private static final int MOST_MIB = 102_400;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private QueueOptions common;
  @Mixin private LetterOptions which;
  @Mixin private OperatorOption operator;

  @Parameters(paramLabel = "FILE", description = "The file, which must not exist.")
  private Path file;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, which stays on record.")
  private String reason = "";

  @Option(
      names = "--limit",
      defaultValue = "10000",
      description = "At most so many dead letters, 1 to 100000 (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--max-mib",
      paramLabel = "MIB",
      defaultValue = "1024",
      description = "A file of at most so many MiB, 1 to 102400 (default: ${DEFAULT-VALUE}).")
  private int mib;

  DlqExportCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (limit < 1 || limit > MOST_LETTERS) {
      throw new ParameterException(spec.commandLine(), "--limit goes from 1 to 100000.");
    }
    if (mib < 1 || mib > MOST_MIB) {
      throw new ParameterException(spec.commandLine(), "--max-mib goes from 1 to 102400.");
    }
    FlatSettings settings = common.load(context);
    ClusterSettings cluster = ClusterSettings.from(settings);
    List<RegionLooks.Seen> seen = which.look(context, cluster, common);
    List<Letter> letters = Letter.among(seen);
    try (OpenLedger ledger = context.ledger().open(settings);
        LetterExport export =
            new LetterExport(context, cluster, new LetterExport.Bounds(limit, mib))) {
      AuditTrail trail = AuditTrail.of(ledger, context, common, operator.author(context, common));
      export.write(letters, file, trail, reason);
      common.tellCost(ledger);
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("file", file.toString()).put("letters", letters.size());
    Sheet sheet = new Sheet(json);
    sheet.line("file", file.toString());
    sheet.line("letters", Integer.toString(letters.size()));
    common.print(sheet);
    return LetterOptions.exitCode(seen);
  }
}
