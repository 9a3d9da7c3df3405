package io.twinbus.ops.gaps;

import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.OwnerWatch;
import io.twinbus.ops.acts.SessionOrder;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.PlannedOption;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code gaps skip}: ends missing messages as SKIPPED, so that their session goes on.
 */
@Command(
    name = "skip",
    mixinStandardHelpOptions = true,
    description = {
      "Skip a gap that regions report: the missing messages end as SKIPPED.",
      "Refused while a region's queue holds a missing message, and while the session's owner may be"
          + " alive. A missing message that arrives later is dead-lettered, never run."
    },
    footer = {
      "%nExamples:",
      "  twinbus gaps skip TW17 --reason 'lost with the west region, ticket 4711'",
      "  twinbus gaps skip TW17 --stream web-1 --without west --reason 'west is gone' --yes"
    })
final class GapsSkipCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private ActOptions act;
  @Mixin private PlannedOption planned = new PlannedOption();

  @Parameters(paramLabel = "ID", description = "The session's id, as the producer gave it.")
  private String id;

  @Option(names = "--stream", description = "The stream, where several of them wait.")
  private @Nullable String stream;

  @Option(
      names = "--without",
      paramLabel = "REGION",
      description =
          "Skip although this region does not answer, or holds more copies than --scan reads."
              + " Messages that only it holds will not run.")
  private List<String> without = List.of();

  @Option(
      names = "--scan",
      defaultValue = "10000",
      description = "How many copies of each queue to read (default: ${DEFAULT-VALUE}).")
  private int scan;

  GapsSkipCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    SessionId session = new SessionId(id);
    FlatSettings settings = common.load(context);
    ClusterSettings cluster = ClusterSettings.from(settings);
    try (OpenLedger ledger = context.ledger().open(settings)) {
      SessionRecord record = Reads.record(ledger, session).record();
      StreamId waiting = chosen(record);
      Gap gap = record.progress().gap(waiting).orElse(null);
      if (gap != null && !gap.reports().isEmpty()) {
        refuseIfSomewhere(cluster, record, waiting, gap, ledger.ids());
      }
      @Nullable Owner owner = record.custody().owner();
      OwnerState state = new OwnerWatch(ledger, settings, context).judge(owner, common::tell);
      return new SessionOrder(ledger, context, common, act, planned)
          .run(
              session,
              (read, order) -> {
                if (!Objects.equals(read.progress().waiting().get(waiting), gap)) {
                  return new OperatorDecision.Refuse(
                      "The gap has changed since it was read: run 'gaps list' and decide again.");
                }
                OwnerState now =
                    Objects.equals(read.custody().owner(), owner) ? state : OwnerState.ALIVE;
                return OperatorRule.skipGap(read, waiting, now, order);
              },
              Undo.NONE);
    }
  }

  private StreamId chosen(SessionRecord record) {
    if (stream != null) {
      return new StreamId(stream);
    }
    Set<StreamId> streams = record.progress().waiting().keySet();
    if (streams.size() != 1) {
      throw new CommandFailure(
          streams.isEmpty() ? ExitCode.CONFLICT : ExitCode.USAGE,
          streams.isEmpty()
              ? "No region reports a gap in session '%s'.".formatted(id)
              : "Several streams of session '%s' wait: say --stream, one of %s."
                  .formatted(id, streams));
    }
    return streams.iterator().next();
  }

  /**
   * Refuses while a queue holds a missing message, or may hold one: it will run by itself, and
   * skipping would lose it.
   */
  private void refuseIfSomewhere(
      ClusterSettings cluster, SessionRecord record, StreamId waiting, Gap gap, RecordedIds ids) {
    Progress progress = record.progress();
    long last = GapRule.lastMissing(gap);
    Set<String> named = new HashSet<>(without);
    for (RegionLooks.Seen seen :
        new RegionLooks(context.queues(), cluster)
            .look(scan, copy -> isMissing(copy, waiting, progress.cursor(waiting), last))) {
      for (QueuedCopy copy : seen.copies()) {
        String carried = copy.names().session();
        if (carried.equals(id) || ids.isRecordedAs(carried, record.session())) {
          throw new CommandFailure(ExitCode.CONFLICT, found(copy));
        }
      }
      if (!seen.isWhole() && !named.contains(seen.region().value())) {
        throw new CommandFailure(ExitCode.CONFLICT, mayHold(seen));
      }
    }
  }

  private String mayHold(RegionLooks.Seen seen) {
    return seen.trouble()
            .orElseGet(
                () ->
                    "Only the first %d copies of region %s's queue were looked through (--scan)."
                        .formatted(scan, seen.region()))
        + " It may hold the missing message; add --without %s to skip it nevertheless."
            .formatted(seen.region());
  }

  private static boolean isMissing(QueuedCopy copy, StreamId waiting, long cursor, long last) {
    return copy.position()
        .filter(p -> p.stream().equals(waiting) && p.seq() > cursor && p.seq() <= last)
        .isPresent();
  }

  private static String found(QueuedCopy copy) {
    long seq = copy.position().orElseThrow().seq();
    return copy.place() == QueuedCopy.Place.DEAD_LETTER
        ? "Message %d (%s) is a dead letter in region %s: put it back with 'dlq replay --id %s'."
            .formatted(seq, copy.names().message(), copy.region(), copy.names().message())
        : "Message %d (%s) is in region %s's queue, %s: it will run."
            .formatted(seq, copy.names().message(), copy.region(), copy.place());
  }
}
