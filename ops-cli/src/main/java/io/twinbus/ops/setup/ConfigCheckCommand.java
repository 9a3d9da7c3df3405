package io.twinbus.ops.setup;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.SettingCatalogue;
import io.twinbus.protocol.settings.ShownSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks the configuration without connecting to anything. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Check the configuration without connecting to anything: every setting that is in force, and"
          + " what is wrong with it. Secrets are not shown.",
      "A receiver checks its own settings under twinbus.receiver when it starts."
    },
    footer = {"%nExamples:", "  twinbus config check --config twinbus.yaml"})
final class ConfigCheckCommand implements Callable<Integer> {

  private static final String HIDDEN = "(not shown)";

  private final CliContext context;

  @Mixin private CommonOptions common;

  ConfigCheckCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Configuration configuration = common.read(context);
    FlatSettings settings = configuration.settings();
    List<String> mistakes = new ArrayList<>(inWhatAllRead(settings));
    Rows rows = new Rows(new Table("SETTING", "VALUE", "READ"), "setting", "value", "read");
    for (ShownSetting shown : settings.shown()) {
      add(rows, shown.key(), shown.value().orElse(HIDDEN), shown.isKnown());
      if (!shown.isKnown()) {
        mistakes.add(SettingCatalogue.unknown(shown.key()));
      }
    }
    // Another program's settings, which may well be secrets.
    configuration.others().keySet().forEach(key -> add(rows, key, HIDDEN, true));
    common.print(rows);
    mistakes.forEach(common::tell);
    return mistakes.isEmpty() ? ExitCode.OK.code() : ExitCode.USAGE.code();
  }

  private static void add(Rows rows, String key, String value, boolean isRead) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("setting", key).put("value", value).put("read", isRead);
    rows.row(json, key, value, isRead ? "yes" : "NO");
  }

  private static List<String> inWhatAllRead(FlatSettings settings) {
    try {
      Object unused =
          settings.collect(
              all ->
                  ConfiguredQueues.of(all).values().stream()
                      .map(
                          queue ->
                              List.of(
                                  ClusterSettings.from(queue),
                                  LedgerSettings.from(queue),
                                  Horizon.from(queue),
                                  LedgerSettings.generation(queue)))
                      .toList());
      return List.of();
    } catch (InvalidSettingException e) {
      return e.sentences();
    }
  }
}
