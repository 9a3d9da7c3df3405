package io.twinbus.proving.bench.subject;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.protocol.HomePolicy;
import io.twinbus.proving.bench.BenchStage;
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

/**
 * Many queues, served by one process in each region, while one region's Service Bus goes away and
 * its process is killed. Each run is a demo, verified to its end.
 */
final class QueuesOutage {

  /** Lease time, the standby copy's delay, and two seconds. */
  private static final double REGION_BUDGET_SECONDS = 10 + 15 + 2;

  private final int queues;
  private final int runs;
  private final int messages;

  /** So many runs, each with so many messages over so many queues. */
  QueuesOutage(int queues, int runs, int messages) {
    this.queues = queues;
    this.runs = runs;
    this.messages = messages;
  }

  void run(BenchStage stage, double perSecond) throws IOException {
    List<JsonNode> reports = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      stage.progress().show("queues, a region killed: run %d of %d".formatted(run + 1, runs));
      reports.add(Demos.play(stage, "queues-outage-" + run, plan(run, perSecond)));
    }
    String name = "%d queues, a region and its process killed: ".formatted(queues);
    stage.tell(Result.of(name + "messages verified", "", samples(reports, "applied")));
    tellNone(stage, name + "lost", samples(reports, "lost"));
    tellNone(stage, name + "out of order", samples(reports, "outOfOrder"));
    tellNone(stage, name + "repeats without a cause", samples(reports, "unexplainedRepeats"));
    stage.tell(Result.of(name + "repeats with one", "", samples(reports, "duplicates")));
    stage.tell(Result.of(name + "sessions taken over", "", samples(reports, "takeovers")));
    stage.tell(
        Result.of(
                name + "longest standstill",
                " s",
                new Samples(reports.stream().map(Demos::standstill).toList()))
            .within(Budget.atMost(REGION_BUDGET_SECONDS)));
  }

  private DemoPlan plan(int run, double perSecond) {
    return new DemoPlan(
        new MessageBatch(new ShipmentTracking(run + 1L).events(messages)),
        Optional.empty(),
        new DemoPlan.Traffic(
            perSecond, HomePolicy.BY_SESSION, 1, queues, Demo.LEDGER_REGIONS.get(0)),
        List.of(Fault.parse(FaultKind.OUTAGE, "east@40")),
        Optional.empty());
  }

  private static Samples samples(List<JsonNode> reports, String field) {
    return new Samples(reports.stream().map(report -> report.path(field).asDouble()).toList());
  }

  private static void tellNone(BenchStage stage, String name, Samples samples) {
    stage.tell(Result.of(name, "", samples).within(Budget.atMost(0)));
  }
}
