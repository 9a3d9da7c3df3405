package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.OptionDuration;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Empties a region of work. */
@Command(
    name = "evacuate",
    mixinStandardHelpOptions = true,
    description = {
      "Have a region's receivers hand over: they take no new sessions, finish the call in hand,"
          + " commit and release. The other regions go on at once with the sessions' next"
          + " messages.",
      "It stays so, over restarts, until 'return'. Senders go on as before: messages of sessions at"
          + " home in the region run from their standby copies, twinbus.standby-delay later."
    },
    footer = {
      "%nExamples:",
      "  twinbus evacuate east --reason 'maintenance, change 12'",
      "  twinbus evacuate east --reason 'maintenance, change 12' --yes --wait 5m"
    })
public final class EvacuateCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private CommonOptions common;
  @Mixin private ActOptions act;

  @Parameters(paramLabel = "REGION", description = "The region.")
  private String name;

  @Option(
      names = "--wait",
      defaultValue = "2m",
      description = "Wait so long for its receivers to be empty (default: ${DEFAULT-VALUE}).")
  private String wait = "2m";

  /** Works in {@code context}. */
  public EvacuateCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    ClusterSettings cluster = ClusterSettings.from(settings);
    RegionName region = cluster.region(name).name();
    Duration patience = OptionDuration.of("--wait", wait);
    Duration lease = settings.get(ReceiverKeys.LEASE);
    try (OpenLedger ledger = context.ledger().open(settings)) {
      SwitchOver switchOver = new SwitchOver(ledger, context, common, act, lease);
      DirectiveWrite write =
          new DirectiveWrite(
              ledger, context, AuditTrail.of(ledger, context, common, act.author(context, common)));
      Directive before =
          write.read().orElseGet(() -> DirectiveRule.none(act.order(context, common)));
      refuseIfNobodyIsLeft(before, cluster, region, switchOver);
      Undo undo = Undo.by("return " + region);
      if (!act.isMeant()) {
        String effect = before.isEvacuated(region) ? "evacuated, as it is already" : "evacuated";
        switchOver.print(region, effect, false, undo);
        return ExitCode.OK.code();
      }
      write.carryOut(
          (directive, order) -> {
            refuseIfNoneIsOpen(directive, cluster, region);
            return DirectiveRule.evacuated(directive, region, order);
          },
          () -> act.order(context, common));
      boolean isComplete = switchOver.await(region, InstanceStats.State.EVACUATED, patience);
      switchOver.print(
          region,
          isComplete ? "evacuated, its receivers hold nothing" : "evacuated, still handing over",
          isComplete,
          undo);
      common.tellCost(ledger);
      return isComplete ? ExitCode.OK.code() : ExitCode.PARTIAL.code();
    }
  }

  private static void refuseIfNobodyIsLeft(
      Directive directive, ClusterSettings cluster, RegionName region, SwitchOver switchOver) {
    refuseIfNoneIsOpen(directive, cluster, region);
    boolean isAnybodyElsewhere =
        cluster.regions().keySet().stream()
            .filter(other -> !other.equals(region) && !directive.isEvacuated(other))
            .anyMatch(other -> !switchOver.receivers(other).isEmpty());
    if (!isAnybodyElsewhere) {
      throw new CommandFailure(
          ExitCode.CONFLICT, "No receiver of another region is alive to go on: start one first.");
    }
  }

  /** On each directive that is decided on: another operator may have evacuated the others since. */
  private static void refuseIfNoneIsOpen(
      Directive directive, ClusterSettings cluster, RegionName region) {
    if (!DirectiveRule.leavesOne(directive, region, cluster.regions().keySet())) {
      throw new CommandFailure(
          ExitCode.CONFLICT, "No other region would take work: return one of them first.");
    }
  }
}
