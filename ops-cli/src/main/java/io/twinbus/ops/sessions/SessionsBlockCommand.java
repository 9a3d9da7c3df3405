package io.twinbus.ops.sessions;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.ManyOptions;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.acts.SessionsOrder;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.PlannedOption;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.command.ShellWord;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Holds sessions by hand. */
@Command(
    name = "block",
    mixinStandardHelpOptions = true,
    description = {
      "Hold a session by hand until 'sessions unblock'. Producers go on, and what they send waits"
          + " in the queues.",
      "A worker that owns the session learns of it by its next write: the call in hand, or one"
          + " more, ends and is committed. The command waits for that; when it has ended with exit"
          + " code 0, nothing of the session runs.",
      "Many at once by --status or --prefix: without --yes they are counted."
    },
    footer = {
      "%nExamples:",
      "  twinbus sessions block TW17 --reason 'customer asks to wait' --yes",
      "  twinbus sessions block --prefix TW00 --reason 'ticket 4711'"
    })
final class SessionsBlockCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private ActOptions act;
  @Mixin private PlannedOption planned = new PlannedOption();
  @Mixin private ManyOptions many = new ManyOptions();

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "The session's id, as the producer gave it.")
  private @Nullable String id;

  SessionsBlockCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    boolean isForMany = many.isMeant(id);
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      SessionOrder order = new SessionOrder(ledger, context, common, act, planned);
      if (isForMany) {
        return new SessionsOrder(ledger, context, common, act, many)
            .run(
                "held for an operator",
                Undo.by("sessions unblock --retry --status blocked --prefix …"),
                session -> order.carryOut(session, OperatorRule::block));
      }
      SessionId session = new SessionId(String.valueOf(id));
      int code =
          order.run(
              session,
              OperatorRule::block,
              Undo.by("sessions unblock %s --retry".formatted(ShellWord.of(session.value()))));
      return act.isMeant() && !isGivenUp(ledger, session) ? ExitCode.PARTIAL.code() : code;
    }
  }

  private boolean isGivenUp(OpenLedger ledger, SessionId session) {
    MonotonicTime until = context.clocks().now().monotonic().plus(PATIENCE);
    while (true) {
      Owner owner = Reads.record(ledger, session).record().custody().owner();
      if (owner == null) {
        return true;
      }
      if (context.clocks().now().monotonic().isAtOrAfter(until)) {
        common.tell(
            "It is held, and a worker of %s/%s has not given it up yet: its call in hand ends first."
                .formatted(owner.region(), owner.instance()));
        return false;
      }
      Waits.between(context, LOOK);
    }
  }
}
