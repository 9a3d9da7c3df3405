package io.twinbus.ops.command;

import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.rules.OperatorOrder;
import java.util.UUID;
import picocli.CommandLine.Mixin;
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

  @Mixin private OperatorOption operator = new OperatorOption();

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

  /** The operator's name as records have it: with its oid, or marked as self-declared. */
  public String name(CliContext context, CommonOptions common) {
    return author(context, common).toString();
  }

  /** The operator. */
  public AuditAuthor author(CliContext context, CommonOptions common) {
    return operator.author(context, common);
  }
}
