package io.twinbus.ops.gaps;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.command.SessionPages;
import io.twinbus.ops.command.ShellWord;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the gaps that regions report. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List what regions wait for: messages that are neither ended nor there.",
    footer = {"%nExamples:", "  twinbus gaps list", "  twinbus gaps list --output jsonl"})
final class GapsListCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "The gaps of at most so many sessions (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--from",
      paramLabel = "ID",
      description = "Go on after this session, where a list ended.")
  private @Nullable String from;

  GapsListCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      SessionPages.Listing listing =
          SessionPages.read(
              ledger, SessionFilter.ALL.withGaps(), Math.max(1, limit), Optional.ofNullable(from));
      Rows rows =
          new Rows(
              new Table("SESSION", "STREAM", "MISSING", "REPORTED BY", "SINCE"),
              "session",
              "stream",
              "from",
              "to",
              "since",
              "reports");
      for (SessionRecord record : listing.sessions()) {
        record.progress().waiting().forEach((stream, gap) -> row(rows, record, stream, gap));
      }
      common.print(rows);
      listing.next().ifPresent(next -> common.tell("There are more: --from " + ShellWord.of(next)));
      common.tellCost(ledger);
      return SessionPages.exitCode(listing, common);
    }
  }

  private void row(Rows rows, SessionRecord record, StreamId stream, Gap gap) {
    if (gap.reports().isEmpty()) {
      return;
    }
    long first = gap.cursor() + 1;
    long last = GapRule.lastMissing(gap);
    Instant since =
        gap.reports().values().stream()
            .map(Gap.Report::since)
            .min(Instant::compareTo)
            .orElseThrow();
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .put("session", record.session().value())
        .put("stream", stream.value())
        .put("from", first)
        .put("to", last)
        .put("since", since.toString());
    ArrayNode reports = document.putArray("reports");
    gap.reports()
        .forEach(
            (region, report) ->
                reports
                    .addObject()
                    .put("region", region.value())
                    .put("lowestHeld", report.lowestHeld())
                    .put("since", report.since().toString()));
    rows.row(
        document,
        record.session().value(),
        stream.value(),
        first == last ? Long.toString(first) : first + " to " + last,
        gap.reports().entrySet().stream()
            .map(GapsListCommand::report)
            .collect(Collectors.joining(", ")),
        Ages.between(since, context.wall()));
  }

  private static <K> String report(Map.Entry<K, Gap.Report> report) {
    return "%s (holds %d)".formatted(report.getKey(), report.getValue().lowestHeld());
  }
}
