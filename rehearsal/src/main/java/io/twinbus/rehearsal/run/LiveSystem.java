package io.twinbus.rehearsal.run;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.LedgerStats;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.stack.RunQueues;
import io.twinbus.rehearsal.stack.SettlementWait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * A whole system at work: the local stack and the receivers of both regions, each a process of its
 * own, and in this process the outside system that their handlers call.
 *
 * <p>Started and closed by one thread; what it hands out is for any thread.
 */
public final class LiveSystem implements AutoCloseable {

  /** How long nothing may move before what is unsettled counts as left. */
  public static final Duration PATIENCE = Duration.ofSeconds(90);

  /** A busy machine answers late; a run waits that long, and is not about that. */
  private static final Duration CONTROL_BOUND = Duration.ofMinutes(1);

  private final Stage stage;
  private final Outside outside;
  private final LocalProcess local;
  private final Path config;
  private final FlatSettings settings;
  private final ReceiverFleet fleet;
  private final ControlClient control;

  /**
   * What a system is made of.
   *
   * @param receiversPerRegion receiver processes in each of two regions
   * @param queues what each of them serves
   * @param settings lines of YAML below {@code twinbus:}, for every process
   * @param localArguments more arguments of the local stack
   * @param applied where every effect is written, if anywhere
   */
  public record Setup(
      int receiversPerRegion,
      RunQueues queues,
      String settings,
      List<String> localArguments,
      Optional<Path> applied) {

    /** Copies {@code localArguments}. */
    public Setup {
      localArguments = List.copyOf(localArguments);
    }

    /** A system with those receivers and settings, one queue, and nothing special. */
    public static Setup of(int receiversPerRegion, String settings) {
      return new Setup(receiversPerRegion, RunQueues.of(1), settings, List.of(), Optional.empty());
    }
  }

  /**
   * Starts one, and returns when every process is ready.
   *
   * @throws IOException when a process cannot be started
   * @throws TimeoutException when a process is not ready within three minutes
   */
  public static LiveSystem start(Stage stage, Setup setup)
      throws IOException, InterruptedException, TimeoutException {
    Outside outside = Outside.start(stage.clocks(), setup.applied());
    try {
      return new LiveSystem(stage, setup, outside);
    } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
      outside.close();
      throw e;
    }
  }

  private LiveSystem(Stage stage, Setup setup, Outside outside)
      throws IOException, InterruptedException, TimeoutException {
    this.stage = stage;
    this.outside = outside;
    stage.status().show(() -> "starting the local stack (two regions and a ledger) …");
    this.local =
        LocalProcess.start(
            stage.children(),
            LocalProcess.command("local", setup.localArguments(), JavaCommand.Jvm.SMALL));
    this.config =
        stage
            .files()
            .writeConfig(local.endpoints().toYaml() + setup.queues().toYaml() + setup.settings());
    this.settings = Configuration.load(config, Map.of());
    this.control = new ControlClient(local.endpoints().control(), CONTROL_BOUND);
    setup.queues().create(control);
    this.fleet = new ReceiverFleet(stage.children(), config, outside::addressFor);
    startReceivers(setup.receiversPerRegion());
    stage.viewer().begin(config, queues().get(0));
  }

  private void startReceivers(int perRegion)
      throws IOException, InterruptedException, TimeoutException {
    stage
        .status()
        .show(() -> "starting %d receivers in each of two regions …".formatted(perRegion));
    List<ChildProcess> receivers = new ArrayList<>();
    for (RegionName region : LocalProcess.REGIONS) {
      for (int i = 0; i < perRegion; i++) {
        receivers.add(fleet.start(region));
      }
    }
    for (ChildProcess receiver : receivers) {
      ReceiverFleet.awaitReady(receiver);
    }
  }

  /** Opens the ledger of the system, for its first queue; the caller closes it. */
  public CosmosLedger openLedger() {
    return CosmosLedger.open(
        LedgerSettings.from(queues().get(0)), CosmosOptions.ofDefaults(), stage.clocks());
  }

  /** Questions about each queue of the system, by the connections of {@code ledger}. */
  public List<LedgerQueries> queries(CosmosLedger ledger) {
    return queues().stream()
        .map(queue -> ledger.recordsOf(LedgerSettings.from(queue).queue()).queries())
        .toList();
  }

  /** The settings as each queue has them. */
  private List<FlatSettings> queues() {
    return List.copyOf(ConfiguredQueues.of(settings).values());
  }

  /** Waits until nothing is unsettled, or nothing has moved for {@code patience}. */
  public SettlementWait.Left settle(Duration patience) throws InterruptedException {
    return new SettlementWait(control, stage.clocks()).await(patience, outside.effects()::size);
  }

  /**
   * Checks that nothing has ended by itself.
   *
   * @throws CommandFailure with one sentence when something has
   */
  public void checkAlive() {
    String casualty = fleet.casualty();
    if (casualty != null) {
      throw new CommandFailure(ExitCode.FAILURE, casualty);
    }
    if (!local.process().isAlive()) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The local stack ended; its log is " + local.process().log() + ".");
    }
  }

  /** What the ledger has been asked for since it started. */
  public LedgerUse ledgerUse() {
    LedgerStats stats = control.stats().ledger();
    return new LedgerUse(stats.reads(), stats.writes(), stats.requestUnits());
  }

  /** The system that handlers call. */
  public Outside outside() {
    return outside;
  }

  /** The receivers. */
  public ReceiverFleet fleet() {
    return fleet;
  }

  /** Where faults are ordered. */
  public ControlClient control() {
    return control;
  }

  /** The configuration file of every process. */
  public Path config() {
    return config;
  }

  /** What that file says. */
  public FlatSettings settings() {
    return settings;
  }

  /** The ports of the HTTP servers that every receiver talks to: the ledger and the sinks. */
  public Set<Integer> servers() {
    Set<Integer> ports = new HashSet<>(outside.ports());
    ports.add(local.endpoints().ledger().getPort());
    return ports;
  }

  @Override
  public void close() throws IOException {
    outside.close();
  }
}
