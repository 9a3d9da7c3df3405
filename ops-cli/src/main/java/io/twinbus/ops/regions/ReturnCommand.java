package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets an evacuated region take work again. */
@Command(
    name = "return",
    mixinStandardHelpOptions = true,
    description = {
      "Let an evacuated region take work again.",
      "Copies that have lain in its queue are dropped where their messages have ended."
    },
    footer = {"%nExamples:", "  twinbus return east --reason 'change 12 done' --yes"})
public final class ReturnCommand implements Callable<Integer> {

  /** A region that is paused, too, takes no work, and has followed all the same. */
  private static final Set<InstanceStats.State> FOLLOWED =
      Set.of(InstanceStats.State.WORKING, InstanceStats.State.PAUSING, InstanceStats.State.PAUSED);

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private ActOptions act;

  @Parameters(paramLabel = "REGION", description = "The region.")
  private String name;

  /** Works in {@code context}. */
  public ReturnCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    RegionName region = ClusterSettings.from(settings).region(name).name();
    Duration lease = settings.get(ReceiverKeys.LEASE);
    try (OpenLedger ledger = context.ledger().open(settings)) {
      SwitchOver switchOver = new SwitchOver(ledger, context, common, act, lease);
      DirectiveWrite write =
          new DirectiveWrite(
              ledger, context, AuditTrail.of(ledger, context, common, act.author(context, common)));
      Undo undo = Undo.by("evacuate " + region);
      if (!act.isMeant()) {
        boolean isEvacuated = write.read().map(d -> isEvacuated(d, region)).orElse(false);
        switchOver.print(
            region, isEvacuated ? "open again" : "open, as it is already", false, undo);
        return ExitCode.OK.code();
      }
      write.carryOut(
          (directive, order) -> DirectiveRule.returned(directive, region, order),
          () -> act.order(context, common));
      boolean isComplete = switchOver.await(Optional.of(region), FOLLOWED, lease.multipliedBy(2));
      switchOver.print(region, "open again", isComplete, undo);
      common.tellCost(ledger);
      return isComplete ? ExitCode.OK.code() : ExitCode.PARTIAL.code();
    }
  }

  private static boolean isEvacuated(Directive directive, RegionName region) {
    return directive.isEvacuated(region);
  }
}
