package io.twinbus.ops.setup;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what the catalogue says about settings: values, default, meaning, variable. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Explain one setting, or all: its values, its default, and what it means.",
    footer = {
      "%nExamples:",
      "  twinbus config explain",
      "  twinbus config explain twinbus.receiver.max-sessions"
    })
final class ConfigExplainCommand implements Callable<Integer> {

  /** The names that a shell completes. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return all().stream().map(Setting::name).filter(name -> !name.contains("<")).iterator();
    }
  }

  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      completionCandidates = Names.class,
      description = "The setting's name (default: all settings).")
  private Optional<String> name = Optional.empty();

  @Override
  public Integer call() {
    Rows rows =
        new Rows(
            new Table("SETTING", "VALUES", "DEFAULT", "MEANING"),
            "setting",
            "values",
            "default",
            "secret",
            "variable",
            "meaning",
            "atLimit");
    name.map(key -> List.<Setting<?>>of(find(key)))
        .orElseGet(ConfigExplainCommand::all)
        .forEach(setting -> add(rows, setting));
    common.print(rows);
    return ExitCode.OK.code();
  }

  private static List<Setting<?>> all() {
    return SettingCatalogue.sections().stream()
        .<Setting<?>>flatMap(section -> section.settings().stream())
        .toList();
  }

  private Setting<?> find(String key) {
    return SettingCatalogue.find(key)
        .orElseThrow(
            () -> new ParameterException(spec.commandLine(), SettingCatalogue.unknown(key)));
  }

  private static void add(Rows rows, Setting<?> setting) {
    String unit = setting.notes().unit().map(counted -> " " + counted).orElse("");
    String values = setting.type().inWords() + unit;
    String otherwise = setting.otherwiseText().orElse("");
    String limit = setting.notes().atLimit().map(text -> " At the limit: " + text).orElse("");
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("setting", setting.name())
        .put("values", values)
        .put("default", otherwise)
        .put("secret", setting.notes().isSecret())
        .put("variable", setting.variable())
        .put("meaning", setting.notes().meaning())
        .put("atLimit", setting.notes().atLimit().orElse(""));
    rows.row(json, setting.name(), values, otherwise, setting.notes().meaning() + limit);
  }
}
