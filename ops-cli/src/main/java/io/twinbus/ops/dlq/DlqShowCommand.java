package io.twinbus.ops.dlq;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.BodyLook;
import io.twinbus.ops.command.BodyOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.QueuedBody;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one dead message whole, and what a replay would do with it. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Show a dead message: why it died, where its copies are, what a replay would do.",
    footer = {
      "%nExamples:",
      "  twinbus dlq show order-4711-created",
      "  twinbus dlq show order-4711-created --body --reason 'ticket 4711'"
    })
final class DlqShowCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private BodyOptions look;

  @Parameters(paramLabel = "ID", description = "The message's id, as the producer gave it.")
  private String id;

  DlqShowCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    LetterOptions which = new LetterOptions();
    which.message = id;
    which.scan = RegionLooks.DEFAULT_MOST;
    ClusterSettings cluster = ClusterSettings.from(settings);
    List<RegionLooks.Seen> seen = which.look(context, cluster, common);
    List<Letter> letters = Letter.among(seen);
    if (letters.isEmpty()) {
      throw new CommandFailure(
          ExitCode.NOT_FOUND, "No region that answers has a dead letter '%s'.".formatted(id));
    }
    if (look.file() != null && letters.size() > 1) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "%d dead letters have the id '%s': 'dlq export' writes them all."
              .formatted(letters.size(), id));
    }
    try (OpenLedger ledger = context.ledger().open(settings)) {
      ReplayPlan plan =
          ReplayPlan.of(
              letters, ledger, new ReplayPlan.Terms(Horizon.from(settings), context.wall(), false));
      RegionLooks looks = new RegionLooks(context.queues(), cluster);
      for (ReplayPlan.Item item : plan.items()) {
        Sheet sheet = sheet(item);
        if (look.isAsked()) {
          body(item.letter(), looks, ledger, sheet);
        }
        common.print(sheet);
      }
      common.tellCost(ledger);
    }
    return LetterOptions.exitCode(seen);
  }

  private void body(Letter letter, RegionLooks looks, OpenLedger ledger, Sheet sheet) {
    QueuedCopy copy = letter.copies().get(0);
    QueuedBody body =
        looks
            .body(copy)
            .orElseThrow(
                () ->
                    new CommandFailure(
                        ExitCode.CONFLICT,
                        "The dead letter '%s' has been removed since: look again.".formatted(id)));
    AuditTrail trail =
        AuditTrail.of(ledger, context, common, look.operator().author(context, common));
    new BodyLook(trail, common, look).show(copy, body, sheet);
  }

  private Sheet sheet(ReplayPlan.Item item) {
    Letter letter = item.letter();
    ObjectNode json = letter.toJson();
    json.put("replay", item.step().name()).put("why", item.why());
    Sheet sheet = new Sheet(json);
    sheet.line("message", letter.key().message());
    sheet.line("session", letter.key().session());
    letter
        .key()
        .position()
        .ifPresent(p -> sheet.line("place", "%d of stream %s".formatted(p.seq(), p.stream())));
    sheet.line("died of", "%s %s".formatted(letter.reason(), letter.description()));
    for (QueuedCopy copy : letter.copies()) {
      sheet.line(
          "copy",
          "%s: number %d, %s old"
              .formatted(
                  copy.region(),
                  copy.at().number(),
                  Ages.between(copy.at().enqueuedAt(), context.wall())));
    }
    sheet.line("replay", item.why());
    return sheet;
  }
}
