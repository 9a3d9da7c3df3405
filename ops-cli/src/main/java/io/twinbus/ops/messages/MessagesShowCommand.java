package io.twinbus.ops.messages;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.BodyLook;
import io.twinbus.ops.command.BodyOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.CopyJson;
import io.twinbus.ops.servicebus.QueuedBody;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.ops.servicebus.RegionUnreachableException;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one copy of a message, and its body where that is asked for. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Show a message that waits in a queue or is a dead letter: its size and kind; with --body or"
          + " --save what it carries.",
      "All copies of a message carry the same; the first one found is shown."
    },
    footer = {
      "%nExamples:",
      "  twinbus messages show order-4711-created",
      "  twinbus messages show order-4711-created --body --reason 'ticket 4711'",
      "  twinbus messages show order-4711-created --save order.json"
    })
final class MessagesShowCommand implements Callable<Integer> {

  private final CliContext context;

  @Mixin private QueueOptions common;
  @Mixin private BodyOptions look;

  @Parameters(paramLabel = "ID", description = "The message's id, as the producer gave it.")
  private String id;

  @Option(names = "--session", description = "Its session, where several have such a message.")
  private @Nullable String session;

  @Option(
      names = "--scan",
      defaultValue = "10000",
      description = "Look through so many copies of each queue (default: ${DEFAULT-VALUE}).")
  private int scan;

  MessagesShowCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    RegionLooks looks = new RegionLooks(context.queues(), ClusterSettings.from(settings));
    List<RegionLooks.Seen> seen = looks.look(scan, this::isMeant);
    seen.forEach(region -> region.trouble().ifPresent(common::tell));
    List<QueuedCopy> copies = seen.stream().flatMap(region -> region.copies().stream()).toList();
    if (copies.stream().map(copy -> copy.names().session()).distinct().count() > 1) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "Several sessions have a message '%s': say which with --session.".formatted(id));
    }
    for (QueuedCopy copy : copies) {
      Optional<QueuedBody> body = body(looks, copy);
      if (body.isPresent()) {
        show(settings, copy, body.get());
        return ExitCode.OK.code();
      }
    }
    throw new CommandFailure(
        ExitCode.NOT_FOUND,
        "No region that answers has a copy of message '%s': 'messages trace' says how it ended."
            .formatted(id));
  }

  private boolean isMeant(QueuedCopy copy) {
    return copy.names().message().equals(id)
        && (session == null || session.equals(copy.names().session()));
  }

  private Optional<QueuedBody> body(RegionLooks looks, QueuedCopy copy) {
    try {
      return looks.body(copy);
    } catch (RegionUnreachableException e) {
      common.tell(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void show(FlatSettings settings, QueuedCopy copy, QueuedBody body) {
    ObjectNode json = CopyJson.of(copy);
    json.put("contentType", body.contentType()).put("bodyBytes", body.size());
    Sheet sheet = new Sheet(json);
    sheet.line("message", copy.names().message());
    sheet.line("session", copy.names().session());
    sheet.line("copy", "%s, %s".formatted(copy.region(), copy.place()));
    sheet.line(
        "body",
        "%d bytes, %s"
            .formatted(
                body.size(),
                body.contentType().isEmpty() ? "no content type" : body.contentType()));
    if (look.isAsked()) {
      try (OpenLedger ledger = context.ledger().open(settings)) {
        AuditTrail trail =
            AuditTrail.of(ledger, context, common, look.operator().author(context, common));
        new BodyLook(trail, common, look).show(copy, body, sheet);
        common.tellCost(ledger);
      }
    }
    common.print(sheet);
  }
}
