package io.twinbus.ops.dlq;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Removes dead letters whose messages have ended, after it has exported them. */
@Command(
    name = "delete",
    mixinStandardHelpOptions = true,
    description = {
      "Delete dead letters, after they were written to a file as 'dlq export' does.",
      "Only letters whose message has ended in the ledger are deleted: any other is still waited"
          + " for by its stream."
    },
    footer = {
      "%nExamples:",
      "  twinbus dlq delete --died-of HandlerRefused --reason 'ticket 4711'",
      "  twinbus dlq delete --id order-1 --export order-1.ndjson --reason 'ticket 4711' --yes"
    })
final class DlqDeleteCommand implements Callable<Integer> {

  private static final int PER_SECOND = 1_000;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private QueueOptions common;
  @Mixin private ActOptions act;
  @Mixin private LetterOptions which;

  @Option(names = "--all", description = "All of them.")
  private boolean all;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Where the letters are written to first: a file that does not exist.")
  private @Nullable Path file;

  DlqDeleteCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (all == which.isAnyNamed()) {
      throw new ParameterException(
          spec.commandLine(), "Say which: --id, --session or --died-of; or --all.");
    }
    Path target = file;
    if (act.isMeant() && target == null) {
      throw new ParameterException(
          spec.commandLine(), "Say with --export FILE where the letters are kept.");
    }
    FlatSettings settings = common.load(context);
    ClusterSettings cluster = ClusterSettings.from(settings);
    List<RegionLooks.Seen> seen = which.look(context, cluster, common);
    ReplayPlan.Terms terms = new ReplayPlan.Terms(Horizon.from(settings), context.wall(), false);
    ReplayRun.Manner manner = new ReplayRun.Manner(act.name(context, common), null, PER_SECOND);
    try (OpenLedger ledger = context.ledger().open(settings);
        ReplayRun removal = new ReplayRun(context, cluster, common, manner)) {
      ReplayPlan plan = ReplayPlan.of(Letter.among(seen), ledger, terms).forDeletion();
      List<QueuedCopy> standby = ScheduledCopies.of(plan, cluster, context, common);
      if (act.isMeant() && target != null) {
        remove(plan, removal, standby, ledger, target);
      }
      print(plan, removal, standby.size());
      common.tellCost(ledger);
      return removal.isWhole() ? LetterOptions.exitCode(seen) : ExitCode.PARTIAL.code();
    }
  }

  private void remove(
      ReplayPlan plan,
      ReplayRun removal,
      List<QueuedCopy> standby,
      OpenLedger ledger,
      Path target) {
    AuditTrail trail = AuditTrail.of(ledger, context, common, act.author(context, common));
    List<Letter> letters =
        plan.items().stream()
            .filter(ReplayPlan.Item::isRemoved)
            .map(ReplayPlan.Item::letter)
            .toList();
    try (LetterExport export =
        new LetterExport(
            context, ClusterSettings.from(common.load(context)), LetterExport.Bounds.DEFAULT)) {
      export.write(letters, target, trail, act.reason());
    }
    trail.note(
        trail.queue(),
        new AuditedAct(
            AuditedAct.LETTERS_DELETED,
            act.reason(),
            "%d dead letters deleted, kept in %s".formatted(letters.size(), target)));
    removal.run(plan, standby);
  }

  private void print(ReplayPlan plan, ReplayRun removal, int standby) {
    long ended = plan.items().stream().filter(ReplayPlan.Item::isRemoved).count();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("done", act.isMeant())
        .put("letters", plan.items().size())
        .put("ended", ended)
        .put("left", plan.items().size() - ended)
        .put("copiesToRemove", plan.copiesToRemove())
        .put("standbyCopies", standby)
        .put("copiesRemoved", removal.removed())
        .put("standbyRemoved", removal.cancelled())
        .put("copiesNotMet", removal.notMet());
    Sheet sheet = new Sheet(json);
    sheet.line("letters", Integer.toString(plan.items().size()));
    sheet.line("ended", "%d, with %d copies".formatted(ended, plan.copiesToRemove()));
    sheet.line("left alone", "%d: not ended".formatted(plan.items().size() - ended));
    sheet.line("standby", "%d copies still to come".formatted(standby));
    if (act.isMeant()) {
      sheet.line(
          "done",
          "%d copies deleted, %d standby copies taken back; kept in %s"
              .formatted(removal.removed(), removal.cancelled(), file));
    }
    common.print(sheet);
    removal.tellWhatIsMissing();
    if (!act.isMeant()) {
      common.tell("Nothing was changed; add --yes and --export FILE to do it.");
    }
  }
}
