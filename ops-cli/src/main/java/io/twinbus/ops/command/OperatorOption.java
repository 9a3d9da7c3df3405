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

  /** Shorter: the token's name and oid stand before it. */
  private static final int MAX_ACTS_FOR = 60;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      description =
          "Your name on record where the ledger is opened by key (default: twinbus.operator, or"
              + " this machine's user). Without a key the name is that of the access token; this one"
              + " stands beside it, as that of the person whom the token's bearer acts for.")
  private @Nullable String operator;

  /**
   * The operator: whom the access token names, and beside it the name that the option has. Without
   * a token the name that the option, the configuration or this machine has.
   */
  public AuditAuthor author(CliContext context, CommonOptions common) {
    FlatSettings settings = common.load(context);
    return context
        .ledger()
        .person(settings)
        .map(
            person -> {
              String named = operator;
              return named == null ? person : person.actingFor(checked(named, MAX_ACTS_FOR));
            })
        .orElseGet(() -> AuditAuthor.selfDeclared(declared(settings)));
  }

  private String declared(FlatSettings settings) {
    return checked(
        Optional.ofNullable(operator)
            .or(() -> settings.find(ToolKeys.OPERATOR).filter(known -> !known.isBlank()))
            .orElseGet(() -> System.getProperty("user.name", "unknown")),
        MAX_NAME);
  }

  private String checked(String name, int most) {
    if (name.isBlank() || name.length() > most) {
      throw new ParameterException(
          spec.commandLine(), "An operator's name has 1 to %d characters.".formatted(most));
    }
    return name;
  }
}
