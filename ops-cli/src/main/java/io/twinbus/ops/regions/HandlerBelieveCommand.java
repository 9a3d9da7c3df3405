package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.settings.FlatSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Has receivers believe their handler's refusals once. */
@Command(
    name = "believe",
    mixinStandardHelpOptions = true,
    description = {
      "Have receivers believe their handler, which refuses whatever it gets (400 and the like)."
          + " They take such a handler for broken, and stop; say this when the messages are.",
      "Each receiver believes every refusal until a call ends well, and judges by itself again"
          + " from then on. Messages that are refused meanwhile end as twinbus.receiver.on-poison"
          + " says. A receiver that starts more than ten minutes later does not hear of it."
    },
    footer = {
      "%nExamples:",
      "  twinbus handler believe --reason 'bad batch of 12:30, ticket 4711'",
      "  twinbus handler believe --region east --reason 'ticket 4711' --yes"
    })
final class HandlerBelieveCommand implements Callable<Integer> {

  private static final Duration HEARD_FOR = Duration.ofMinutes(10);

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private ActOptions act;
  @Mixin private ScopeOptions options = new ScopeOptions();

  HandlerBelieveCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    SortedMap<String, FlatSettings> queues = common.queues(context);
    Scope scope = options.scope(queues);
    options.doubt(scope, queues).ifPresent(common::tell);
    Instant now = context.wall();
    Instant until = now.plus(HEARD_FOR).truncatedTo(ChronoUnit.MILLIS);
    try (OpenLedger ledger = context.ledger().open(settings)) {
      if (act.isMeant()) {
        new DirectiveWrite(
                ledger,
                context,
                AuditTrail.of(ledger, context, common, act.author(context, common)))
            .carryOut(
                (directive, order) -> {
                  DirectiveRoom.require(directive, now);
                  return Optional.of(DirectiveRule.believed(directive, scope, until, order));
                },
                () -> act.order(context, common));
      }
      new WishReport(scope, "refusals believed until a call ends well", Undo.NONE, act.isMeant())
          .print(context, common, act);
      common.tellCost(ledger);
      return ExitCode.OK.code();
    }
  }
}
