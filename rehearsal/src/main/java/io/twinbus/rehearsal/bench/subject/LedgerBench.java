package io.twinbus.rehearsal.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.control.LedgerStats;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import io.twinbus.rehearsal.bench.Budget;
import io.twinbus.rehearsal.bench.baseline.ClaimPerMessage;
import io.twinbus.rehearsal.bench.baseline.SessionFilling;
import io.twinbus.rehearsal.bench.contest.Workload;
import io.twinbus.rehearsal.bench.product.CountingStore;
import io.twinbus.rehearsal.bench.product.RegionReceiver;
import io.twinbus.rehearsal.bench.product.TwinbusSends;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What a message costs in the ledger: operations on session records, and request units. The counts
 * hardly depend on the machine, so that each is taken once.
 */
public final class LedgerBench implements Benchmark {

  private static final int EACH_LENGTH = 8;
  private static final double GROUPED_BUDGET = 0.1;
  private static final int TRICKLES = 4;
  private static final Workload LONG = new Workload(64, 64 * 100, Workload.SMALL);
  private static final Workload SHORT = new Workload(200, 200 * EACH_LENGTH, Workload.SMALL);
  private static final Workload SINGLE = new Workload(400, 400, Workload.SMALL);
  private static final Workload TRICKLE = new Workload(40, 40, Workload.SMALL);
  private static final Workload CLAIMS = new Workload(64, 640, Workload.SMALL);

  private int rounds;

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      stage.progress().show("ledger: backlog …");
      backlog(stack, LONG, "grouped")
          .tell(stage, "ledger, grouped, sessions of 100", Budget.atMost(GROUPED_BUDGET));
      backlog(stack, SHORT, "each")
          .tell(stage, "ledger, each, sessions of 8", Budget.atMost(1 + 2.0 / EACH_LENGTH));
      backlog(stack, SINGLE, "each")
          .tell(stage, "ledger, each, sessions of one", Budget.atMost(1 + 2.0));
      stage.progress().show("ledger: trickle …");
      trickle(stack).tell(stage, "ledger, each, trickle, claim given back in between", null);
      stage.progress().show("ledger: a claim per message …");
      claimPerMessage(stack).tell(stage, "ledger, published claim per message, both regions", null);
      stage.progress().show("ledger: round trips before a handler starts …");
      stack.empty();
      LedgerRoundTrips.measure(
          stage, settings(stack, Map.of("twinbus.receiver.linger", "2s")), ++rounds);
    }
  }

  private LedgerCost backlog(MeasuredStack stack, Workload workload, String commit) {
    stack.empty();
    FlatSettings settings = settings(stack, Map.of("twinbus.receiver.commit", commit));
    try (TwinbusSends sends = new TwinbusSends(settings, workload)) {
      sends.run(++rounds);
    }
    return cost(stack, settings, workload.messages(), receiver -> {});
  }

  /** Messages far enough apart that the claim is given back before the next one comes. */
  private LedgerCost trickle(MeasuredStack stack) {
    stack.empty();
    FlatSettings settings = settings(stack, Map.of("twinbus.receiver.linger", "100ms"));
    int round = ++rounds;
    try (TwinbusSends sends = new TwinbusSends(settings, TRICKLE)) {
      return cost(
          stack,
          settings,
          TRICKLE.messages() * TRICKLES,
          receiver -> {
            for (int i = 0; i < TRICKLES; i++) {
              sends.run(round);
              Waiting.until(
                  "claims are given back",
                  () -> stack.unsettled(MeasuredStack.EAST) == 0 && receiver.claimed() == 0);
            }
          });
    }
  }

  private static LedgerCost cost(
      MeasuredStack stack, FlatSettings settings, int messages, Consumer<RegionReceiver> traffic) {
    AtomicInteger handled = new AtomicInteger();
    LedgerStats before = stack.control().stats().ledger();
    try (CosmosLedger ledger = RegionReceiver.openLedger(settings)) {
      CountingStore store = new CountingStore(ledger.sessions());
      try (RegionReceiver receiver =
          RegionReceiver.start(settings, ledger, store, message -> handled.incrementAndGet())) {
        traffic.accept(receiver);
        Waiting.until(
            "all messages are settled",
            () -> handled.get() >= messages && stack.unsettled(MeasuredStack.EAST) == 0);
      }
      double units = stack.control().stats().ledger().requestUnits() - before.requestUnits();
      return new LedgerCost(messages, store.reads(), store.writes(), units);
    }
  }

  private LedgerCost claimPerMessage(MeasuredStack stack) throws InterruptedException {
    stack.empty();
    int round = ++rounds;
    for (String region : MeasuredStack.REGIONS) {
      try (SessionFilling filling =
          new SessionFilling(stack.connection(region), MeasuredStack.QUEUE, CLAIMS)) {
        filling.run(round);
      }
    }
    try (ClaimPerMessage claims =
        new ClaimPerMessage(
            stack.endpoints().ledger().toString(), stack.endpoints().ledgerKey().reveal())) {
      LedgerStats before = stack.control().stats().ledger();
      for (String region : MeasuredStack.REGIONS) {
        claims.receive(stack.connection(region), MeasuredStack.QUEUE, CLAIMS.messages());
      }
      LedgerStats after = stack.control().stats().ledger();
      return new LedgerCost(
          CLAIMS.messages(),
          after.reads() - before.reads(),
          after.writes() - before.writes(),
          after.requestUnits() - before.requestUnits());
    }
  }

  private static FlatSettings settings(MeasuredStack stack, Map<String, String> others) {
    Map<String, String> all =
        new HashMap<>(
            Map.of("twinbus.region", MeasuredStack.EAST, "twinbus.home", MeasuredStack.EAST));
    all.putAll(others);
    return stack.settings(all);
  }
}
