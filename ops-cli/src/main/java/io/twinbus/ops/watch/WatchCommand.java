package io.twinbus.ops.watch;

import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.QueueOptions;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.OutputFormat;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the system as it moves. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = {
      "Show the system as it moves: messages ended a second, lag and waiting copies of each region,"
          + " receivers, blocked sessions and gaps, faults and takeovers as they happen.",
      "With several queues it has a row for each, all regions together: handler, messages ended a"
          + " second, lag, waiting copies, dead letters. With --queue it is about one, and counts"
          + " its sessions.",
      "In a terminal the picture is redrawn until Ctrl-C. Piped, it is printed once, or --frames"
          + " times; with --output jsonl one document a picture."
    },
    footer = {
      "%nExamples:",
      "  twinbus watch",
      "  twinbus watch --queue payments",
      "  twinbus watch --interval 5 --frames 12 --output jsonl > hour.jsonl"
    })
public final class WatchCommand implements Callable<Integer> {

  private static final String CLEAR = "\u001b[H\u001b[2J";
  private static final String ENTER = "\u001b[?1049h\u001b[?25l";
  private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
  private static final int MAX_INTERVAL = 3_600;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private QueueOptions common;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description = "How often to look (default: ${DEFAULT-VALUE}).")
  private int interval;

  @Option(names = "--frames", description = "Stop after so many pictures.")
  private int frames;

  /** Works in {@code context}. */
  public WatchCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (interval < 1 || interval > MAX_INTERVAL || frames < 0) {
      throw new ParameterException(
          spec.commandLine(), "--interval goes from 1 to 3600, --frames from 1.");
    }
    SortedMap<String, FlatSettings> queues = common.each(context);
    FlatSettings settings = queues.values().iterator().next();
    ClusterSettings cluster = ClusterSettings.from(settings);
    Duration lease = settings.get(ReceiverKeys.LEASE);
    boolean isLive = common.output() == OutputFormat.TABLE && CommonOptions.isTerminal();
    int most = frames > 0 ? frames : isLive ? Integer.MAX_VALUE : 1;
    try (OpenLedger ledger = context.ledger().open(settings);
        SnapshotSource observer = source(ledger, queues, lease)) {
      Thread restore = new Thread(() -> say(LEAVE), "restore-terminal");
      if (isLive) {
        Runtime.getRuntime().addShutdownHook(restore);
        say(ENTER);
      }
      run(cluster.cluster(), observer, lease, isLive, most);
      if (isLive) {
        Runtime.getRuntime().removeShutdownHook(restore);
        say(LEAVE);
      }
      common.tellCost(ledger);
    }
    return ExitCode.OK.code();
  }

  private SnapshotSource source(
      OpenLedger ledger, SortedMap<String, FlatSettings> queues, Duration lease) {
    SortedMap<String, ClusterSettings> clusters = new TreeMap<>();
    queues.forEach((name, settings) -> clusters.put(name, ClusterSettings.from(settings)));
    return clusters.size() == 1
        ? new Observer(ledger, clusters.values().iterator().next(), context)
        : new QueuesObserver(ledger, clusters, lease, context);
  }

  private void run(
      String cluster, SnapshotSource observer, Duration lease, boolean isLive, int most) {
    Rates rates = new Rates();
    Events events = new Events(lease);
    if (isLive) {
      draw(frame(true).before(cluster), true);
    }
    for (int frame = 1; frame <= most; frame++) {
      Snapshot now = observer.look();
      rates.on(now, lease);
      events.on(now);
      if (common.output() == OutputFormat.TABLE) {
        draw(frame(isLive).lines(cluster, now, rates, events, lease), isLive);
      } else {
        common.out().println(JsonText.line(SnapshotJson.of(now, rates, events, lease)));
        common.out().flush();
      }
      if (frame < most) {
        Waits.between(context, Duration.ofSeconds(interval));
      }
    }
  }

  private Frame frame(boolean isLive) {
    TerminalSize size =
        isLive ? TerminalSize.now(context.environment()) : new TerminalSize(200, Frame.LOWEST * 5);
    boolean isColoured = isLive && context.environment().getOrDefault("NO_COLOR", "").isEmpty();
    return new Frame(
        Math.max(Frame.NARROWEST, size.columns()),
        Math.max(Frame.LOWEST, size.lines()),
        isColoured ? Ink.COLOUR : Ink.NONE);
  }

  private void draw(List<String> lines, boolean isLive) {
    PrintWriter out = common.out();
    if (isLive) {
      out.print(CLEAR);
    }
    out.print(String.join(System.lineSeparator(), lines));
    if (!isLive) {
      out.println();
    }
    out.flush();
  }

  private void say(String control) {
    common.out().print(control);
    common.out().flush();
  }
}
