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

/** The options that every command has which changes something. */
public final class ActOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--yes",
      description = "Do it. Without this the command only says what it would do.")
  private boolean yes;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why; it stays on record.")
  private String reason = "";

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      description =
          "Who; it stays on record (default: TWINBUS_OPERATOR, or the user of this machine).")
  private @Nullable String operator;

  /** Whether to do it, or only to say what would be done. */
  public boolean isMeant() {
    return yes;
  }

  /** Why. */
  public String reason() {
    return reason;
  }

  /** An order under a fresh write id. */
  public OperatorOrder order(CliContext context) {
    WriteMark stamp = WriteMark.of(new WriteId(UUID.randomUUID().toString()), context.wall());
    try {
      return new OperatorOrder(name(context), reason, stamp);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** The operator's name. */
  public String name(CliContext context) {
    if (operator != null) {
      return operator;
    }
    String configured = context.environment().get(ToolKeys.OPERATOR.variable());
    return configured == null || configured.isBlank()
        ? System.getProperty("user.name", "unknown")
        : configured;
  }
}
