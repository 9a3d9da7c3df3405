package io.twinbus.rehearsal.drill;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.LedgerStats;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.drill.DrillOutcome.FaultOutcome;
import io.twinbus.rehearsal.drill.DrillOutcome.LedgerUse;
import io.twinbus.rehearsal.drill.DrillOutcome.SystemState;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.ProcessFaults;
import io.twinbus.rehearsal.producer.SendHistory;
import io.twinbus.rehearsal.sink.Effect;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.stack.Settlement;
import io.twinbus.rehearsal.verify.Hit;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.RestartVerification;
import io.twinbus.rehearsal.verify.Standstill;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a drill.
 *
 * <ol>
 *   <li>The local stack and the receivers of both regions start, then the producers.
 *   <li>Faults strike and heal as the seed says, while messages are sent evenly.
 *   <li>When all is sent, answered and healed, the run waits until nothing is unsettled and no
 *       session claimed.
 *   <li>The effects are judged against what was sent and what the ledger holds.
 * </ol>
 */
final class DrillRun {

  private static final Logger LOG = LoggerFactory.getLogger(DrillRun.class);
  private static final int TIMER_THREADS = 8;
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration START_BOUND = Duration.ofSeconds(150);
  private static final Duration RELEASE_BOUND = Duration.ofSeconds(40);

  /** A busy machine answers late; that is not what a drill is about, so it waits, and says so. */
  private static final Duration CONTROL_BOUND = Duration.ofMinutes(1);

  /** What is kept for draining, at the least: where starting took long, fewer faults strike. */
  private static final Duration DRAIN = Duration.ofSeconds(105);

  /** How long judging, reporting and ending the children may take. */
  private static final Duration RESERVE = Duration.ofSeconds(15);

  private final DrillPlan plan;
  private final DrillStage stage;
  private final Clocks clocks;
  private final MonotonicTime deadline;
  private final SendHistory history = new SendHistory();

  /** A run that is over when {@code deadline} comes. */
  DrillRun(DrillPlan plan, DrillStage stage, Clocks clocks, MonotonicTime deadline) {
    this.plan = plan;
    this.stage = stage;
    this.clocks = clocks;
    this.deadline = deadline;
  }

  DrillOutcome run() throws IOException, InterruptedException, TimeoutException {
    stage.status().show(() -> "starting the local stack (two regions and a ledger) …");
    LocalProcess local =
        LocalProcess.start(
            stage.children(),
            LocalProcess.command(
                "local",
                List.of("--ledger-regions", String.join(",", LedgerFaults.REGIONS)),
                JavaCommand.Jvm.SMALL));
    Path config = stage.files().writeConfig(local.endpoints().toYaml() + DrillStage.SETTINGS);
    FlatSettings settings = Configuration.load(config, Map.of());
    ReceiverFleet fleet =
        new ReceiverFleet(stage.children(), config, process -> stage.sink().addressFor(process));
    startReceivers(fleet);
    ScheduledExecutorService timer =
        Executors.newScheduledThreadPool(TIMER_THREADS, DrillStage::daemon);
    try (CosmosLedger ledger =
        CosmosLedger.open(LedgerSettings.from(settings), CosmosOptions.ofDefaults(), clocks)) {
      ControlClient control = new ControlClient(local.endpoints().control(), CONTROL_BOUND);
      return new Act(local, fleet, config, ledger, control).play(timer);
    } finally {
      timer.shutdownNow();
    }
  }

  private void startReceivers(ReceiverFleet fleet)
      throws IOException, InterruptedException, TimeoutException {
    int perRegion = plan.crew().receiversPerRegion();
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
      ReceiverFleet.awaitReady(receiver, START_BOUND);
    }
  }

  /** From the first message to the verdict, with everything started. */
  private final class Act {

    private final LocalProcess local;
    private final ReceiverFleet fleet;
    private final CosmosLedger ledger;
    private final ControlClient control;
    private final ProducerFleet producers;

    Act(
        LocalProcess local,
        ReceiverFleet fleet,
        Path config,
        CosmosLedger ledger,
        ControlClient control) {
      this.local = local;
      this.fleet = fleet;
      this.ledger = ledger;
      this.control = control;
      this.producers =
          new ProducerFleet(
              plan.input(),
              plan.crew().producers(),
              new ProducerShare.Means(stage.children(), config, plan.fields(), history, clocks));
    }

    DrillOutcome play(ScheduledExecutorService timer) throws IOException, InterruptedException {
      LedgerUse before = ledgerUse();
      DrillTimeline timeline = timeline(timer);
      stage.status().show(() -> "starting %d producers …".formatted(plan.crew().producers()));
      producers.start(DrillRun.this::endOfSending);
      MonotonicTime begin = clocks.now().monotonic();
      MonotonicTime end = endOfSending();
      Duration length = plan.chaos().length();
      timeline.begin(DrillSchedule.of(plan.chaos().seed(), length), end.since(begin));
      stage.status().show(() -> progress("drilling", begin, timeline.openFaults()));
      sendUnderFaults(timeline, end);
      stage.status().show(() -> progress("draining", begin, ""));
      Settlement.Left left =
          new Settlement(control, clocks).await(shorter(PATIENCE), () -> stage.log().size());
      HeldClaims.Left claims = new HeldClaims(ledger, clocks).await(shorter(RELEASE_BOUND));
      checkAlive();
      Duration elapsed = clocks.now().monotonic().since(begin);
      LedgerUse used = since(before);
      stage.status().show(() -> "judging …");
      SystemState system = new SystemState(left, claims.claims(), used, elapsed);
      return judge(
          timeline.awaitHealed(Duration.ZERO), timeline.missed(), claims.records(), system);
    }

    private DrillTimeline timeline(ScheduledExecutorService timer) {
      Striker striker =
          new Striker(
              new Striker.Processes(
                  new Striker.Receivers(fleet, new ProcessFaults(fleet, clocks), stage.gate()),
                  producers,
                  stage.upsets()),
              new BrokerFaults(control, timer),
              new LedgerFaults(control),
              plan.chaos().seed());
      return new DrillTimeline(striker, timer, this::tell, clocks);
    }

    private void tell(String news) {
      LOG.info("{}", news);
      stage.status().leave(news);
    }

    private void sendUnderFaults(DrillTimeline timeline, MonotonicTime end)
        throws InterruptedException {
      while (!clocks.now().monotonic().isAtOrAfter(end)) {
        checkAlive();
        Exception failure = timeline.failure();
        if (failure != null) {
          throw new IllegalStateException("a fault could not be carried out: " + failure, failure);
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
      }
      var unused = timeline.awaitHealed(left());
      control.heal();
      if (!producers.awaitDone(left())) {
        throw new CommandFailure(ExitCode.FAILURE, "The producers did not end in time.");
      }
    }

    private void checkAlive() {
      String casualty = fleet.casualty();
      if (casualty != null) {
        throw new CommandFailure(ExitCode.FAILURE, casualty);
      }
      if (!local.process().isAlive()) {
        throw new CommandFailure(
            ExitCode.FAILURE, "The local stack ended; its log is " + local.process().log() + ".");
      }
    }

    private LedgerUse ledgerUse() {
      LedgerStats stats = control.stats().ledger();
      return new LedgerUse(stats.reads(), stats.writes(), stats.requestUnits());
    }

    private LedgerUse since(LedgerUse before) {
      LedgerUse now = ledgerUse();
      return new LedgerUse(
          now.reads() - before.reads(),
          now.writes() - before.writes(),
          now.requestUnits() - before.requestUnits());
    }
  }

  /** The drill's length from now, unless the time for draining begins before. */
  private MonotonicTime endOfSending() {
    MonotonicTime now = clocks.now().monotonic();
    Duration most = deadline.since(now).minus(DRAIN);
    Duration wanted = plan.chaos().length();
    return now.plus(wanted.compareTo(most) < 0 ? wanted : most);
  }

  private Duration left() {
    Duration left = deadline.since(clocks.now().monotonic()).minus(RESERVE);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Duration shorter(Duration wanted) {
    Duration left = left();
    return left.compareTo(wanted) < 0 ? left : wanted;
  }

  private DrillOutcome judge(
      List<Hit> hits, List<Fault> leftOut, List<SessionRecord> records, SystemState system) {
    List<Effect> effects = stage.log().effects();
    Standstill standstill = new Standstill(effects, history::sentAt);
    List<FaultOutcome> struck =
        hits.stream().map(hit -> new FaultOutcome(hit, standstill.of(hit))).toList();
    long sessions = plan.input().messages().stream().map(m -> m.session()).distinct().count();
    return new DrillOutcome(
        plan,
        new DrillOutcome.Sending(
            history.sent(),
            history.acknowledged(),
            history.failed(),
            sessions,
            history.firstFailure()),
        new DrillOutcome.Receiving(
            effects.size(),
            stage.log().fenced(),
            stage.log().byRegion(),
            Latencies.of(effects, history::sentAt)),
        new RestartVerification(plan.input(), history)
            .judge(effects, stage.log().overlaps(), records),
        new DrillOutcome.Faults(struck, leftOut),
        system);
  }

  private String progress(String phase, MonotonicTime begin, String openFaults) {
    Duration at = clocks.now().monotonic().since(begin);
    return "%s %d:%02d  sent %,d of %,d · effects %,d%s"
        .formatted(
            phase,
            at.toMinutes(),
            at.toSecondsPart(),
            history.sent(),
            plan.input().size(),
            stage.log().size(),
            openFaults.isEmpty() ? "" : " · " + openFaults);
  }
}
