package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceStats.State;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.OptionDuration;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.entity.EntityDescription;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Has receivers take no work for a while. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description = {
      "Have receivers take no work: they finish the call in hand, commit, release and stay alive."
          + " Producers go on, and what they send waits in the queues.",
      "Without --region and --queue all receivers of the ledger are paused. A pause ends by itself"
          + " after --for, or by 'resume'; a second one of the same receivers takes its place. It"
          + " leaves an evacuation as it is."
    },
    footer = {
      "%nExamples:",
      "  twinbus pause --reason 'the warehouse is migrated' --for 1h",
      "  twinbus pause --region east --reason 'change 12' --yes",
      "  twinbus pause --queue orders --for 10m --reason 'bad batch, ticket 4711' --yes"
    })
public final class PauseCommand implements Callable<Integer> {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(30);
  private static final int COPIES = 2_000;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;
  @Mixin private ActOptions act;
  @Mixin private ScopeOptions options = new ScopeOptions();

  @Option(
      names = "--for",
      defaultValue = "30m",
      paramLabel = "TIME",
      description = "How long, from 1s to 30d; then it ends by itself (default: ${DEFAULT-VALUE}).")
  private String time = "30m";

  @Option(
      names = "--wait",
      defaultValue = "2m",
      description =
          "Wait so long for the receivers to be empty, at most until the pause is over (default:"
              + " ${DEFAULT-VALUE}).")
  private String wait = "2m";

  /** Works in {@code context}. */
  public PauseCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    SortedMap<String, FlatSettings> queues = common.queues(context);
    Scope scope = options.scope(queues);
    Duration patience = OptionDuration.of("--wait", wait);
    Instant now = context.wall();
    Instant until = now.plus(lasting()).truncatedTo(ChronoUnit.MILLIS);
    options.doubt(scope, queues).ifPresent(common::tell);
    for (FlatSettings queue : queues.values()) {
      ClusterSettings cluster = ClusterSettings.from(queue);
      if (scope.queue() == null || scope.queue().equals(EntityKey.of(cluster.entity()))) {
        forecast(cluster, scope, Horizon.from(settings), new PauseForecast(now, until));
      }
    }
    try (OpenLedger ledger = context.ledger().open(settings)) {
      DirectiveWrite write =
          new DirectiveWrite(
              ledger, context, AuditTrail.of(ledger, context, common, act.author(context, common)));
      write.read().ifPresent(directive -> DirectiveRoom.require(directive, now));
      String effect = "paused until %s".formatted(until.truncatedTo(ChronoUnit.SECONDS));
      if (act.isMeant()) {
        write.carryOut(
            (directive, order) -> {
              DirectiveRoom.require(directive, now);
              return DirectiveRule.paused(directive, scope, until, order);
            },
            () -> act.order(context, common));
      }
      Duration left = Duration.between(context.wall(), until);
      boolean isOverFirst = left.compareTo(patience) < 0;
      boolean isComplete =
          act.isMeant()
              && isFollowed(
                  ledger, scope, settings.get(ReceiverKeys.LEASE), isOverFirst ? left : patience);
      String still = act.isMeant() && !isComplete ? notFollowed(isOverFirst) : "";
      Undo undo = Undo.by("resume" + options.asTyped());
      new WishReport(scope, effect + still, undo, isComplete).print(context, common, act);
      common.tellCost(ledger);
      return isComplete || !act.isMeant() ? ExitCode.OK.code() : ExitCode.PARTIAL.code();
    }
  }

  /** Receivers that nobody has seen empty may have been so for a moment, or may never be. */
  private static String notFollowed(boolean isOver) {
    return isOver ? ", and over before its receivers were seen empty" : ", still handing over";
  }

  private Duration lasting() {
    Duration lasts = OptionDuration.of("--for", time);
    if (lasts.compareTo(SHORTEST) < 0 || lasts.compareTo(LONGEST) > 0) {
      throw new ParameterException(spec.commandLine(), "--for goes from 1s to 30d.");
    }
    return lasts;
  }

  /** What a queue's receivers say is not told apart here, so nothing is waited for then. */
  private boolean isFollowed(OpenLedger ledger, Scope scope, Duration lease, Duration patience) {
    if (scope.queue() != null) {
      common.tell("Receivers take note within 3 s: see 'instances'.");
      return true;
    }
    return new SwitchOver(ledger, context, common, act, lease)
        .await(
            Optional.ofNullable(scope.region()), Set.of(State.PAUSED, State.EVACUATED), patience);
  }

  private void forecast(
      ClusterSettings cluster, Scope scope, Horizon horizon, PauseForecast forecast) {
    List<EntityDescription> entities =
        cluster.regions().values().stream()
            .filter(region -> scope.region() == null || region.name().equals(scope.region()))
            .map(region -> context.queues().describe(region, cluster.entity()))
            .flatMap(PauseCommand::described)
            .toList();
    List<QueuedCopy> copies =
        new RegionLooks(context.queues(), cluster)
            .look(COPIES, copy -> copy.place() == QueuedCopy.Place.ACTIVE).stream()
                .flatMap(seen -> seen.copies().stream())
                .filter(copy -> scope.region() == null || copy.region().equals(scope.region()))
                .toList();
    forecast.warnings(entities, copies, horizon).forEach(common::tell);
  }

  private static Stream<EntityDescription> described(EntityReading reading) {
    return reading instanceof EntityReading.Described found
        ? Stream.of(found.description())
        : Stream.empty();
  }
}
