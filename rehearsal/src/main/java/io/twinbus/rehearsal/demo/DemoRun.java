package io.twinbus.rehearsal.demo;

import io.twinbus.ledger.LedgerSettings;
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
import io.twinbus.rehearsal.demo.Outcome.FaultOutcome;
import io.twinbus.rehearsal.demo.Outcome.LedgerUse;
import io.twinbus.rehearsal.demo.Outcome.Receiving;
import io.twinbus.rehearsal.demo.Outcome.Sending;
import io.twinbus.rehearsal.demo.Outcome.SystemState;
import io.twinbus.rehearsal.fault.FaultSchedule;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import io.twinbus.rehearsal.sink.Effect;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.stack.Settlement;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.Recovery;
import io.twinbus.rehearsal.verify.Verification;
import io.twinbus.testkit.history.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * One run of the demo.
 *
 * <ol>
 *   <li>The local stack and the receivers of both regions start, each a process of its own.
 *   <li>The product's sender sends the input; faults strike on the way and heal.
 *   <li>When all is sent, accepted and healed, the run waits until nothing is unsettled.
 *   <li>The effects are judged against the input.
 * </ol>
 */
final class DemoRun {

  private static final Duration ANSWER_BOUND = Duration.ofMinutes(4);
  private static final Duration HEAL_BOUND = Duration.ofMinutes(12);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final DemoPlan plan;
  private final Stage stage;
  private final Clocks clocks;
  private final SendLog sendLog = new SendLog();

  DemoRun(DemoPlan plan, Stage stage, Clocks clocks) {
    this.plan = plan;
    this.stage = stage;
    this.clocks = clocks;
  }

  Outcome run() throws IOException, InterruptedException, TimeoutException {
    stage.status().show(() -> "starting the local stack (two regions and a ledger) …");
    LocalProcess local = LocalProcess.start(stage.children());
    Path config =
        stage.files().writeConfig(local.endpoints().toYaml() + "  home: " + plan.traffic().home());
    FlatSettings settings = Configuration.load(config, Map.of());
    ReceiverFleet fleet =
        new ReceiverFleet(stage.children(), config, process -> stage.sink().addressFor(process));
    startReceivers(fleet);
    try (CosmosLedger ledger =
            CosmosLedger.open(LedgerSettings.from(settings), CosmosOptions.ofDefaults(), clocks);
        SenderOutlet outlet = SenderOutlet.open(settings)) {
      ControlClient control = new ControlClient(local.endpoints().control());
      return new Act(local, fleet, ledger, control, outlet).play();
    }
  }

  private void startReceivers(ReceiverFleet fleet)
      throws IOException, InterruptedException, TimeoutException {
    int perRegion = plan.traffic().receiversPerRegion();
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

  /** From the first message to the verdict, with everything started. */
  private final class Act {

    private final LocalProcess local;
    private final ReceiverFleet fleet;
    private final CosmosLedger ledger;
    private final ControlClient control;
    private final SenderOutlet outlet;

    Act(
        LocalProcess local,
        ReceiverFleet fleet,
        CosmosLedger ledger,
        ControlClient control,
        SenderOutlet outlet) {
      this.local = local;
      this.fleet = fleet;
      this.ledger = ledger;
      this.control = control;
      this.outlet = outlet;
    }

    Outcome play() throws InterruptedException {
      LedgerUse before = ledgerUse();
      MonotonicTime begin = clocks.now().monotonic();
      List<Strike> strikes = sendUnderFaults();
      stage.status().show(() -> progress("settling", ""));
      Settlement.Left left =
          new Settlement(control, clocks).await(PATIENCE, () -> stage.log().size());
      checkAlive();
      Duration elapsed = clocks.now().monotonic().since(begin);
      return judge(strikes, new SystemState(left, since(before), elapsed));
    }

    private List<Strike> sendUnderFaults() throws InterruptedException {
      FaultRunner runner =
          new FaultRunner(
              fleet,
              control,
              new ClaimWatch(ledger.queries()),
              new FaultRunner.Outside(stage.gate(), stage.log()),
              clocks);
      FaultSchedule schedule = new FaultSchedule(plan.faults(), plan.input().size());
      try (FaultTimeline timeline =
          new FaultTimeline(schedule, runner, stage.status()::leave, clocks)) {
        stage.status().show(() -> progress("sending", timeline.openFaults()));
        Producer producer = new Producer(outlet, sendLog, clocks);
        timeline.sent(0);
        producer.sendAll(
            plan.input().source(),
            plan.traffic().perSecond(),
            count -> {
              timeline.sent(count);
              checkAlive();
            });
        long unanswered = producer.awaitAnswers(ANSWER_BOUND);
        if (unanswered > 0) {
          throw new CommandFailure(
              ExitCode.FAILURE, "The sender never answered for %d messages.".formatted(unanswered));
        }
        List<Strike> strikes = timeline.awaitHealed(HEAL_BOUND);
        outlet.close(ANSWER_BOUND);
        checkAlive();
        return strikes;
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

    /** What the ledger was asked since {@code before}, without the questions of the demo itself. */
    private LedgerUse since(LedgerUse before) {
      LedgerUse now = ledgerUse();
      var own = ledger.meter().snapshot();
      return new LedgerUse(
          now.reads() - before.reads() - own.reads() - own.queries(),
          now.writes() - before.writes(),
          now.requestUnits() - before.requestUnits() - own.requestUnits());
    }
  }

  private Outcome judge(List<Strike> strikes, SystemState system) {
    List<Effect> effects = stage.log().effects();
    Findings findings =
        new Verification(plan.input(), plan.ends().orElse(null))
            .judge(effects, sendLog::isAcknowledged, stage.log().overlaps());
    long sessions = plan.input().messages().stream().map(m -> m.session()).distinct().count();
    return new Outcome(
        new Sending(
            sendLog.counts().sent(),
            sendLog.counts().acknowledged(),
            sessions,
            sendLog.counts().firstFailure()),
        new Receiving(
            stage.log().fenced(), stage.log().byRegion(), Latencies.of(effects, sendLog::sentAt)),
        findings,
        strikes.stream()
            .map(strike -> new FaultOutcome(strike, Recovery.of(strike, effects, sendLog::sentAt)))
            .toList(),
        system);
  }

  private String progress(String phase, String openFaults) {
    return "%s  sent %,d of %,d · effects %,d%s"
        .formatted(
            phase,
            sendLog.counts().sent(),
            plan.input().size(),
            stage.log().size(),
            openFaults.isEmpty() ? "" : " · " + openFaults);
  }
}
