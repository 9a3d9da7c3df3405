package io.twinbus.ops.sessions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.config.ConfigOption;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.OutputFormat;
import io.twinbus.protocol.RegionName;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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
      "  twinbus sessions list --status working --region east",
      "  twinbus sessions list --prefix TW00 --output json"
    })
final class SessionsListCommand implements Callable<Integer> {

  private static final int MAX_LIMIT = 100_000;

  private final LedgerAccess access;
  private final InstantSource clock;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Option(names = "--status", description = "Only sessions that are: ${COMPLETION-CANDIDATES}.")
  private @Nullable SessionStatus status;

  @Option(names = "--region", paramLabel = "NAME", description = "Only sessions owned there.")
  private @Nullable String region;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only ids that begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "At most so many, up to 100000 (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--output",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat output = OutputFormat.TABLE;

  SessionsListCommand(LedgerAccess access, InstantSource clock) {
    this.access = access;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ParameterException(spec.commandLine(), "--limit goes from 1 to 100000.");
    }
    SessionFilter filter = filter();
    Listing listing;
    try (OpenLedger ledger = access.open(config.load())) {
      listing = read(ledger.queries(), filter);
    }
    print(listing);
    return listing.unreadable() == 0 ? ExitCode.OK.code() : ExitCode.PARTIAL.code();
  }

  private record Listing(List<SessionRecord> sessions, int unreadable, boolean more) {}

  private SessionFilter filter() {
    SessionFilter filter = SessionFilter.ALL;
    filter = status == null ? filter : filter.withStatus(status);
    filter = region == null ? filter : filter.withRegion(new RegionName(region));
    return prefix == null ? filter : filter.withPrefix(prefix);
  }

  private Listing read(LedgerQueries queries, SessionFilter filter) {
    List<SessionRecord> found = new ArrayList<>();
    int unreadable = 0;
    Optional<String> continuation = Optional.empty();
    do {
      int size = Math.min(limit - found.size(), LedgerQueries.MAX_PAGE_SIZE);
      PageOutcome outcome = Answers.await(queries.list(filter, size, continuation));
      if (!(outcome instanceof PageOutcome.Page page)) {
        throw new CommandFailure(
            ExitCode.FAILURE,
            "The ledger could not list its sessions: " + ((PageOutcome.Unknown) outcome).why());
      }
      found.addAll(page.sessions());
      unreadable += page.unreadable();
      continuation = page.continuation();
    } while (continuation.isPresent() && found.size() < limit);
    return new Listing(found, unreadable, continuation.isPresent());
  }

  private void print(Listing listing) {
    PrintWriter out = spec.commandLine().getOut();
    if (output == OutputFormat.JSON) {
      ArrayNode sessions = JsonNodeFactory.instance.arrayNode();
      listing.sessions().forEach(record -> sessions.add(SessionJson.of(record)));
      out.println(JsonText.pretty(sessions));
    } else {
      SessionTable.list(listing.sessions(), clock.instant()).print(out);
    }
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    if (listing.more()) {
      err.println("There are more; raise --limit to see them.");
    }
    if (listing.unreadable() > 0) {
      err.println(
          "%d records were written by a newer build and are left out."
              .formatted(listing.unreadable()));
    }
    err.flush();
  }
}
