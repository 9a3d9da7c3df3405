package io.twinbus.proving.bench.subject;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.rehearsal.demo.Demo;
import io.twinbus.rehearsal.demo.DemoPlan;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * How long the sessions that a fault strikes stand still: from the strike to each session's next
 * effect, the longest of them.
 *
 * <p>Each run is a demo: the local stack and two receivers in each region as processes, struck
 * while a handler call is open, verified to the end. A run that is not verified is a failure of the
 * bench.
 */
public final class FailoverBench implements Benchmark {

  /** The lease of the killed receivers, and a second: producers hasten the standby copies. */
  private static final double REGION_BUDGET = 11;

  private static final double REGION_BUDGET_OF_THE_LONGEST = 12.5;

  /** Its receivers live on and are alive for the others: no lease has to end. */
  private static final double BROKER_BUDGET = 3;

  private static final int MESSAGES = 400;

  /**
   * Six processes that have just started share two cores: at twice the rate they are behind when
   * the fault strikes, and what is measured then is how soon they catch up.
   */
  private static final double PER_SECOND = 20;

  private final List<Strikes> strikes;
  private final List<Benchmark> others;

  /** How often a fault is played. */
  private record Strikes(FaultKind kind, int runs) {}

  private FailoverBench(List<Strikes> strikes, List<Benchmark> others) {
    this.strikes = List.copyOf(strikes);
    this.others = List.copyOf(others);
  }

  /** Five runs of each. */
  public static FailoverBench full() {
    return new FailoverBench(
        List.of(
            new Strikes(FaultKind.OUTAGE, 5),
            new Strikes(FaultKind.BROKER_OUTAGE, 5),
            new Strikes(FaultKind.KILL_RECEIVER, 5)),
        List.of(IdleOwner.full(), LedgerFailover.full(5)));
  }

  /** What has a budget; the loss of a region more often, whose standstill varies most. */
  public static FailoverBench budgeted() {
    return new FailoverBench(
        List.of(new Strikes(FaultKind.OUTAGE, 5), new Strikes(FaultKind.BROKER_OUTAGE, 3)),
        List.of(IdleOwner.full()));
  }

  /** One loss of a region: at a distance everything that has a budget is played. */
  public static FailoverBench once() {
    return new FailoverBench(List.of(new Strikes(FaultKind.OUTAGE, 1)), List.of());
  }

  /**
   * Without the demos, in some seconds: it only shows that the bench works. Those stand still for a
   * lease at least; that demos work is shown elsewhere.
   */
  public static FailoverBench brief() {
    return new FailoverBench(List.of(), List.of(IdleOwner.brief(), LedgerFailover.brief()));
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (Strikes one : strikes) {
      FaultKind kind = one.kind();
      List<Double> seconds = new ArrayList<>();
      for (int run = 0; run < one.runs(); run++) {
        stage
            .progress()
            .show("failover, %s: run %d of %d".formatted(kind.word(), run + 1, one.runs()));
        seconds.add(play(stage, kind, run));
      }
      tell(stage, kind, new Samples(seconds));
    }
    for (Benchmark other : others) {
      other.run(stage);
    }
  }

  private static void tell(BenchStage stage, FaultKind kind, Samples seconds) {
    String name = "failover, " + name(kind) + ": longest standstill";
    Result result = Result.of(name, " s", seconds);
    if (kind == FaultKind.OUTAGE) {
      stage.tell(result.within(Budget.atMost(REGION_BUDGET)));
      stage.tell(
          Result.of(name + ", largest", " s", Samples.once(seconds.most()))
              .within(Budget.atMost(REGION_BUDGET_OF_THE_LONGEST)));
    } else if (kind == FaultKind.BROKER_OUTAGE) {
      stage.tell(result.within(Budget.atMost(BROKER_BUDGET)));
    } else {
      stage.tell(result);
    }
  }

  private static String name(FaultKind kind) {
    return switch (kind) {
      case OUTAGE -> "a region and its receivers killed";
      case BROKER_OUTAGE -> "a region's Service Bus refuses, its receivers live";
      default -> "one receiver killed";
    };
  }

  private static double play(BenchStage stage, FaultKind kind, int run) throws IOException {
    DemoPlan plan =
        new DemoPlan(
            new MessageBatch(new ShipmentTracking(run + 1L).events(MESSAGES)),
            Optional.empty(),
            new DemoPlan.Traffic(
                PER_SECOND, HomePolicy.BY_SESSION, 2, 1, Demo.LEDGER_REGIONS.get(0)),
            List.of(Fault.parse(kind, "east@50")),
            Optional.empty());
    return Demos.standstill(Demos.play(stage, "failover-%s-%d".formatted(kind.word(), run), plan));
  }
}
