package io.twinbus.ops.command;

import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.protocol.settings.ToolKeys;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that changes something. */
public final class ActOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--yes",
      description = "Do it. Without this option the command only says what it would do.")
  private boolean yes;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "The reason, which stays on record.")
  private String reason = "";

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      description =
          "Your name, which stays on record (default: twinbus.operator, or this machine's user).")
  private @Nullable String operator;

  /** Whether to do it; false: only say what would be done. */
  public boolean isMeant() {
    return yes;
  }

  /** The reason. */
  public String reason() {
    return reason;
  }

  /** An order under a fresh write id. */
  public OperatorOrder order(CliContext context, CommonOptions common) {
    WriteMark stamp = WriteMark.of(new WriteId(UUID.randomUUID().toString()), context.wall());
    try {
      return new OperatorOrder(name(context, common), reason, stamp);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** The operator's name: as the option says, else as the configuration does. */
  public String name(CliContext context, CommonOptions common) {
    if (operator != null) {
      return operator;
    }
    return common
        .load(context)
        .find(ToolKeys.OPERATOR)
        .filter(name -> !name.isBlank())
        .orElseGet(() -> System.getProperty("user.name", "unknown"));
  }
}
