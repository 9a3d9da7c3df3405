package io.twinbus.ops.sessions;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.config.ConfigOption;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.OutputFormat;
import io.twinbus.protocol.SessionId;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows one session record whole. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Show what the ledger holds about one session.",
    footer = {
      "%nExamples:",
      "  twinbus sessions show TW0000017",
      "  twinbus sessions show src/main/App.java --output json"
    })
final class SessionsShowCommand implements Runnable {

  private final LedgerAccess access;
  private final InstantSource clock;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Parameters(paramLabel = "ID", description = "The session's id, as the producer gave it.")
  private String id;

  @Option(
      names = "--output",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat output = OutputFormat.TABLE;

  SessionsShowCommand(LedgerAccess access, InstantSource clock) {
    this.access = access;
    this.clock = clock;
  }

  @Override
  public void run() {
    SessionId session = new SessionId(id);
    try (OpenLedger ledger = access.open(config.load())) {
      ReadOutcome outcome = Answers.await(ledger.sessions().read(session));
      if (outcome instanceof ReadOutcome.Found found) {
        print(found.record(), ledger.leases());
      } else if (outcome instanceof ReadOutcome.Unknown unknown) {
        throw new CommandFailure(
            ExitCode.FAILURE, "The ledger could not read the session: " + unknown.why());
      } else {
        throw new CommandFailure(
            ExitCode.NOT_FOUND, "The ledger knows no session '%s'.".formatted(id));
      }
    }
  }

  private void print(SessionRecord record, LeaseStore leases) {
    PrintWriter out = spec.commandLine().getOut();
    if (output == OutputFormat.JSON) {
      out.println(JsonText.pretty(SessionJson.of(record)));
    } else {
      Instant now = clock.instant();
      SessionTable.show(record, signOfLife(record.custody().owner(), leases, now), now, out);
    }
    out.flush();
  }

  private static String signOfLife(
      @org.jspecify.annotations.Nullable Owner owner, LeaseStore leases, Instant now) {
    if (owner == null) {
      return "";
    }
    if (!(Answers.await(leases.readAll()) instanceof LeasesOutcome.Found found)) {
      return "its last sign of life cannot be read";
    }
    return found.leases().stream()
        .map(LeasesOutcome.Stored::lease)
        .filter(lease -> lease.instance().equals(owner.instance()))
        .findFirst()
        .map(lease -> "last sign of life %s ago".formatted(Ages.between(lease.stamp().at(), now)))
        .orElse("no sign of life on record");
  }
}
