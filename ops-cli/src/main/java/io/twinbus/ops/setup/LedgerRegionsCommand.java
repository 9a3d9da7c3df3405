package io.twinbus.ops.setup;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionLocations;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the regions of the ledger's account. */
@Command(
    name = "regions",
    mixinStandardHelpOptions = true,
    description = {
      "List the regions of the ledger's account in the order in which they would be written: the"
          + " first one is.",
      "MESSAGES names the region of the deployment whose Service Bus is in the same Azure region"
          + " (twinbus.regions.<name>.location). READS is yes for the region that this machine's"
          + " client reads from: it prefers none, and takes the account's order."
    },
    footer = {"%nExamples:", "  twinbus ledger regions", "  twinbus ledger regions --output json"})
final class LedgerRegionsCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;

  LedgerRegionsCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    LedgerAccount account = LedgerAccess.account(settings, context.clocks());
    RegionLocations messaging = RegionLocations.from(settings);
    Set<String> reading = LedgerAccess.readingRegions(account);
    Rows rows =
        new Rows(
            new Table("REGION", "WRITTEN", "MESSAGES", "READS"),
            "region",
            "written",
            "messages",
            "reads");
    for (String region : account.regions()) {
      boolean isWritten = account.writeRegions().contains(region);
      boolean isRead = reading.contains(region);
      String messages = messaging.in(region).orElse("");
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("region", region)
          .put("written", isWritten)
          .put("messages", messages)
          .put("reads", isRead);
      rows.row(
          json,
          region,
          isWritten ? "yes" : "-",
          messages.isEmpty() ? "-" : messages,
          isRead ? "yes" : "-");
    }
    common.print(rows);
    return ExitCode.OK.code();
  }
}
