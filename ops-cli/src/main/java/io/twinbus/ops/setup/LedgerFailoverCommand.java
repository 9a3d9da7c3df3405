package io.twinbus.ops.setup;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.ShellWord;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionLocations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Prints the commands that have another region of the ledger's account written. They are the
 * account owner's to run: no role that this program has can change an account.
 */
@Command(
    name = "failover",
    mixinStandardHelpOptions = true,
    description = {
      "Print the Azure commands that have another region of the ledger's account written, what they"
          + " cost, and when not to type them.",
      "Nothing is changed: the right to change an account is none that receivers or operators of"
          + " Twinbus have."
    },
    footer = {"%nExamples:", "  twinbus ledger failover --to 'Central US'"})
final class LedgerFailoverCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "REGION",
      description = "The region that is to be written, as 'ledger regions' names it.")
  private String to = "";

  LedgerFailoverCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    LedgerAccount account = LedgerAccess.account(settings, context.clocks());
    RegionLocations asked = new RegionLocations(Map.of("asked", to));
    String next =
        account.regions().stream()
            .filter(region -> asked.in(region).isPresent())
            .findFirst()
            .orElseThrow(
                () ->
                    new CommandFailure(
                        ExitCode.NOT_FOUND,
                        "The ledger's account has no region '%s': it has %s."
                            .formatted(to, String.join(", ", account.regions()))));
    String written = account.writeRegions().isEmpty() ? "" : account.writeRegions().get(0);
    if (next.equals(written)) {
      throw new CommandFailure(
          ExitCode.CONFLICT, "The ledger is written in %s already.".formatted(next));
    }
    print(account, written, next, RegionLocations.from(settings));
    return ExitCode.OK.code();
  }

  private void print(
      LedgerAccount account, String written, String next, RegionLocations messaging) {
    String name = ShellWord.of(account.name());
    String planned =
        "az cosmosdb failover-priority-change --name %s --resource-group \"$GROUP\" --failover-policies %s"
            .formatted(name, policies(account.regions(), next));
    String forced =
        "az cosmosdb offline-region --name %s --resource-group \"$GROUP\" --region %s"
            .formatted(name, ShellWord.of(written));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("account", account.name())
        .put("written", written)
        .put("to", next)
        .put("planned", planned)
        .put("forced", forced);
    ArrayNode warnings = json.putArray("warnings");
    messaging
        .in(next)
        .ifPresent(
            carrier ->
                warnings.add(
                    "%s carries the messages of %s, too: losing it would take the ledger's write region along."
                        .formatted(next, carrier)));
    Sheet sheet = new Sheet(json);
    sheet.line("account", account.name());
    sheet.line("written", written);
    sheet.line("to", next);
    warnings.forEach(warning -> sheet.line("warning", warning.asText()));
    sheet.block(
        """
        %s answers: change the write region. Claims and commits stop for the seconds of the change, and
        nothing is lost. Do not type this while %s is away: it does not come to an end then.

          %s

        %s is away: take it offline. The account then writes the next region by its priorities, within
        seconds; with Strong consistency nothing is lost. Do not type this before 'twinbus doctor' and Azure's
        status agree that it is away: it stays offline until Microsoft brings it back. Needs Azure CLI 2.70.
        An account with service-managed fail-over does the same by itself, which may take an hour.

          %s

        GROUP is the account's resource group. Afterwards 'twinbus ledger regions' shows what is written."""
            .formatted(written, written, planned, written, forced));
    common.print(sheet);
  }

  private static String policies(List<String> regions, String next) {
    List<String> order = new ArrayList<>(List.of(next));
    regions.stream().filter(region -> !region.equals(next)).forEach(order::add);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      String plain = order.get(i).toLowerCase(Locale.ROOT).replace(" ", "");
      words.add(ShellWord.of(plain + "=" + i));
    }
    return String.join(" ", words);
  }
}
