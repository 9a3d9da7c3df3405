package io.twinbus.ops.command;

import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ToolKeys;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --operator}, and the name that goes on record. */
public final class OperatorOption {

  private static final int MAX_NAME = 100;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      description =
          "Your name on record where the ledger is opened by key (default: twinbus.operator, or"
              + " this machine's user). Without a key the name is that of your access token.")
  private @Nullable String operator;

  /**
   * The operator: whom the access token names, else the name that the option, the configuration or
   * this machine has.
   */
  public AuditAuthor author(CliContext context, CommonOptions common) {
    FlatSettings settings = common.load(context);
    Optional<AuditAuthor> person = context.ledger().person(settings);
    return person.orElseGet(() -> AuditAuthor.selfDeclared(declared(settings)));
  }

  private String declared(FlatSettings settings) {
    String name =
        Optional.ofNullable(operator)
            .or(() -> settings.find(ToolKeys.OPERATOR).filter(known -> !known.isBlank()))
            .orElseGet(() -> System.getProperty("user.name", "unknown"));
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new ParameterException(
          spec.commandLine(), "An operator's name has 1 to %d characters.".formatted(MAX_NAME));
    }
    return name;
  }
}
