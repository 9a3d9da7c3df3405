package io.twinbus.ops.sessions;

import io.twinbus.ledger.rules.ForgetRule;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.SessionId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Erases what the ledger holds of a session, but for how far it has come. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    description = {
      "Erase what the ledger keeps of a session: the handlers' state, the history of operators'"
          + " acts, and the reasons of its dead and skipped messages.",
      "Its record stays as a tombstone with the cursors until twinbus.ledger.retention is over,"
          + " so that no late copy of a former message runs. Then the account removes it.",
      "Refused while a receiver holds the session, or while it is blocked, waits for a gap, or has a"
          + " message that is to run again. Copies in queues and dead letters stay: see 'dlq delete'."
          + " Entries of the audit container stay for their own time."
    },
    footer = {"%nExamples:", "  twinbus sessions forget TW17 --reason 'request 4711' --yes"})
final class SessionsForgetCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private ActOptions act;

  @Parameters(paramLabel = "ID", description = "The session's id, as the producer gave it.")
  private String id;

  SessionsForgetCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      return new SessionOrder(ledger, context, common, act)
          .run(new SessionId(id), ForgetRule::forget, Undo.NONE);
    }
  }
}
