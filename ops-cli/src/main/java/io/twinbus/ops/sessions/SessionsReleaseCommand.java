package io.twinbus.ops.sessions;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ops.acts.OwnerWatch;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a dead owner's claim. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    description = {
      "End the claim of an owner that is dead.",
      "Receivers do so by themselves when they have work for the session. It is refused while the"
          + " owner shows a sign of life, and takes a lease time (10 s) to find out."
    },
    footer = {"%nExamples:", "  twinbus sessions release TW17 --reason 'node lost' --yes"})
final class SessionsReleaseCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private ActOptions act;

  @Parameters(paramLabel = "ID", description = "The session's id, as the producer gave it.")
  private String id;

  SessionsReleaseCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    SessionId session = new SessionId(id);
    FlatSettings settings = common.load(context);
    try (OpenLedger ledger = context.ledger().open(settings)) {
      @Nullable Owner owner = Reads.record(ledger, session).record().custody().owner();
      OwnerState state = new OwnerWatch(ledger, settings, context).judge(owner, common::tell);
      return new SessionOrder(ledger, context, common, act)
          .run(
              session,
              (record, order) ->
                  OperatorRule.release(
                      record,
                      Objects.equals(record.custody().owner(), owner) ? state : OwnerState.ALIVE,
                      order),
              Undo.NONE);
    }
  }
}
