package io.twinbus.proving.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.proving.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Mistakes are found before anything is started: one sentence, exit code 2. */
class BenchMistakesTest {

  @Test
  void optionsOfABenchAreForThatBench() {
    assertMistake("--rounds goes from 1 to 100.", "send", "--rounds", "0");
    assertMistake("--data-dir and --data-sync are for bench local.", "send", "--data-dir");
    assertMistake("--minutes goes from 0.1 to 15.", "overload", "--minutes", "16");
    assertMistake("Invalid value for positional parameter", "speed");
  }

  @Test
  void aProfileIsForThoseWhoseContendersAllStandInOneRegion() {
    String sentence =
        "--profile is for receive, send, latency, failover, trips, queues, streams and budgets.";
    assertMistake(sentence, "burst", "--profile", "azure");
    assertMistake(sentence, "ledger", "--profile", "azure");
    assertMistake("--profile: A profile is azure, or says", "send", "--profile", "mars");
    assertMistake("--profile: A distance goes from", "send", "--profile", "sb=9999ms");
  }

  private static void assertMistake(String sentence, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine cli =
        TwinbusCli.with(Main.commands())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    String[] all = new String[arguments.length + 1];
    all[0] = "bench";
    System.arraycopy(arguments, 0, all, 1, arguments.length);

    int code = cli.execute(all);

    assertThat(code).as(err.toString()).isEqualTo(2);
    assertThat(err.toString()).contains(sentence).doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }
}
