package io.twinbus.rehearsal.command;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.ConfigOption;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.ReceiptLines;
import io.twinbus.rehearsal.producer.SendCounts;
import io.twinbus.rehearsal.producer.SendObserver;
import io.twinbus.rehearsal.producer.SenderOutlet;
import io.twinbus.sender.statistics.CloseReport;
import java.io.PrintWriter;
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

/** Sends the messages of a file through the product's sender. */
@Command(
    name = "send",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Send the messages of a file to both regions, in the order of each session.",
      "Says at the end how many are safe. Exit code 6 says that some were not accepted, or that a"
          + " region lacks copies."
    },
    footer = {
      "%nExamples:",
      "  twinbus send --input events.ndjson",
      "  twinbus send --input events.ndjson.gz --session-field account --id-field event --rate 200"
    })
public final class SendCommand implements Callable<Integer> {

  private static final Duration BOUND = Duration.ofMinutes(4);

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;
  @Mixin private InputOptions input;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages a second (default: as many as go).")
  private @Nullable Double rate;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue, as twinbus.queues has it; needed where there are several.")
  private @Nullable String queue;

  @Option(
      names = "--receipts",
      description =
          "Print, as it happens, 'sent LINE', 'safe LINE' or 'failed LINE REASON' for each message;"
              + " LINE is its line in the input.")
  private boolean receipts;

  @Override
  public Integer call() throws InterruptedException {
    if (rate != null && !(rate > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--rate is a number of messages a second above 0.");
    }
    FlatSettings settings = config.load();
    Optional<String> named =
        ConfiguredQueues.one(settings, Optional.ofNullable(queue), "--queue").queue();
    try (MessageSource source = input.open();
        SenderOutlet outlet = SenderOutlet.open(settings, named)) {
      return send(source, outlet);
    } catch (InputException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private int send(MessageSource source, SenderOutlet outlet) throws InterruptedException {
    SendCounts counts = new SendCounts();
    SendObserver observer =
        receipts ? new ReceiptLines(spec.commandLine().getOut(), counts) : counts;
    Producer producer = new Producer(outlet, observer, Clocks.system());
    long unanswered;
    try {
      producer.sendAll(source, rate == null ? 0 : rate, count -> {});
    } finally {
      unanswered = producer.awaitAnswers(BOUND);
    }
    CloseReport left = outlet.close(BOUND);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "%,d sent, %,d safe, %,d not accepted%s."
            .formatted(
                counts.sent(),
                counts.acknowledged(),
                counts.failed() + unanswered,
                counts.firstFailure().map(why -> " (first: " + why + ")").orElse("")));
    left.copies()
        .forEach(
            (region, copies) -> {
              if (copies > 0) {
                out.println("%s may lack %,d copies.".formatted(region, copies));
              }
            });
    out.flush();
    boolean whole = counts.acknowledged() == counts.sent() && left.isClean();
    if (counts.sent() > 0 && counts.acknowledged() == 0) {
      return ExitCode.FAILURE.code();
    }
    return whole ? ExitCode.OK.code() : ExitCode.PARTIAL.code();
  }
}
