package io.twinbus.ops.messages;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.MessageEnds;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells the story of one message over both regions and the ledger. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    description = {
      "Trace one message: when it was sent, where its copies wait, which receiver has claimed its"
          + " session, its attempts, its end, its dead letters.",
      "Copies are found by peeking. When none is left, the ledger still knows how it ended: name"
          + " its session, stream and number; of a foreign sender's message the session is enough."
    },
    footer = {
      "%nExamples:",
      "  twinbus messages trace order-4711-created",
      "  twinbus messages trace order-4711-created --session 4711 --stream web-1 --seq 3"
    })
final class MessagesTraceCommand implements Callable<Integer> {

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private QueueOptions common;

  @Parameters(paramLabel = "ID", description = "The message's id, as the producer gave it.")
  private String id;

  @Option(names = "--session", description = "Its session, where no copy is left.")
  private @Nullable String session;

  @Option(
      names = "--stream",
      description = "Its stream, where no copy is left; a foreign sender's message has none.")
  private @Nullable String stream;

  @Option(names = "--seq", description = "Its number in the stream, where no copy is left.")
  private @Nullable Long seq;

  @Option(
      names = "--scan",
      defaultValue = "10000",
      description = "Look through so many copies of each queue (default: ${DEFAULT-VALUE}).")
  private int scan;

  MessagesTraceCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    FlatSettings settings = common.load(context);
    Optional<MessageStory.Place> named = named();
    List<RegionLooks.Seen> seen =
        new RegionLooks(context.queues(), ClusterSettings.from(settings))
            .look(scan, copy -> copy.names().message().equals(id));
    List<QueuedCopy> copies = seen.stream().flatMap(region -> region.copies().stream()).toList();
    List<MessageStory.Place> places =
        copies.isEmpty() ? named.stream().toList() : MessageStory.placesOf(copies);
    if (places.isEmpty()) {
      throw nowhere(seen);
    }
    try (OpenLedger ledger = context.ledger().open(settings)) {
      boolean isTyped = copies.isEmpty();
      MessageId message = new MessageId(id);
      MessageId recorded = isTyped ? ledger.ids().named(message) : ledger.ids().of(message);
      MessageStory story = new MessageStory(id, recorded, new MessageEnds(ledger), context.wall());
      for (MessageStory.Place place : places) {
        SessionId its = new SessionId(place.session());
        SessionId at = isTyped ? its : ledger.ids().of(its);
        story.tell(place, copies, seen, record(ledger, at));
      }
      common.print(story.sheet());
      common.tellCost(ledger);
    }
    boolean isPartial = seen.stream().anyMatch(region -> region.trouble().isPresent());
    return isPartial ? ExitCode.PARTIAL.code() : ExitCode.OK.code();
  }

  private Optional<MessageStory.Place> named() {
    if (session == null && stream == null && seq == null) {
      return Optional.empty();
    }
    if (session != null && stream == null && seq == null) {
      return Optional.of(new MessageStory.Place(session, "", 0));
    }
    if (session == null || stream == null || seq == null || seq < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "Give --session with --stream and --seq (from 1), or alone for a foreign sender's"
              + " message.");
    }
    return Optional.of(new MessageStory.Place(session, stream, seq));
  }

  private static @Nullable SessionRecord record(OpenLedger ledger, SessionId session) {
    ReadOutcome<SessionRecord> outcome = Answers.await(ledger.sessions().read(session));
    if (outcome instanceof ReadOutcome.Unknown<SessionRecord> unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The ledger could not read the session: " + unknown.why());
    }
    return outcome instanceof ReadOutcome.Found<SessionRecord> found ? found.record() : null;
  }

  private CommandFailure nowhere(List<RegionLooks.Seen> seen) {
    for (RegionLooks.Seen region : seen) {
      region.trouble().ifPresent(common::tell);
      if (region.trouble().isEmpty() && !region.isWhole()) {
        common.tell(
            "Only the first %d copies of region %s's queues were looked through (--scan)."
                .formatted(scan, region.region()));
      }
    }
    return new CommandFailure(
        ExitCode.NOT_FOUND,
        "No region that answers has a copy of message '%s': it has ended and was settled, or was never accepted; with --session, --stream and --seq the ledger tells which."
            .formatted(id));
  }
}
