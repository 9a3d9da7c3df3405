package io.twinbus.ops.sessions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.OperatorOption;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.OutputFormat;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one session whole: first what the ledger holds, then what waits in the queues. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Show one session: its record, its owner, what blocks it, operators' acts, and the copies"
          + " that wait in each region's queue.",
      "The record comes first; looking through the queues takes longer, and --no-queues leaves it"
          + " out."
    },
    footer = {
      "%nExamples:",
      "  twinbus sessions show TW0000017",
      "  twinbus sessions show TW0000017 --state --reason 'ticket 4711'",
      "  twinbus sessions show src/main/App.java --no-queues --output json"
    })
final class SessionsShowCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;

  @Parameters(paramLabel = "ID", description = "The session's id, as the producer gave it.")
  private String id;

  @Option(
      names = "--no-queues",
      description = "Only what the ledger holds: faster, and with no right on the queues.")
  private boolean ledgerOnly;

  @Option(
      names = "--scan",
      defaultValue = "10000",
      description = "Look through so many copies of each queue (default: ${DEFAULT-VALUE}).")
  private int scan;

  @Option(
      names = "--state",
      description =
          "Also what the application keeps in the session, which may be personal; without this"
              + " option only its size is shown. The audit container notes it.")
  private boolean showsState;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason for looking at the state, which stays on record.")
  private String reason = "";

  @Mixin private OperatorOption operator = new OperatorOption();

  SessionsShowCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    SessionId session = new SessionId(id);
    FlatSettings settings = common.load(context);
    SessionRecord record;
    RecordedIds ids;
    String sign;
    try (OpenLedger ledger = context.ledger().open(settings)) {
      record = Reads.record(ledger, session).record();
      ids = ledger.ids();
      sign = signOfLife(record.custody().owner(), ledger, context.wall());
      if (showsState) {
        record.state().ifPresent(state -> note(ledger, session, state));
      }
      common.tellCost(ledger);
    }
    Sheet sheet = new Sheet(SessionJson.of(record));
    SessionTable.show(record, sign, context.wall(), sheet);
    if (showsState) {
      record.state().ifPresent(state -> StateText.describe(state, sheet));
    }
    if (ledgerOnly) {
      common.print(sheet);
      return ExitCode.OK.code();
    }
    if (common.output() == OutputFormat.TABLE) {
      common.print(sheet);
    }
    return queues(ClusterSettings.from(settings), record, ids, sheet);
  }

  /** Before it is shown: where this cannot be written, nothing is printed. */
  private void note(OpenLedger ledger, SessionId session, Body state) {
    AuditTrail trail = AuditTrail.of(ledger, context, common, operator.author(context, common));
    int shown =
        common.output() == OutputFormat.TABLE
            ? Math.min(state.size(), StateText.MOST)
            : state.size();
    String effect = "%d of %d bytes shown".formatted(shown, state.size());
    trail.note(
        trail.queue().session(session), new AuditedAct(AuditedAct.STATE_SHOWN, reason, effect));
  }

  private int queues(ClusterSettings cluster, SessionRecord record, RecordedIds ids, Sheet sheet) {
    Sheet queues = new Sheet(sheet.document());
    ArrayNode array = sheet.document().putArray("queues");
    List<RegionLooks.Seen> all =
        new RegionLooks(context.queues(), cluster)
            .look(scan, copy -> isOf(record, copy.names().session(), ids));
    for (RegionLooks.Seen seen : all) {
      WaitingCopies.describe(seen, record, context.wall(), queues, array.addObject());
    }
    common.print(queues);
    boolean isPartial = all.stream().anyMatch(seen -> seen.trouble().isPresent());
    return isPartial ? ExitCode.PARTIAL.code() : ExitCode.OK.code();
  }

  /** Its recorded form finds a session's copies, too, whose clear id the operator may not know. */
  private boolean isOf(SessionRecord record, String carried, RecordedIds ids) {
    return carried.equals(id) || ids.isRecordedAs(carried, record.session());
  }

  private static String signOfLife(@Nullable Owner owner, OpenLedger ledger, Instant now) {
    if (owner == null) {
      return "";
    }
    if (!(Answers.await(ledger.instances().leases().readAll())
        instanceof BeatsOutcome.Found found)) {
      return "its last sign of life cannot be read";
    }
    return found.beats().stream()
        .filter(lease -> lease.instance().equals(owner.instance()))
        .findFirst()
        .map(lease -> "last sign of life %s ago".formatted(Ages.between(lease.at(), now)))
        .orElse("no sign of life on record");
  }
}
