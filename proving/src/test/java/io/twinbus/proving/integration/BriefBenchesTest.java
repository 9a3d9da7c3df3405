package io.twinbus.proving.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.FaultStats;
import io.twinbus.local.control.StackFaults;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.junit.LocalStackExtension;
import io.twinbus.protocol.Secret;
import io.twinbus.proving.bench.BenchProgress;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Distances;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.subject.BlackholeBench;
import io.twinbus.proving.bench.subject.BurstBench;
import io.twinbus.proving.bench.subject.CommandLineBench;
import io.twinbus.proving.bench.subject.ConsoleBench;
import io.twinbus.proving.bench.subject.FailoverBench;
import io.twinbus.proving.bench.subject.LatencyBench;
import io.twinbus.proving.bench.subject.LedgerBench;
import io.twinbus.proving.bench.subject.LocalBench;
import io.twinbus.proving.bench.subject.MemoryBench;
import io.twinbus.proving.bench.subject.QueuesBench;
import io.twinbus.proving.bench.subject.ReceiveBench;
import io.twinbus.proving.bench.subject.ScaleBench;
import io.twinbus.proving.bench.subject.SendBench;
import io.twinbus.proving.bench.subject.SessionsBench;
import io.twinbus.proving.bench.subject.StreamsBench;
import io.twinbus.proving.bench.subject.TripsBench;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each bench plays one tiny round and tells every row: none of them rots. How fast anything was is
 * not looked at.
 */
@Tag("long")
class BriefBenchesTest {

  /** Its ledger has a region more to be written when one is gone. */
  @RegisterExtension
  static final LocalStackExtension STACK =
      LocalStackExtension.with(
          stack ->
              stack.ledgerAccount(AccountOptions.defaults().withRegions("east", "west", "north")));

  private static final BenchProgress SILENT =
      new BenchProgress(new PrintWriter(Writer.nullWriter()), false);

  private final LocalStack stack;

  BriefBenchesTest(LocalStack stack) {
    this.stack = stack;
    LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
  }

  /** A bench, and how many rows it has. */
  record Brief(Benchmark benchmark, int rows) {}

  static Stream<Named<Brief>> benches() {
    return Stream.of(
        Named.of("burst", new Brief(BurstBench.brief(), 6)),
        Named.of("send", new Brief(SendBench.brief(), 8)),
        Named.of("receive", new Brief(ReceiveBench.brief(), 7)),
        Named.of("latency", new Brief(LatencyBench.brief(), 16)),
        Named.of("scale", new Brief(ScaleBench.brief(), 10)),
        Named.of("sessions", new Brief(SessionsBench.brief(), 3)),
        Named.of("streams", new Brief(StreamsBench.brief(), 8)),
        Named.of("trips", new Brief(TripsBench.brief(), 5)),
        Named.of("memory", new Brief(MemoryBench.brief(), 12)),
        Named.of("console", new Brief(ConsoleBench.brief(), 8)),
        Named.of("queues", new Brief(QueuesBench.brief(), 13)),
        Named.of("blackhole", new Brief(BlackholeBench.brief(), 12)));
  }

  @BeforeEach
  void calm() {
    ControlClient control = new ControlClient(stack.controlUrl());
    control.heal();
    control.empty("east", null);
    control.empty("west", null);
  }

  @ParameterizedTest
  @MethodSource("benches")
  void playsARoundAndTellsEveryRow(Brief brief, @TempDir Path directory) throws Exception {
    List<Result> told = play(brief.benchmark(), directory);

    assertThat(told).hasSize(brief.rows());
  }

  @Test
  void aProfileIsBetweenTheContendersAndTheStack(@TempDir Path directory) throws Exception {
    List<Result> told = play(new Distances(4, 8, 2, 12), ReceiveBench.brief(), directory);

    assertThat(told).hasSize(7);
    StackFaults faults = new ControlClient(stack.controlUrl()).faults();
    assertThat(faults.region("east").latency().toServer()).isEqualTo(2);
    assertThat(faults.region("west").latency().toServer()).isEqualTo(4);
    assertThat(faults.ledger().latency().toServer()).isEqualTo(1);
    assertThat(faults.ledger().faults())
        .filteredOn(FaultStats::active)
        .extracting(FaultStats::action)
        .containsExactly("late-10");
    assertThat(faults.ledger().faults()).anyMatch(fault -> fault.struck() > 0);
  }

  @Test
  void theLocalStacksBenchMeasuresEachOfItsEndpoints(@TempDir Path directory) throws Exception {
    List<Result> told = play(LocalBench.brief(), directory);

    assertThat(told)
        .extracting(Result::name)
        .containsExactly(
            "sends, lists of 100",
            "ordered sends, 64 sessions",
            "session processor, single completes",
            "ledger, replace If-Match",
            "200 sessions of a message, live heap",
            "200 sessions of a message, resident");
    assertThat(told)
        .allMatch(result -> result.budget() != null)
        .allMatch(BriefBenchesTest::isPositive);
  }

  @Test
  void theLedgersBenchCountsWhatAMessageCosts(@TempDir Path directory) throws Exception {
    List<Result> told = play(LedgerBench.brief(), directory);

    assertThat(told).hasSize(24);
    assertThat(told)
        .filteredOn(result -> result.budget() != null)
        .extracting(Result::name)
        .containsExactly(
            "ledger, grouped, sessions of 20: writes per message",
            "ledger, each, sessions of 8: writes per message",
            "ledger, each, sessions of one: writes per message",
            "ledger, each, trickle, claim kept: writes per message",
            "ledger, round trips before a handler starts: new session",
            "ledger, round trips before a handler starts: claim held",
            "ledger, round trips before a handler starts: known session",
            "ledger, leases of 1 receivers: request units a second, each",
            "ledger, leases of 2 receivers: request units a second, each",
            "ledger, leases, 1 of 2 receivers silent at once: the same, busiest 5 s");
    assertThat(told)
        .filteredOn(result -> !result.name().endsWith("held"))
        .allMatch(BriefBenchesTest::isPositive);
    assertThat(median(told, "ledger, each, sessions of 8: writes per message"))
        .isGreaterThanOrEqualTo(1)
        .isGreaterThan(median(told, "ledger, grouped, sessions of 20: writes per message"));
  }

  @Test
  void theFailoversBenchPlaysAnIdleOwnersAndTheLedgers(@TempDir Path directory) throws Exception {
    List<Result> told = play(FailoverBench.brief(), directory);

    assertThat(told)
        .extracting(Result::name)
        .containsExactly(
            "failover, an idle owner in east, a message that only west has",
            "failover, ledger's write region gone, another written at once: standstill");
    assertThat(told).allMatch(BriefBenchesTest::isPositive);
  }

  @Test
  void theOperatorsBenchTimesCommandsThatFindWhatItWrote(@TempDir Path directory) throws Exception {
    List<Result> told = play(CommandLineBench.brief(), directory);

    assertThat(told)
        .filteredOn(result -> result.budget() != null)
        .extracting(Result::name)
        .containsExactly(
            "command line: sessions show, both queues",
            "command line: sessions list --status BLOCKED, after it",
            "command line: what that list asks of the ledger");
    assertThat(told).hasSize(4);
    assertThat(told)
        .filteredOn(result -> !result.name().endsWith("after it"))
        .allMatch(BriefBenchesTest::isPositive);
    assertThat(told).extracting(Result::remark).contains("2 of 2, of 400 sessions");
  }

  private List<Result> play(Benchmark benchmark, Path directory) throws Exception {
    return play(null, benchmark, directory);
  }

  private List<Result> play(@Nullable Distances distances, Benchmark benchmark, Path directory)
      throws Exception {
    List<Result> told = new ArrayList<>();
    try (Children children = new Children(directory)) {
      BenchStage stage =
          new BenchStage(children, 1, SILENT, told::add)
              .on(Endpoints.parse(stack.toJson()))
              .at(distances);

      benchmark.run(stage);
    }
    assertThat(told).extracting(Result::name).doesNotHaveDuplicates();
    assertThat(told)
        .allSatisfy(result -> assertThat(result.samples().values()).allMatch(Double::isFinite));
    return told;
  }

  private static boolean isPositive(Result result) {
    return result.samples().least() > 0;
  }

  private static double median(List<Result> told, String name) {
    return told.stream()
        .filter(result -> result.name().equals(name))
        .findFirst()
        .orElseThrow()
        .samples()
        .median();
  }
}
