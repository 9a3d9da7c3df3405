package io.twinbus.ops.sessions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.BlockReasons;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.OptionDuration;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.command.SessionPages;
import io.twinbus.ops.command.ShellWord;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists session records. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List sessions: status, owner, token, cursor and age.",
    footer = {
      "%nExamples:",
      "  twinbus sessions list",
      "  twinbus sessions list --status blocked --older-than 10m",
      "  twinbus sessions list --status working --region east",
      "  twinbus sessions list --prefix TW00 --output jsonl",
      "  twinbus sessions list --by reason",
      "  twinbus sessions list --counts"
    })
final class SessionsListCommand implements Callable<Integer> {

  private static final int MAX_LIMIT = 100_000;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private QueueOptions common;

  @Option(names = "--status", description = "Only sessions that are: ${COMPLETION-CANDIDATES}.")
  private @Nullable SessionStatus status;

  @Option(names = "--region", paramLabel = "NAME", description = "Only sessions owned there.")
  private @Nullable String region;

  @Option(names = "--owner", paramLabel = "INSTANCE", description = "Only sessions that it owns.")
  private @Nullable String owner;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only ids that begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      description = "Only sessions not written for so long (90s, 10m, 2h, 3d).")
  private @Nullable String olderThan;

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "At most so many, up to 100000 (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--from",
      paramLabel = "ID",
      description = "Only sessions after this one: where a list ended, as it says on stderr.")
  private @Nullable String from;

  @Option(names = "--counts", description = "Only how many sessions there are by status.")
  private boolean counts;

  @Option(
      names = "--by",
      description = {
        "Group blocked sessions by why they are: ${COMPLETION-CANDIDATES}.",
        "Says how many there are, and since when the first and the last has been blocked."
      })
  private @Nullable By by;

  /** What blocked sessions are grouped by. */
  enum By {
    REASON
  }

  SessionsListCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ParameterException(spec.commandLine(), "--limit goes from 1 to 100000.");
    }
    SessionFilter filter = filter();
    try (OpenLedger ledger = context.ledger().open(common.load(context))) {
      if (by == By.REASON) {
        return reasons(ledger, filter.withStatus(SessionStatus.BLOCKED));
      }
      return counts ? count(ledger) : list(ledger, filter);
    }
  }

  private SessionFilter filter() {
    SessionFilter filter = SessionFilter.ALL;
    filter = status == null ? filter : filter.withStatus(status);
    filter = region == null ? filter : filter.withRegion(new RegionName(region));
    filter = owner == null ? filter : filter.withOwner(new InstanceId(owner));
    filter = prefix == null ? filter : filter.withPrefix(prefix);
    if (olderThan == null) {
      return filter;
    }
    Duration age = OptionDuration.of("--older-than", olderThan);
    return filter.withUnchangedSince(context.wall().minus(age));
  }

  private int list(OpenLedger ledger, SessionFilter filter) {
    SessionPages.Listing listing =
        SessionPages.read(ledger, filter, limit, Optional.ofNullable(from));
    common.print(SessionTable.list(listing.sessions(), context.wall()));
    listing.next().ifPresent(next -> common.tell("There are more: --from " + ShellWord.of(next)));
    common.tellCost(ledger);
    return SessionPages.exitCode(listing, common);
  }

  private int reasons(OpenLedger ledger, SessionFilter filter) {
    SessionPages.Listing listing =
        SessionPages.read(ledger, filter, MAX_LIMIT, Optional.ofNullable(from));
    common.print(SessionTable.reasons(BlockReasons.of(listing.sessions()), context.wall()));
    listing.next().ifPresent(next -> common.tell("There are more: --from " + ShellWord.of(next)));
    common.tellCost(ledger);
    return SessionPages.exitCode(listing, common);
  }

  private int count(OpenLedger ledger) {
    if (!(Answers.await(ledger.queries().counts()) instanceof CountsOutcome.Counted counted)) {
      throw new CommandFailure(ExitCode.FAILURE, "The ledger could not count its sessions.");
    }
    Rows rows = new Rows(new Table("STATUS", "SESSIONS"), "status", "sessions");
    for (SessionStatus each : SessionStatus.values()) {
      long number = counted.byStatus().getOrDefault(each, 0L);
      ObjectNode document = JsonNodeFactory.instance.objectNode();
      document.put("status", each.name()).put("sessions", number);
      rows.row(document, each.name(), Long.toString(number));
    }
    common.print(rows);
    common.tellCost(ledger);
    return ExitCode.OK.code();
  }
}
