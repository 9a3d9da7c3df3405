package io.twinbus.proving.command;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.proving.killtest.KillTest;
import io.twinbus.proving.killtest.ProducerKillTest;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.stack.RunFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
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
  private static final int SHOWN_DEFECTS = 20;

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
    RunFiles files = RunFiles.createUnlogged("kill-test");
    int defects = defects(files.directory());
    if (defects > 0) {
      say(
          "%d defects (seed %d); data and logs are in %s."
              .formatted(defects, seed, files.directory()));
      return ExitCode.UNHEALTHY.code();
    }
    files.remove();
    say("Nothing acknowledged was lost in %d kills (seed %d).".formatted(kills, seed));
    return ExitCode.OK.code();
  }

  private int defects(Path directory) {
    try {
      return run(directory);
    } catch (IOException | TimeoutException | ExecutionException | ChildFailedException e) {
      throw failure("The kill test could not be run: " + e.getMessage(), directory, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("The kill test was interrupted.", directory, e);
    }
  }

  private static CommandFailure failure(String sentence, Path directory, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE, "%s Data and logs are in %s.".formatted(sentence, directory), cause);
  }

  private int run(Path directory)
      throws IOException, InterruptedException, TimeoutException, ExecutionException {
    try (Children children = new Children(directory)) {
      if (producer) {
        say(ProducerKillTest.heading());
        return new ProducerKillTest(children, directory, seed).run(kills, this::round);
      }
      say(KillTest.heading());
      return new KillTest(children, directory.resolve("data"), seed).run(kills, this::round);
    }
  }

  private void round(String row, List<String> defects) {
    say(row);
    defects.stream().limit(SHOWN_DEFECTS).forEach(defect -> say("      " + defect));
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
