package io.twinbus.rehearsal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.rehearsal.bench.LocalBench;
import io.twinbus.rehearsal.bench.Result;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.Children;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures, and compares with the budgets. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure on this machine, and compare with the budgets.",
      "Warm rounds come first and are not counted. Exit code 0 says that every budget is met, 6 that"
          + " some are not: a machine that does something else beside is no place to judge."
    },
    footer = {"%nExamples:", "  twinbus bench local", "  twinbus bench local --data-dir --json"})
public final class BenchCommand implements Callable<Integer> {
  private static final int MAX_ROUNDS = 100;

  /** What can be measured. */
  enum Subject {
    /** The local stack itself. */
    local
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "What to measure: ${COMPLETION-CANDIDATES}.")
  private Subject subject = Subject.local;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds that count (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(names = "--data-dir", description = "Let the stack keep its data on disk (temporary).")
  private boolean dataDir;

  @Option(
      names = "--data-sync",
      description = "Let the stack force its data to the disk before it acknowledges.")
  private boolean dataSync;

  @Option(names = "--json", description = "Print one line of JSON instead of a table.")
  private boolean json;

  private boolean headed;

  @Override
  public Integer call() {
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new ParameterException(spec.commandLine(), "--rounds goes from 1 to 100.");
    }
    // The SDK speaks plain HTTP only if this is set before its first class loads.
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    try (Children children = new Children(Files.createTempDirectory("twinbus-bench-"))) {
      List<Result> results =
          new LocalBench(children, start -> arguments(children.directory(), start), rounds)
              .run(result -> say(result.row()));
      if (json) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        results.forEach(result -> all.add(result.toJson()));
        print(
            JsonNodeFactory.instance
                .objectNode()
                .put("bench", subject.name())
                .set("results", all)
                .toString());
      }
      boolean met = results.stream().allMatch(Result::met);
      return (met ? ExitCode.OK : ExitCode.PARTIAL).code();
    } catch (IOException | TimeoutException | ChildFailedException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The bench could not be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.FAILURE, "The bench was interrupted.", e);
    }
  }

  private List<String> arguments(Path directory, int start) {
    List<String> arguments = new ArrayList<>();
    if (dataDir || dataSync) {
      arguments.add("--data-dir");
      arguments.add(directory.resolve("data-" + start).toString());
    }
    if (dataSync) {
      arguments.add("--data-sync");
    }
    return arguments;
  }

  private void say(String row) {
    if (json) {
      return;
    }
    if (!headed) {
      headed = true;
      print(Result.heading());
    }
    print(row);
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
