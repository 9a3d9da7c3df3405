package io.twinbus.rehearsal.run;

import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.local.control.ControlException;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.output.JsonText;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.Daemons;
import io.twinbus.rehearsal.terminal.Printout;
import io.twinbus.rehearsal.terminal.StatusLine;
import io.twinbus.rehearsal.terminal.Terminal;
import io.twinbus.rehearsal.terminal.TerminalColour;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Plays a scenario from start to verdict.
 *
 * <ol>
 *   <li>A directory for the run, its children's logs and its own log is made.
 *   <li>The scenario plays; whatever stops it becomes one sentence that says where the logs are.
 *   <li>The outcome is printed, and written as a report if one is wanted.
 *   <li>All children are ended. The directory is removed when the run is passed.
 * </ol>
 */
public final class Run {

  private final RunKeeping keeping;
  private final Terminal terminal;
  private final RunViewer viewer;
  private final Clocks clocks = Clocks.system();

  /** A run that leaves {@code keeping} behind and shows itself on {@code terminal}. */
  public Run(RunKeeping keeping, Terminal terminal) {
    this(keeping, terminal, RunViewer.NONE);
  }

  /** The same, shown by {@code viewer}, too. */
  public Run(RunKeeping keeping, Terminal terminal, RunViewer viewer) {
    this.keeping = keeping;
    this.terminal = terminal;
    this.viewer = viewer;
  }

  /**
   * Plays {@code scenario} and prints its outcome to {@code out}, everything else to {@code err}.
   *
   * @throws CommandFailure with one sentence when it could not be played to its end
   */
  public ExitCode play(Scenario scenario, PrintWriter out, PrintWriter err) {
    RunFiles files = RunFiles.create(scenario.name());
    RunOutcome outcome = outcome(scenario, files, err);
    if (keeping.json()) {
      out.println(JsonText.pretty(outcome.json()));
    } else {
      outcome.print(new Printout(out, new TerminalColour(terminal.colour())));
    }
    out.flush();
    keeping.report().ifPresent(file -> write(file, outcome));
    if (outcome.isPassed() && !keeping.logs()) {
      files.remove();
    } else {
      err.println("The logs of all processes are kept in " + files.directory() + ".");
      err.flush();
    }
    return outcome.exitCode();
  }

  private RunOutcome outcome(Scenario scenario, RunFiles files, PrintWriter err) {
    ScheduledExecutorService lastResort =
        Executors.newSingleThreadScheduledExecutor(Daemons.named("last-resort"));
    scenario
        .bound()
        .ifPresent(
            bound -> {
              var unused =
                  lastResort.schedule(
                      () -> giveUp(scenario, err), bound.toMillis(), TimeUnit.MILLISECONDS);
            });
    try (Children children = new Children(files.directory());
        StatusLine status = new StatusLine(err, terminal.live());
        RunViewer shown = viewer) {
      return scenario.play(
          new Stage(files, children, status, clocks, clocks.now().monotonic(), shown));
    } catch (ChildFailedException | LedgerStartException | ControlException | CommandFailure e) {
      throw failure(files, String.valueOf(e.getMessage()), e);
    } catch (TimeoutException e) {
      String what = e.getMessage() == null ? "A process was not ready in time" : e.getMessage();
      throw failure(files, what + ".", e);
    } catch (IOException | IllegalStateException e) {
      String sentence = "The %s could not go on: %s.".formatted(scenario.name(), e.getMessage());
      throw failure(files, sentence, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(files, "The %s was interrupted.".formatted(scenario.name()), e);
    } finally {
      lastResort.shutdownNow();
    }
  }

  private static void giveUp(Scenario scenario, PrintWriter err) {
    err.println("The %s did not end in time.".formatted(scenario.name()));
    err.flush();
    Runtime.getRuntime().exit(ExitCode.FAILURE.code());
  }

  private static CommandFailure failure(RunFiles files, String sentence, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE,
        "%s The logs of all processes are kept in %s.".formatted(sentence, files.directory()),
        cause);
  }

  private static void write(Path file, RunOutcome outcome) {
    try {
      Files.writeString(file, JsonText.pretty(outcome.json()) + "\n");
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The report %s cannot be written.".formatted(file), e);
    }
  }
}
