package io.twinbus.proving.endurance;

import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.local.control.ControlException;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.Ink;
import io.twinbus.rehearsal.terminal.StatusLine;
import io.twinbus.rehearsal.terminal.Terminal;
import io.twinbus.rehearsal.verify.Standstill;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Plays a rolling restart or a soak from start to table, and leaves nothing behind. */
public final class Endurance {

  private final Traffic traffic;
  private final Optional<Path> report;
  private final Terminal terminal;
  private final Clocks clocks = Clocks.system();

  /**
   * A run under {@code traffic}.
   *
   * @param report where to write the outcome as JSON, if anywhere
   * @param terminal what the output goes to
   */
  public Endurance(Traffic traffic, Optional<Path> report, Terminal terminal) {
    this.traffic = traffic;
    this.report = report;
    this.terminal = terminal;
  }

  /** What is played. */
  @FunctionalInterface
  private interface Piece {
    EnduranceOutcome play(SteadySystem system)
        throws IOException, InterruptedException, TimeoutException;
  }

  /**
   * Replaces every receiver.
   *
   * @return OK when nothing was lost or repeated and no session with work stood still for more than
   *     {@code longestStandstill}
   * @throws CommandFailure with one sentence when it could not be played to its end
   */
  public ExitCode restart(Duration longestStandstill, PrintWriter out, PrintWriter err) {
    return play("rolling-restart", "", system -> restart(system, longestStandstill), out, err);
  }

  /**
   * Breaks connections at random for {@code length}.
   *
   * @return OK when nothing was lost, and heap, threads and file handles of all receivers are flat
   * @throws CommandFailure with one sentence when it could not be played to its end
   */
  public ExitCode soak(Duration length, long seed, PrintWriter out, PrintWriter err) {
    return play("soak", Soak.SETTINGS, system -> soak(system, length, seed), out, err);
  }

  private static EnduranceOutcome restart(SteadySystem system, Duration longestStandstill)
      throws IOException, InterruptedException, TimeoutException {
    RollingRestart course = new RollingRestart();
    Verdict verdict = system.play(course, course::story);
    Standstill standstill = new Standstill(system.effects().effects(), system.sendings()::sentAt);
    return new RestartOutcome(
        verdict,
        course.replacements().stream()
            .map(each -> new RestartOutcome.Replaced(each, standstill.of(each.hit())))
            .toList(),
        longestStandstill);
  }

  private static EnduranceOutcome soak(SteadySystem system, Duration length, long seed)
      throws IOException, InterruptedException, TimeoutException {
    Soak course = new Soak(length, seed);
    Verdict verdict = system.play(course, course::story);
    return new SoakOutcome(verdict, length, course.disconnects(), course.looks());
  }

  private ExitCode play(
      String name, String settings, Piece piece, PrintWriter out, PrintWriter err) {
    RunFiles files = RunFiles.create(name);
    EnduranceOutcome outcome = outcome(files, settings, piece, err);
    List<String> objections = outcome.objections();
    print(outcome, objections, out);
    report.ifPresent(file -> write(file, outcome));
    if (objections.isEmpty()) {
      files.remove();
      return ExitCode.OK;
    }
    err.println("The logs of all processes are kept in " + files.directory() + ".");
    err.flush();
    return ExitCode.FAILURE;
  }

  private EnduranceOutcome outcome(RunFiles files, String settings, Piece piece, PrintWriter err) {
    try (StatusLine status = new StatusLine(err, terminal.live());
        SteadySystem system =
            SteadySystem.start(
                traffic, settings, new SteadySystem.Surroundings(files, status), clocks)) {
      return piece.play(system);
    } catch (ChildFailedException | LedgerStartException | ControlException | CommandFailure e) {
      throw failure(files, String.valueOf(e.getMessage()), e);
    } catch (TimeoutException e) {
      throw failure(files, "A process was not ready in time.", e);
    } catch (IOException | IllegalStateException e) {
      throw failure(files, "The run could not go on: %s.".formatted(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(files, "The run was interrupted.", e);
    }
  }

  private void print(EnduranceOutcome outcome, List<String> objections, PrintWriter out) {
    Ink ink = new Ink(terminal.colour());
    out.println(objections.isEmpty() ? ink.good("Passed.") : ink.bad("Not passed:"));
    objections.forEach(sentence -> out.println("  - " + Table.printable(sentence)));
    out.println();
    outcome.verdict().lines().forEach(out::println);
    out.println();
    outcome.table().print(out);
    out.flush();
  }

  private static CommandFailure failure(RunFiles files, String sentence, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE,
        "%s The logs of all processes are kept in %s.".formatted(sentence, files.directory()),
        cause);
  }

  private static void write(Path file, EnduranceOutcome outcome) {
    try {
      Files.writeString(file, JsonText.pretty(outcome.json()) + "\n");
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The report %s cannot be written.".formatted(file), e);
    }
  }
}
