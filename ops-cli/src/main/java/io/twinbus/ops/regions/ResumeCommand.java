package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.InstanceStats.State;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends pauses. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "End pauses: those of --region, of --queue, or all. A pause of more receivers than are named"
          + " stays.",
      "It undoes 'pause' alone: an evacuated region stays evacuated until 'return'."
    },
    footer = {
      "%nExamples:",
      "  twinbus resume --reason 'the warehouse is back' --yes",
      "  twinbus resume --region east --reason 'change 12 done' --yes"
    })
public final class ResumeCommand implements Callable<Integer> {

  private static final Set<State> NOT_PAUSED =
      EnumSet.complementOf(EnumSet.of(State.PAUSING, State.PAUSED));

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private ActOptions act;
  @Mixin private ScopeOptions options = new ScopeOptions();

  /** Works in {@code context}. */
  public ResumeCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    Scope scope = options.scope(common.queues(context));
    Duration lease = settings.get(ReceiverKeys.LEASE);
    try (OpenLedger ledger = context.ledger().open(settings)) {
      DirectiveWrite write =
          new DirectiveWrite(
              ledger, context, AuditTrail.of(ledger, context, common, act.author(context, common)));
      List<Directive.Pause> before = pauses(write);
      long ending = before.stream().filter(each -> each.scope().isWithin(scope)).count();
      if (act.isMeant()) {
        write.carryOut(
            (directive, order) -> DirectiveRule.resumed(directive, scope, order),
            () -> act.order(context, common));
      }
      List<Directive.Pause> left =
          before.stream().filter(each -> !each.scope().isWithin(scope)).toList();
      left.forEach(pause -> common.tell(PauseText.sentence(pause, context.wall())));
      boolean isComplete = act.isMeant() && isFollowed(ledger, scope, left, lease);
      String effect =
          ending == 0
              ? "resumed, as they are already"
              : "resumed, %d pauses ended".formatted(ending);
      Undo undo = Undo.by("pause" + options.asTyped());
      new WishReport(scope, effect, undo, isComplete).print(context, common, act);
      common.tellCost(ledger);
      return isComplete || !act.isMeant() ? ExitCode.OK.code() : ExitCode.PARTIAL.code();
    }
  }

  private List<Directive.Pause> pauses(DirectiveWrite write) {
    return write.read().map(d -> d.pausesAt(context.wall())).orElseGet(List::of);
  }

  /** Receivers that another pause may keep are not waited for. */
  private boolean isFollowed(
      OpenLedger ledger, Scope scope, List<Directive.Pause> left, Duration lease) {
    return scope.queue() != null
        || !left.isEmpty()
        || new SwitchOver(ledger, context, common, act, lease)
            .await(Optional.ofNullable(scope.region()), NOT_PAUSED, lease.multipliedBy(2));
  }
}
