package io.twinbus.proving.command;

import io.twinbus.proving.killtest.KillTest;
import io.twinbus.proving.killtest.ProducerKillTest;
import io.twinbus.proving.killtest.KillRows;
import io.twinbus.rehearsal.run.RunKeeping;
import io.twinbus.rehearsal.run.Run;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.terminal.Terminal;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills the local stack again and again and looks what it has lost. */
@Command(
    name = "kill-test",
    mixinStandardHelpOptions = true,
    description = {
      "Kill the local stack (kill -9) while it keeps its data in a directory, and look what it lost;"
          + " or a producer that keeps a journal.",
      "Threads send, settle and write documents through the SDKs, without retries. After each kill"
          + " everything that was acknowledged must be there, once. Exit code 0 says that it was."
    })
public final class KillTestCommand implements Callable<Integer> {
  private static final int MAX_KILLS = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many times to kill it (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Chooses the moments and the calls (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--producer",
      description =
          "Kill a producer with a journal instead: everything it called safe must reach both regions,"
              + " in order, once.")
  private boolean producer;

  @Override
  public Integer call() {
    if (kills < 1 || kills > MAX_KILLS) {
      throw new ParameterException(spec.commandLine(), "--kills goes from 1 to 1000.");
    }
    // The SDK speaks plain HTTP only if this is set before its first class loads.
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    PrintWriter out = spec.commandLine().getOut();
    KillRows rows = new KillRows(out);
    Scenario test =
        producer ? new ProducerKillTest(kills, seed, rows) : new KillTest(kills, seed, rows);
    return new Run(RunKeeping.report(Optional.empty()), Terminal.of(System.getenv()))
        .play(test, out, spec.commandLine().getErr())
        .code();
  }
}
