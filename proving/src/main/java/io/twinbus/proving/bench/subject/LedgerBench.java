package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.control.LedgerStats;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.baseline.ClaimPerMessage;
import io.twinbus.proving.bench.baseline.SessionFilling;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.CountingStore;
import io.twinbus.proving.bench.product.TwinbusSends;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What the ledger costs: a message's operations on session records and request units, and the
 * leases' request units a second. The counts hardly depend on the machine, so that each is taken
 * once.
 */
public final class LedgerBench implements Benchmark {

  private static final double GROUPED_BUDGET = 0.1;
  private static final double SINGLES_BUDGET = 2.0;
  private static final double TRICKLE_BUDGET = 1.1;

  /** So few that sessions wait for places. */
  private static final int PLACES = 8;

  private static final double APART_SECONDS = 0.5;
  private static final Map<String, String> SHORT =
      Map.of("twinbus.receiver.linger", "100ms", "twinbus.receiver.long-linger", "100ms");
  private static final Map<String, String> KEPT = Map.of("twinbus.receiver.linger", "100ms");

  /**
   * What is sent.
   *
   * @param trickles how often {@code trickle} is, where claims are given back in between
   * @param kept how often it is where they are kept: the claim and the release count once
   * @param roundsBefore rounds whose sessions' names others may have used
   * @param leases how many receivers keep leases
   */
  private record Plan(
      Workload grouped,
      Workload each,
      Workload single,
      Workload trickle,
      int trickles,
      int kept,
      Workload claims,
      int roundsBefore,
      LeaseCosts.Plan leases) {}

  private final Plan plan;
  private int rounds;

  private LedgerBench(Plan plan) {
    this.plan = plan;
    this.rounds = plan.roundsBefore();
  }

  /** Thousands of messages. */
  public static LedgerBench full() {
    return new LedgerBench(
        new Plan(
            of(64, 100),
            of(200, 8),
            of(400, 1),
            of(40, 1),
            4,
            24,
            of(64, 10),
            0,
            LeaseCosts.Plan.full()));
  }

  /** A few messages: it only shows that the bench works. */
  public static LedgerBench brief() {
    return new LedgerBench(
        new Plan(
            of(2, 20),
            of(2, 8),
            of(4, 1),
            of(2, 1),
            1,
            1,
            of(2, 2),
            1_000,
            LeaseCosts.Plan.brief()));
  }

  private static Workload of(int sessions, int length) {
    return new Workload(sessions, sessions * length, Workload.SMALL);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      stage.progress().show("ledger: backlog …");
      backlog(stage, stack, plan.grouped(), "grouped", GROUPED_BUDGET);
      backlog(stage, stack, plan.each(), "each", 1 + 2.0 / length(plan.each()));
      backlog(stage, stack, plan.single(), "each", SINGLES_BUDGET);
      stage.progress().show("ledger: trickle …");
      trickle(stack, SHORT, plan.trickles())
          .tell(stage, "ledger, each, trickle, claim given back in between", null);
      trickle(stack, KEPT, plan.kept())
          .tell(stage, "ledger, each, trickle, claim kept", Budget.atMost(TRICKLE_BUDGET));
      stage.progress().show("ledger: a claim per message …");
      claimPerMessage(stack).tell(stage, "ledger, published claim per message, both regions", null);
      stage.progress().show("ledger: round trips before a handler starts …");
      stack.empty();
      LedgerRoundTrips.measure(
          stage, settings(stack, Map.of("twinbus.receiver.long-linger", "2s")), ++rounds);
      FlatSettings settings = settings(stack, Map.of());
      String leases = LedgerSettings.from(settings).place().leases();
      new LeaseCosts(stage, stack, plan.leases(), leases).measure(settings);
    }
  }

  /** A commit for each message, or few; beside it a claim and its release for each session. */
  private void backlog(
      BenchStage stage, MeasuredStack stack, Workload workload, String commit, double budget) {
    int length = length(workload);
    backlog(stack, workload, commit)
        .tell(
            stage,
            "ledger, %s, sessions of %s".formatted(commit, length == 1 ? "one" : length),
            Budget.atMost(budget));
  }

  private static int length(Workload workload) {
    return workload.messages() / workload.sessions();
  }

  private LedgerCost backlog(MeasuredStack stack, Workload workload, String commit) {
    stack.empty();
    FlatSettings settings =
        settings(
            stack,
            Map.of(
                "twinbus.receiver.commit",
                commit,
                "twinbus.receiver.max-sessions",
                Integer.toString(PLACES)));
    try (TwinbusSends sends = new TwinbusSends(settings, workload)) {
      sends.run(++rounds);
    }
    return cost(stack, settings, workload.messages(), receiver -> {});
  }

  /** Messages so far apart that a claim is given back in between, or would be if it went short. */
  private LedgerCost trickle(MeasuredStack stack, Map<String, String> linger, int times) {
    stack.empty();
    FlatSettings settings = settings(stack, linger);
    int round = ++rounds;
    try (TwinbusSends sends = new TwinbusSends(settings, plan.trickle())) {
      return cost(
          stack,
          settings,
          plan.trickle().messages() * times,
          receiver -> {
            for (int i = 0; i < times; i++) {
              sends.run(round);
              Stopwatch since = Stopwatch.start();
              Waiting.until(
                  "claims are given back, or kept for longer than the short time",
                  () ->
                      stack.unsettled(MeasuredStack.EAST) == 0
                          && (receiver.claimed() == 0 || since.seconds() > APART_SECONDS));
            }
          });
    }
  }

  private static LedgerCost cost(
      MeasuredStack stack, FlatSettings settings, int messages, Consumer<BenchReceiver> traffic) {
    AtomicInteger handled = new AtomicInteger();
    String container = LedgerSettings.from(settings).place().sessions();
    try (CosmosLedger ledger = BenchReceiver.openLedger(settings)) {
      CountingStore store = new CountingStore(ledger.sessions());
      double before = spent(stack, container);
      try (BenchReceiver receiver =
          BenchReceiver.start(settings, ledger, store, message -> handled.incrementAndGet())) {
        traffic.accept(receiver);
        Waiting.until(
            "all messages are settled",
            () -> handled.get() >= messages && stack.unsettled(MeasuredStack.EAST) == 0);
      }
      return new LedgerCost(
          messages, store.reads(), store.writes(), spent(stack, container) - before);
    }
  }

  private static double spent(MeasuredStack stack, String container) {
    return stack.control().stats().ledger().container(container).requestUnits();
  }

  private LedgerCost claimPerMessage(MeasuredStack stack) throws InterruptedException {
    stack.empty();
    int round = ++rounds;
    for (String region : MeasuredStack.REGIONS) {
      try (SessionFilling filling =
          new SessionFilling(stack.connection(region), MeasuredStack.QUEUE, plan.claims())) {
        filling.run(round);
      }
    }
    try (ClaimPerMessage claims =
        new ClaimPerMessage(
            stack.endpoints().ledger().toString(), stack.endpoints().ledgerKey().reveal())) {
      LedgerStats before = stack.control().stats().ledger();
      for (String region : MeasuredStack.REGIONS) {
        claims.receive(stack.connection(region), MeasuredStack.QUEUE, plan.claims().messages());
      }
      LedgerStats after = stack.control().stats().ledger();
      return new LedgerCost(
          plan.claims().messages(),
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
