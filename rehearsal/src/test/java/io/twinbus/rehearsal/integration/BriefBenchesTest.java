package io.twinbus.rehearsal.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ControlClient;
import io.twinbus.protocol.Secret;
import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import io.twinbus.rehearsal.bench.Progress;
import io.twinbus.rehearsal.bench.Result;
import io.twinbus.rehearsal.bench.subject.BlackholeBench;
import io.twinbus.rehearsal.bench.subject.BurstBench;
import io.twinbus.rehearsal.bench.subject.LatencyBench;
import io.twinbus.rehearsal.bench.subject.ReceiveBench;
import io.twinbus.rehearsal.bench.subject.ScaleBench;
import io.twinbus.rehearsal.bench.subject.SendBench;
import io.twinbus.rehearsal.bench.subject.SessionsBench;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import io.twinbus.testkit.junit.LocalStackTest;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each bench of what sends and receives plays one tiny round and tells every row: none of them
 * rots. How fast anything was is not looked at.
 */
@LocalStackTest
class BriefBenchesTest {

  private static final Progress SILENT = new Progress(new PrintWriter(Writer.nullWriter()), false);

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
        Named.of("latency", new Brief(LatencyBench.brief(), 7)),
        Named.of("scale", new Brief(ScaleBench.brief(), 10)),
        Named.of("sessions", new Brief(SessionsBench.brief(), 3)),
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
    List<Result> told = new ArrayList<>();
    try (Children children = new Children(directory)) {
      BenchStage stage =
          new BenchStage(children, 1, SILENT, told::add).on(Endpoints.parse(stack.toJson()));

      brief.benchmark().run(stage);
    }

    assertThat(told).hasSize(brief.rows());
    assertThat(told).extracting(Result::name).doesNotHaveDuplicates();
    assertThat(told)
        .allSatisfy(result -> assertThat(result.samples().values()).allMatch(Double::isFinite));
  }
}
