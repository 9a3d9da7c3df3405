package io.twinbus.ops.dlq;

import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists dead letters, one row a message. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List dead letters: one row a message, whichever regions have a copy.",
    footer = {
      "%nExamples:",
      "  twinbus dlq list",
      "  twinbus dlq list --by reason",
      "  twinbus dlq list --died-of MaxAttemptsExceeded --output csv"
    })
final class DlqListCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private LetterOptions which;

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--by",
      paramLabel = "reason",
      description = "One row a dead-letter reason: how many, the first, the last.")
  private @Nullable Grouping by;

  /** What rows are made of. */
  enum Grouping {
    REASON
  }

  DlqListCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    ClusterSettings cluster = ClusterSettings.from(common.load(context));
    List<RegionLooks.Seen> seen = which.look(context, cluster, common);
    List<Letter> letters = Letter.among(seen);
    if (by == Grouping.REASON) {
      common.print(LetterGroups.byReason(letters, context.wall()));
      return LetterOptions.exitCode(seen);
    }
    Rows rows =
        new Rows(
            new Table("MESSAGE", "SESSION", "SEQ", "REASON", "REGIONS", "AGE"),
            "message",
            "session",
            "stream",
            "seq",
            "reason",
            "description",
            "regions",
            "since");
    for (Letter letter : letters.subList(0, Math.min(Math.max(1, limit), letters.size()))) {
      rows.row(
          letter.toJson(),
          letter.key().message(),
          letter.key().session(),
          letter.key().position().map(p -> Long.toString(p.seq())).orElse("-"),
          letter.reason(),
          letter.regions(),
          Ages.between(letter.since(), context.wall()));
    }
    common.print(rows);
    if (letters.size() > rows.size()) {
      common.tell("There are %d in all; raise --limit to see them.".formatted(letters.size()));
    }
    return LetterOptions.exitCode(seen);
  }
}
