package io.twinbus.rehearsal.drill;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.drill.DrillOutcome.FaultOutcome;
import io.twinbus.rehearsal.fault.ProcessFaults;
import io.twinbus.rehearsal.producer.SendHistory;
import io.twinbus.rehearsal.run.LedgerUse;
import io.twinbus.rehearsal.run.LiveSystem;
import io.twinbus.rehearsal.run.RunFigures;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.stack.RunQueues;
import io.twinbus.rehearsal.stack.SettlementWait;
import io.twinbus.rehearsal.terminal.Daemons;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.RestartVerification;
import io.twinbus.rehearsal.verify.Standstill;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A drill. It ends {@link DrillPlan#BEYOND} after its length at the latest.
 *
 * <ol>
 *   <li>The local stack and the receivers of both regions start, then the producers.
 *   <li>Faults strike and heal as the seed says, while messages are sent evenly.
 *   <li>When all is sent, answered and healed, the run waits until nothing is unsettled and no
 *       session claimed.
 *   <li>The effects are judged against what was sent and what the ledger holds.
 * </ol>
 */
public final class Drill implements Scenario {

  private static final int TIMER_THREADS = 8;
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration RELEASE_BOUND = Duration.ofSeconds(40);

  /** The time for draining, at least: where starting took long, fewer faults strike. */
  private static final Duration DRAIN = Duration.ofSeconds(105);

  /** How long judging, reporting and ending the children may take. */
  private static final Duration RESERVE = Duration.ofSeconds(15);

  /**
   * What the configuration of all processes says beside the addresses. The handler's timeout is
   * short, so that a short drill sees what becomes of a message whose handler hangs; idle claims
   * are kept for a while, and all of them are to be given back before the run ends.
   */
  private static final String SETTINGS =
      """
        home: by-session
        receiver:
          handler-timeout: 8s
          long-linger: 10s
      """;

  private final DrillPlan plan;

  /** A drill of {@code plan}. */
  public Drill(DrillPlan plan) {
    this.plan = plan;
  }

  @Override
  public String name() {
    return "drill";
  }

  @Override
  public Optional<Duration> bound() {
    return Optional.of(plan.chaos().length().plus(DrillPlan.BEYOND));
  }

  @Override
  public DrillOutcome play(Stage stage) throws IOException, InterruptedException, TimeoutException {
    LiveSystem.Setup setup =
        new LiveSystem.Setup(
            plan.crew().receiversPerRegion(),
            RunQueues.of(1),
            SETTINGS,
            List.of("--ledger-regions", String.join(",", LedgerFaults.REGIONS)),
            plan.applied());
    ScheduledExecutorService timer =
        Executors.newScheduledThreadPool(TIMER_THREADS, Daemons.named("drill"));
    try (LiveSystem system = LiveSystem.start(stage, setup);
        CosmosLedger ledger = system.openLedger()) {
      return new Act(stage, system, ledger).play(timer);
    } finally {
      timer.shutdownNow();
    }
  }

  /** From the first message to the verdict, with everything started. */
  private final class Act {

    // Not a field of the drill: the first logger opens the log, and the run names its file first.
    private static final Logger LOG = LoggerFactory.getLogger(Drill.class);

    private final Stage stage;
    private final LiveSystem system;
    private final CosmosLedger ledger;
    private final ProducerFleet producers;
    private final SendHistory history = new SendHistory();
    private final MonotonicTime deadline;

    Act(Stage stage, LiveSystem system, CosmosLedger ledger) {
      this.stage = stage;
      this.system = system;
      this.ledger = ledger;
      this.deadline = stage.begun().plus(plan.chaos().length()).plus(DrillPlan.BEYOND);
      this.producers =
          new ProducerFleet(
              plan.input(),
              plan.crew().producers(),
              new ProducerShare.Means(
                  stage.children(), system.config(), plan.fields(), history, stage.clocks()));
    }

    DrillOutcome play(ScheduledExecutorService timer) throws IOException, InterruptedException {
      LedgerUse before = system.ledgerUse();
      DrillTimeline timeline = timeline(timer);
      stage.status().show(() -> "starting %d producers …".formatted(plan.crew().producers()));
      producers.start(this::endOfSending);
      MonotonicTime begin = stage.now();
      MonotonicTime end = endOfSending();
      Duration length = plan.chaos().length();
      timeline.begin(DrillSchedule.of(plan.chaos().seed(), length), end.since(begin));
      stage.status().show(() -> progress("drilling", begin, timeline.faults().words()));
      sendUnderFaults(timeline, end);
      stage.status().show(() -> progress("draining", begin, ""));
      SettlementWait.Left left = system.settle(shorter(LiveSystem.PATIENCE));
      HeldClaims.Left claims = new HeldClaims(ledger, stage.clocks()).await(shorter(RELEASE_BOUND));
      system.checkAlive();
      Duration elapsed = stage.now().since(begin);
      RunFigures account = accountOf(left, system.ledgerUse().minus(before), elapsed);
      stage.status().show(() -> "judging …");
      return judge(timeline, claims.records(), claims.claims(), account);
    }

    private DrillTimeline timeline(ScheduledExecutorService timer) {
      Striker striker =
          new Striker(
              new Striker.Processes(
                  new Striker.Receivers(
                      system.fleet(),
                      new ProcessFaults(system.fleet(), stage.clocks()),
                      system.outside().gate()),
                  producers,
                  system.outside().upsets()),
              new BrokerFaults(system.control(), timer),
              new LedgerFaults(system.control()),
              plan.chaos().seed());
      return new DrillTimeline(striker, timer, this::tell, stage.clocks());
    }

    private void tell(String news) {
      LOG.info("{}", news);
      stage.tell(news);
    }

    private void sendUnderFaults(DrillTimeline timeline, MonotonicTime end)
        throws InterruptedException {
      while (!stage.now().isAtOrAfter(end)) {
        system.checkAlive();
        Exception failure = timeline.faults().failure();
        if (failure != null) {
          throw new IllegalStateException("a fault could not be carried out: " + failure, failure);
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
      }
      var unused = timeline.faults().awaitHealed(left());
      system.control().heal();
      if (!producers.awaitDone(left())) {
        throw new CommandFailure(ExitCode.FAILURE, "The producers did not end in time.");
      }
    }

    /** The drill's length from now, unless the time for draining begins before. */
    private MonotonicTime endOfSending() {
      MonotonicTime now = stage.now();
      Duration most = deadline.since(now).minus(DRAIN);
      Duration wanted = plan.chaos().length();
      return now.plus(wanted.compareTo(most) < 0 ? wanted : most);
    }

    private Duration left() {
      Duration left = deadline.since(stage.now()).minus(RESERVE);
      return left.isNegative() ? Duration.ZERO : left;
    }

    private Duration shorter(Duration wanted) {
      Duration left = left();
      return left.compareTo(wanted) < 0 ? left : wanted;
    }

    private RunFigures accountOf(SettlementWait.Left left, LedgerUse used, Duration elapsed) {
      List<AppliedEffect> effects = system.outside().effects().effects();
      return new RunFigures(
          new RunFigures.Sent(
              history.sent(),
              history.acknowledged(),
              history.failed(),
              plan.input().sessions(),
              history.firstFailure()),
          RunFigures.Seen.by(system.outside(), Latencies.of(effects, history::sentAt)),
          left,
          used,
          elapsed);
    }

    private DrillOutcome judge(
        DrillTimeline timeline, List<SessionRecord> records, ClaimsLeft claims, RunFigures account)
        throws InterruptedException {
      List<AppliedEffect> effects = system.outside().effects().effects();
      Standstill standstill = new Standstill(effects, history::sentAt);
      List<FaultOutcome> struck =
          timeline.faults().awaitHealed(Duration.ZERO).stream()
              .map(hit -> new FaultOutcome(hit, standstill.of(hit)))
              .toList();
      return new DrillOutcome(
          plan,
          account,
          new RestartVerification(plan.input(), history)
              .judge(effects, system.outside().effects().overlaps(), records),
          new DrillOutcome.Faults(struck, timeline.missed()),
          claims);
    }

    private String progress(String phase, MonotonicTime begin, String openFaults) {
      Duration at = stage.now().since(begin);
      return "%s %d:%02d  sent %,d of %,d · effects %,d%s"
          .formatted(
              phase,
              at.toMinutes(),
              at.toSecondsPart(),
              history.sent(),
              plan.input().size(),
              system.outside().effects().size(),
              openFaults.isEmpty() ? "" : " · " + openFaults);
    }
  }
}
