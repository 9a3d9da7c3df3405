package io.twinbus.rehearsal.demo;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.control.ControlClient;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.demo.DemoOutcome.FaultOutcome;
import io.twinbus.rehearsal.fault.ShareSchedule;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.producer.SendCounts;
import io.twinbus.rehearsal.run.Feed;
import io.twinbus.rehearsal.run.LedgerUse;
import io.twinbus.rehearsal.run.LiveSystem;
import io.twinbus.rehearsal.run.RunFigures;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.stack.RunQueues;
import io.twinbus.rehearsal.stack.SettlementWait;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.Recovery;
import io.twinbus.rehearsal.verify.Verification;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The demo.
 *
 * <ol>
 *   <li>The local stack and the receivers of both regions start, each a process of its own.
 *   <li>The product's sender sends the input; faults strike on the way and heal.
 *   <li>When all is sent, accepted and healed, the run waits until nothing is unsettled.
 *   <li>The effects are judged against the input.
 * </ol>
 */
public final class Demo implements Scenario {

  /** The regions of the ledger; one of them is written. */
  public static final List<String> LEDGER_REGIONS = List.of("witness", "east", "west");

  private static final Duration HEAL_BOUND = Duration.ofMinutes(12);

  /** After so long without its write region the ledger's account promotes the next region. */
  private static final Duration FAIL_OVER = Duration.ofSeconds(60);

  private final DemoPlan plan;
  private final Consumer<ControlClient> beforehand;

  /** A demo of {@code plan}. */
  public Demo(DemoPlan plan) {
    this(plan, stack -> {});
  }

  /** The same; {@code beforehand} gets at the local stack before anything is sent. */
  public Demo(DemoPlan plan, Consumer<ControlClient> beforehand) {
    this.plan = plan;
    this.beforehand = beforehand;
  }

  @Override
  public String name() {
    return "demo";
  }

  @Override
  public DemoOutcome play(Stage stage) throws IOException, InterruptedException, TimeoutException {
    LiveSystem.Setup setup =
        new LiveSystem.Setup(
            plan.traffic().receiversPerRegion(),
            RunQueues.of(plan.traffic().queues()),
            "  home: " + plan.traffic().home(),
            local(plan.traffic().account()),
            plan.applied());
    try (LiveSystem system = LiveSystem.start(stage, setup);
        CosmosLedger ledger = system.openLedger();
        Feed feed = new Feed(system.settings(), stage.clocks())) {
      beforehand.accept(system.control());
      LedgerUse before = system.ledgerUse();
      MonotonicTime begin = stage.now();
      List<Strike> strikes = sendUnderFaults(stage, system, ledger, feed);
      stage.status().show(() -> progress("settling", system, feed, ""));
      SettlementWait.Left left = system.settle(LiveSystem.PATIENCE);
      system.checkAlive();
      Duration elapsed = stage.now().since(begin);
      var own = ledger.meter().snapshot();
      LedgerUse ours = new LedgerUse(own.reads() + own.queries(), 0, own.requestUnits());
      LedgerUse used = system.ledgerUse().minus(before).minus(ours);
      return judge(system, feed, strikes, accountOf(system, feed, left, used, elapsed));
    }
  }

  /** What the local stack is started with. */
  private static List<String> local(DemoPlan.Account account) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--ledger-regions");
    arguments.add(String.join(",", ledgerRegions(account.writeRegion())));
    arguments.add("--ledger-fail-over-after");
    arguments.add(Long.toString(FAIL_OVER.toSeconds()));
    account
        .partitionFailOverAfter()
        .ifPresent(
            after -> {
              arguments.add("--ledger-partition-fail-over-after");
              arguments.add(Long.toString(after.toSeconds()));
            });
    return arguments;
  }

  private static List<String> ledgerRegions(String written) {
    return Stream.concat(
            Stream.of(written), LEDGER_REGIONS.stream().filter(name -> !name.equals(written)))
        .toList();
  }

  private List<Strike> sendUnderFaults(
      Stage stage, LiveSystem system, CosmosLedger ledger, Feed feed) throws InterruptedException {
    FaultRunner runner =
        new FaultRunner(system, new ClaimWatch(system.queries(ledger)), stage.clocks());
    ShareSchedule schedule = new ShareSchedule(plan.faults(), plan.input().size());
    try (FaultTimeline timeline =
        new FaultTimeline(schedule, runner, stage::tell, stage.clocks())) {
      stage.status().show(() -> progress("sending", system, feed, timeline.faults().words()));
      timeline.sent(0);
      feed.send(
          plan.input().source(),
          plan.traffic().perSecond(),
          count -> {
            timeline.sent(count);
            system.checkAlive();
          });
      feed.awaitAnswers();
      List<Strike> strikes = timeline.faults().awaitHealed(HEAL_BOUND);
      feed.finish();
      system.checkAlive();
      return strikes;
    }
  }

  private RunFigures accountOf(
      LiveSystem system, Feed feed, SettlementWait.Left left, LedgerUse used, Duration elapsed) {
    SendCounts counts = feed.log().counts();
    return new RunFigures(
        new RunFigures.Sent(
            counts.sent(),
            counts.acknowledged(),
            counts.failed(),
            plan.input().sessions(),
            counts.firstFailure()),
        RunFigures.Seen.by(
            system.outside(),
            Latencies.of(system.outside().effects().effects(), feed.log()::sentAt)),
        left,
        used,
        elapsed);
  }

  private DemoOutcome judge(
      LiveSystem system, Feed feed, List<Strike> strikes, RunFigures account) {
    List<AppliedEffect> effects = system.outside().effects().effects();
    return new DemoOutcome(
        account,
        new Verification(plan.input(), plan.ends().orElse(null))
            .judge(effects, feed.log()::isAcknowledged, system.outside().effects().overlaps()),
        strikes.stream()
            .map(s -> new FaultOutcome(s, Recovery.of(s, effects, feed.log()::sentAt)))
            .toList());
  }

  private String progress(String phase, LiveSystem system, Feed feed, String openFaults) {
    return "%s  sent %,d of %,d · effects %,d%s"
        .formatted(
            phase,
            feed.log().counts().sent(),
            plan.input().size(),
            system.outside().effects().size(),
            openFaults.isEmpty() ? "" : " · " + openFaults);
  }
}
