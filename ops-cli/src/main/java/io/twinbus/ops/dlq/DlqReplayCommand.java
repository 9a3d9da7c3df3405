package io.twinbus.ops.dlq;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Act;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.SessionAct;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends dead letters again. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Send dead letters again: at the end of their session, or in their place where they have not"
          + " ended.",
      "Broken off, it can be run again: what was sent twice takes effect once. A message that has"
          + " run is left alone. The message keeps its id; its expiry is lifted."
    },
    footer = {
      "%nExamples:",
      "  twinbus dlq replay --id order-4711-created --reason 'sink mended'",
      "  twinbus dlq replay --died-of MaxAttemptsExceeded --rate 20 --reason 'sink mended' --yes",
      "  twinbus dlq replay --all --reason 'after the incident' --yes"
    })
final class DlqReplayCommand implements Callable<Integer> {

  private static final int MAX_RATE = 1_000;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private QueueOptions common;
  @Mixin private ActOptions act;
  @Mixin private LetterOptions which;

  @Option(names = "--all", description = "All of them.")
  private boolean all;

  @Option(
      names = "--rate",
      defaultValue = "50",
      description = "At most so many messages a second (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(names = "--limit", description = "At most so many messages.", defaultValue = "10000")
  private int limit;

  @Option(
      names = "--body",
      paramLabel = "FILE",
      description =
          "Send the one letter that --id names with the bytes of this file, 100 MiB at most.")
  private @Nullable Path bodyFile;

  @Option(
      names = "--force-new",
      description =
          "Also send what was sent longer ago than the ledger remembers: at the end of its session."
              + " It may have run.")
  private boolean isForced;

  DlqReplayCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (all == which.isAnyNamed()) {
      throw new ParameterException(
          spec.commandLine(), "Say which: --id, --session or --died-of; or --all.");
    }
    if (rate < 1 || rate > MAX_RATE) {
      throw new ParameterException(spec.commandLine(), "--rate goes from 1 to 1000.");
    }
    Body body = bodyFile == null ? null : BodyFile.read(bodyFile);
    FlatSettings settings = common.load(context);
    ClusterSettings cluster = ClusterSettings.from(settings);
    List<RegionLooks.Seen> seen = which.look(context, cluster, common);
    List<Letter> letters = Letter.among(seen);
    letters = letters.subList(0, Math.min(Math.max(1, limit), letters.size()));
    ReplayPlan.Terms terms = new ReplayPlan.Terms(Horizon.from(settings), context.wall(), isForced);
    try (OpenLedger ledger = context.ledger().open(settings);
        ReplayRun replay =
            new ReplayRun(
                context,
                cluster,
                common,
                new ReplayRun.Manner(act.name(context, common), body, rate))) {
      ReplayPlan plan = ReplayPlan.of(letters, ledger, terms);
      if (body != null) {
        refuseUnlessOne(plan, body);
      }
      List<QueuedCopy> standby = ScheduledCopies.of(plan, cluster, context, common);
      if (act.isMeant()) {
        note(plan, ledger, body);
        replay.run(plan, standby);
      }
      print(plan, replay, standby.size());
      common.tellCost(ledger);
      return replay.isWhole() ? LetterOptions.exitCode(seen) : ExitCode.PARTIAL.code();
    }
  }

  /** Before anything is sent. A session without a record has no history: its entry is noted. */
  private void note(ReplayPlan plan, OpenLedger ledger, @Nullable Body body) {
    Map<String, List<String>> bySession = new TreeMap<>();
    for (ReplayPlan.Item item : plan.items()) {
      if (item.isSent()) {
        bySession
            .computeIfAbsent(item.letter().key().session(), id -> new ArrayList<>())
            .add(ledger.ids().ofMessage(item.letter().key().message()));
      }
    }
    AuditTrail trail = AuditTrail.of(ledger, context, common, act.author(context, common));
    SessionAct writes = new SessionAct(ledger, context, trail);
    bySession.forEach(
        (session, messages) -> {
          if (plan.records().getOrDefault(session, Optional.empty()).isPresent()) {
            writes.carryOut(
                ledger.ids().of(new SessionId(session)),
                (record, order) ->
                    OperatorRule.note(record, Act.Kind.REPLAY, effect(messages, body), order),
                () -> act.order(context, common));
          } else {
            trail.note(
                trail.about(session, ""),
                new AuditedAct(AuditedAct.REPLAY, act.reason(), effect(messages, body)));
          }
        });
  }

  private static String effect(List<String> messages, @Nullable Body body) {
    if (body != null) {
      return "dead letter %s sent again with a body of %d bytes, SHA-256 %s"
          .formatted(messages.get(0), body.size(), BodyHash.of(body));
    }
    return messages.size() == 1
        ? "dead letter %s sent again".formatted(messages.get(0))
        : "%d dead letters sent again, the first: %s".formatted(messages.size(), messages.get(0));
  }

  /**
   * A corrected body is for one message that has ended: what has not ended may still run with the
   * body that its other copies have.
   */
  private void refuseUnlessOne(ReplayPlan plan, Body body) {
    if (which.message == null || plan.items().size() != 1) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--body needs one dead letter, and %d are meant: name it by --id, and by --session where several have that id."
              .formatted(plan.items().size()));
    }
    ReplayPlan.Item item = plan.items().get(0);
    Optional<Replay> before = item.next().flatMap(MessageContent::replay);
    if (before.isPresent() && !before.get().body().equals(BodyHash.of(body))) {
      throw new CommandFailure(
          ExitCode.CONFLICT,
          "%s has sent this dead letter again with another body: nothing was sent."
              .formatted(before.get().by()));
    }
    if (item.step() == ReplayRule.Step.IN_PLACE || item.step() == ReplayRule.Step.LEAVE) {
      throw new CommandFailure(
          ExitCode.CONFLICT,
          item.step() == ReplayRule.Step.LEAVE
              ? "The message has run: it is not sent again with another body."
              : "The message has not ended, and runs with the body of its other copies: replay it"
                  + " without --body.");
    }
  }

  private void print(ReplayPlan plan, ReplayRun replay, int standby) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("done", act.isMeant())
        .put("letters", plan.items().size())
        .put("atEnd", plan.count(ReplayRule.Step.AT_END))
        .put("inPlace", plan.count(ReplayRule.Step.IN_PLACE))
        .put("removeOnly", plan.count(ReplayRule.Step.REMOVE))
        .put("left", plan.count(ReplayRule.Step.LEAVE))
        .put("forgotten", plan.count(ReplayRule.Step.FORGOTTEN))
        .put("copiesToRemove", plan.copiesToRemove())
        .put("standbyCopies", standby)
        .put("sent", replay.sent())
        .put("copiesRemoved", replay.removed())
        .put("standbyRemoved", replay.cancelled())
        .put("failed", replay.failed())
        .put("copiesNotMet", replay.notMet());
    Sheet sheet = new Sheet(json);
    sheet.line("letters", Integer.toString(plan.items().size()));
    sheet.line("at the end", Long.toString(plan.count(ReplayRule.Step.AT_END)));
    sheet.line("in place", Long.toString(plan.count(ReplayRule.Step.IN_PLACE)));
    sheet.line("left alone", Long.toString(plan.count(ReplayRule.Step.LEAVE)));
    if (plan.count(ReplayRule.Step.FORGOTTEN) > 0) {
      sheet.line(
          "forgotten",
          "%d, sent longer ago than the ledger remembers; --force-new sends them"
              .formatted(plan.count(ReplayRule.Step.FORGOTTEN)));
    }
    sheet.line(
        "removes",
        "%d dead copies, %d standby copies still to come"
            .formatted(plan.copiesToRemove(), standby));
    if (act.isMeant()) {
      sheet.line(
          "done",
          "%d sent again, %d copies removed, %d failed"
              .formatted(replay.sent(), replay.removed(), replay.failed()));
    }
    common.print(sheet);
    replay.tellWhatIsMissing();
    if (!act.isMeant()) {
      common.tell("Nothing was changed; add --yes to do it.");
    }
  }
}
