package io.twinbus.rehearsal.command;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.rehearsal.demo.Demo;
import io.twinbus.rehearsal.demo.DemoPlan;
import io.twinbus.rehearsal.demo.DemoPlan.Account;
import io.twinbus.rehearsal.demo.DemoPlan.Traffic;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.When;
import io.twinbus.rehearsal.input.GitHistory;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.run.Run;
import io.twinbus.rehearsal.run.RunKeeping;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.terminal.Terminal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the whole system on this machine, breaks it, and verifies what it did. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Run the whole system on this machine, break it on the way, and verify what it did.",
      "Starts a local stand-in for two Service Bus regions and the ledger, and receiver processes"
          + " in both regions; sends the input; strikes faults; waits until all is settled; and"
          + " checks every effect: nothing lost, nothing out of order, every repeat explained. Exit"
          + " code 0 says that all of it held."
    },
    footer = {
      "%nExamples:",
      "  twinbus demo",
      "  twinbus demo --console",
      "  twinbus demo --queues 30 --receivers-per-region 1",
      "  twinbus demo --input events.ndjson.gz --session-field account --id-field event",
      "  twinbus demo --git-history . --outage east@40 --kill-receiver west@70",
      "  twinbus demo --fault azure-region:east@40+60",
      "  twinbus demo --fault lease-partition:witness@40+60 --partition-fail-over-after 20",
      "  twinbus demo --pause-receiver east@50+25 --applied a.ndjson --report r.json"
    })
public final class DemoCommand implements Callable<Integer> {

  private static final int MAX_RECEIVERS = 8;
  private static final int MOST_SECONDS = 3600;
  private static final double SENDING_SECONDS = 30;
  private static final double MAX_USUAL_RATE = 400;
  private static final double AFTER_FAULT_SECONDS = 10;
  private static final Set<FaultKind> KINDS =
      Collections.unmodifiableSet(
          EnumSet.of(
              FaultKind.OUTAGE,
              FaultKind.BROKER_OUTAGE,
              FaultKind.AZURE_REGION,
              FaultKind.LEASE_PARTITION,
              FaultKind.KILL_RECEIVER,
              FaultKind.PAUSE_RECEIVER));

  private static final Set<FaultKind> STRIKE_THE_LEDGER =
      Collections.unmodifiableSet(EnumSet.of(FaultKind.AZURE_REGION, FaultKind.LEASE_PARTITION));

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;

  @Option(
      names = "--git-history",
      paramLabel = "DIR",
      description = "Send the first-parent history of the git repository there instead of a file.")
  private @Nullable Path gitHistory;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "3000",
      description = "How many messages to make up without an input (default: ${DEFAULT-VALUE}).")
  private int messages;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Which stream to make up without an input (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages a second; by default so many that sending lasts at least 30 s.")
  private @Nullable Double rate;

  @Option(
      names = "--home",
      paramLabel = "NAME",
      defaultValue = HomePolicy.BY_SESSION,
      description = "Home region of all sessions, or by-session (default: ${DEFAULT-VALUE}).")
  private String home = HomePolicy.BY_SESSION;

  @Option(
      names = "--receivers-per-region",
      paramLabel = "N",
      defaultValue = "2",
      description = "Receiver processes in each region, 1 to 8 (default: ${DEFAULT-VALUE}).")
  private int receiversPerRegion;

  @Option(
      names = "--queues",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How many queues every receiver serves, 1 to 64; each session has its messages in one of"
              + " them (default: ${DEFAULT-VALUE}).")
  private int queues;

  @Option(
      names = "--outage",
      paramLabel = "REGION@PERCENT[+SECONDS]",
      description =
          "When that share has been sent, the region's Service Bus is gone and its receivers are"
              + " killed; it returns after 20 s or as said. Default, when no fault is given:"
              + " east@40.")
  private List<String> outages = new ArrayList<>();

  @Option(
      names = "--kill-receiver",
      paramLabel = "REGION@PERCENT",
      description = "One receiver is killed; a new one starts 10 s later.")
  private List<String> kills = new ArrayList<>();

  @Option(
      names = "--pause-receiver",
      paramLabel = "REGION@PERCENT[+SECONDS]",
      description = "One receiver is stopped (SIGSTOP) for 25 s or as said, then goes on.")
  private List<String> pauses = new ArrayList<>();

  @Option(
      names = "--fault",
      paramLabel = "KIND:REGION@PERCENT[+SECONDS]",
      description =
          "Any of these faults: outage, broker-outage, azure-region, lease-partition,"
              + " kill-receiver, pause-receiver. With broker-outage the region's Service Bus"
              + " refuses connections for 20 s or as said, and its receivers live on. With"
              + " azure-region the region's Service Bus, its receivers and its replica of the"
              + " ledger are gone for 60 s or as said; of the region witness, its replica. With lease-partition that region's replica of the receivers'"
              + " leases is gone, for 30 s or as said, and nothing else. Without --rate, sending"
              + " outlasts each fault that is given so by 10 s.")
  private List<String> others = new ArrayList<>();

  @Option(
      names = "--write-region",
      paramLabel = "NAME",
      defaultValue = "witness",
      description =
          "The region in which the ledger is written: witness, east or west (default:"
              + " ${DEFAULT-VALUE}). Lost for 60 s, another one is written.")
  private String writeRegion = "witness";

  @Option(
      names = "--partition-fail-over-after",
      paramLabel = "SECONDS",
      description =
          "Per-partition automatic fail-over: a container of the ledger that its write region has"
              + " lost for so long, 1 to 3600, is written in another one (default: it is not).")
  private @Nullable Integer partitionFailOverAfter;

  @Option(names = "--no-faults", description = "Strike no fault at all.")
  private boolean noFaults;

  @Mixin private OutcomeOptions outcome;
  @Mixin private ShowOptions show;

  @Override
  public Integer call() {
    List<Fault> faults = faults();
    checkHome();
    Account account = account();
    if (receiversPerRegion < 1 || receiversPerRegion > MAX_RECEIVERS) {
      throw usage("--receivers-per-region goes from 1 to 8.");
    }
    if (queues < 1 || queues > ConfiguredQueues.MOST) {
      throw usage("--queues goes from 1 to 64.");
    }
    Optional<Path> applied = outcome.applied();
    Optional<Path> report = outcome.report();
    Input loaded = load();
    double perSecond = perSecond(loaded.batch().size());
    DemoPlan plan =
        new DemoPlan(
            loaded.batch(),
            loaded.ends(),
            new Traffic(perSecond, home, receiversPerRegion, queues, account),
            faults,
            applied);
    return new Run(
            new RunKeeping(report, false, outcome.keepLogs()),
            Terminal.of(System.getenv()),
            show.viewer())
        .play(new Demo(plan), spec.commandLine().getOut(), spec.commandLine().getErr())
        .code();
  }

  private Account account() {
    if (!Demo.LEDGER_REGIONS.contains(writeRegion)) {
      throw usage("--write-region is '%s': give witness, east or west.".formatted(writeRegion));
    }
    if (partitionFailOverAfter != null
        && (partitionFailOverAfter < 1 || partitionFailOverAfter > MOST_SECONDS)) {
      throw usage("--partition-fail-over-after goes from 1 to 3600 seconds.");
    }
    return new Account(
        writeRegion, Optional.ofNullable(partitionFailOverAfter).map(Duration::ofSeconds));
  }

  private record Input(MessageBatch batch, Optional<Map<String, String>> ends) {}

  private Input load() {
    if (gitHistory != null && input.isGiven()) {
      throw usage("Give --input or --git-history, not both.");
    }
    try {
      if (gitHistory != null) {
        GitHistory history = new GitHistory(gitHistory);
        return new Input(new MessageBatch(history.events()), Optional.of(history.finalBlobs()));
      }
      if (input.isGiven()) {
        return new Input(MessageBatch.of(input.open()), Optional.empty());
      }
    } catch (InputException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
    if (messages < 1 || messages > MessageBatch.MAX_MESSAGES) {
      throw usage("--messages goes from 1 to 500000.");
    }
    return new Input(
        new MessageBatch(new ShipmentTracking(seed).events(messages)), Optional.empty());
  }

  private double perSecond(int count) {
    if (rate == null) {
      double seconds =
          others.stream()
              .map(text -> Fault.parse(KINDS, text))
              .mapToDouble(DemoCommand::secondsToOutlast)
              .reduce(SENDING_SECONDS, Math::max);
      return Math.min(count / seconds, MAX_USUAL_RATE);
    }
    if (!(rate > 0)) {
      throw usage("--rate is a number of messages a second above 0.");
    }
    return rate;
  }

  /** So long must sending take that what is left after the strike lasts until after the cure. */
  private static double secondsToOutlast(Fault fault) {
    int percent = fault.when() instanceof When.Share share ? share.percent() : 0;
    double left = Math.max(1, 100 - percent) / 100.0;
    return (fault.length().toSeconds() + AFTER_FAULT_SECONDS) / left;
  }

  private List<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    try {
      outages.forEach(text -> faults.add(Fault.parse(FaultKind.OUTAGE, text)));
      kills.forEach(text -> faults.add(Fault.parse(FaultKind.KILL_RECEIVER, text)));
      pauses.forEach(text -> faults.add(Fault.parse(FaultKind.PAUSE_RECEIVER, text)));
      others.forEach(text -> faults.add(Fault.parse(KINDS, text)));
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
    for (Fault fault : faults) {
      boolean isKnown =
          STRIKE_THE_LEDGER.contains(fault.kind())
              ? Demo.LEDGER_REGIONS.contains(fault.where().value())
              : LocalProcess.REGIONS.contains(fault.where());
      if (!isKnown) {
        throw usage(
            "There is no region '%s': the demo has east and west; azure-region and lease-partition also take the witness."
                .formatted(fault.where()));
      }
    }
    if (noFaults && !faults.isEmpty()) {
      throw usage("Give faults or --no-faults, not both.");
    }
    if (!noFaults && faults.isEmpty()) {
      faults.add(Fault.parse(FaultKind.OUTAGE, "east@40"));
    }
    return faults;
  }

  private void checkHome() {
    boolean known =
        home.equals(HomePolicy.BY_SESSION)
            || LocalProcess.REGIONS.stream().anyMatch(region -> region.value().equals(home));
    if (!known) {
      throw usage("--home is '%s': give by-session, east or west.".formatted(home));
    }
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
