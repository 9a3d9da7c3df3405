package io.twinbus.rehearsal.drill;

import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.local.control.ControlException;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.output.JsonText;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.sink.AppliedFile;
import io.twinbus.rehearsal.sink.Effect;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.sink.Upsets;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.Ink;
import io.twinbus.rehearsal.terminal.StatusLine;
import io.twinbus.rehearsal.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Plays a drill from start to table, and leaves nothing behind but what was asked for. It is over
 * {@link DrillPlan#BEYOND} after its length at the latest.
 */
public final class Drill {

  private final DrillPlan plan;
  private final Keeping keeping;
  private final Terminal terminal;

  /**
   * What is left when a drill is over.
   *
   * @param report where to write the outcome as JSON, if anywhere
   * @param json whether standard output gets the outcome as JSON, in place of the table
   * @param logs whether to keep the logs of all processes even if the drill was passed
   */
  public record Keeping(Optional<Path> report, boolean json, boolean logs) {}

  /**
   * A drill of {@code plan}.
   *
   * @param keeping what is left when it is over
   * @param terminal what the output goes to
   */
  public Drill(DrillPlan plan, Keeping keeping, Terminal terminal) {
    this.plan = plan;
    this.keeping = keeping;
    this.terminal = terminal;
  }

  /** Writes which faults would strike when, and does nothing else. */
  public void printSchedule(PrintWriter out) {
    DrillSchedule.of(plan.chaos().seed(), plan.chaos().length()).forEach(out::println);
    out.flush();
  }

  /**
   * Plays it.
   *
   * @return OK when it was passed, FAILURE otherwise
   * @throws CommandFailure with one sentence when it could not be played to its end
   */
  public ExitCode play(PrintWriter out, PrintWriter err) {
    Clocks clocks = Clocks.system();
    MonotonicTime deadline =
        clocks.now().monotonic().plus(plan.chaos().length()).plus(DrillPlan.BEYOND);
    RunFiles files = RunFiles.create("drill");
    DrillOutcome outcome = outcome(files, err, clocks, deadline);
    if (keeping.json()) {
      out.println(JsonText.pretty(DrillReport.of(outcome)));
      out.flush();
    } else {
      new DrillSummary(outcome, out, new Ink(terminal.colour())).print();
    }
    keeping.report().ifPresent(file -> write(file, outcome));
    if (outcome.isPassed() && !keeping.logs()) {
      files.remove();
      return ExitCode.OK;
    }
    err.println("The logs of all processes are kept in " + files.directory() + ".");
    err.flush();
    return outcome.isPassed() ? ExitCode.OK : ExitCode.FAILURE;
  }

  private DrillOutcome outcome(
      RunFiles files, PrintWriter err, Clocks clocks, MonotonicTime deadline) {
    ScheduledExecutorService lastResort =
        Executors.newSingleThreadScheduledExecutor(DrillStage::daemon);
    Duration left = deadline.since(clocks.now().monotonic());
    var unused = lastResort.schedule(() -> giveUp(err), left.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return plan.applied().isPresent()
          ? withAppliedFile(files, plan.applied().get(), err, deadline)
          : withFollower(files, effect -> {}, err, deadline);
    } catch (ChildFailedException | LedgerStartException | ControlException | CommandFailure e) {
      throw failure(files, String.valueOf(e.getMessage()), e);
    } catch (TimeoutException e) {
      throw failure(files, "A process was not ready in time.", e);
    } catch (IOException | IllegalStateException e) {
      throw failure(files, "The drill could not go on: %s.".formatted(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(files, "The drill was interrupted.", e);
    } finally {
      lastResort.shutdownNow();
    }
  }

  /** Every wait has a bound of its own; should one fail, the children must not outlive the time. */
  private static void giveUp(PrintWriter err) {
    err.println("The drill did not end in time.");
    err.flush();
    Runtime.getRuntime().exit(ExitCode.FAILURE.code());
  }

  private static CommandFailure failure(RunFiles files, String sentence, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE,
        "%s The logs of all processes are kept in %s.".formatted(sentence, files.directory()),
        cause);
  }

  private DrillOutcome withAppliedFile(
      RunFiles files, Path file, PrintWriter err, MonotonicTime deadline)
      throws IOException, InterruptedException, TimeoutException {
    try (AppliedFile applied = AppliedFile.create(file)) {
      return withFollower(files, applied, err, deadline);
    }
  }

  private DrillOutcome withFollower(
      RunFiles files, Consumer<Effect> follower, PrintWriter err, MonotonicTime deadline)
      throws IOException, InterruptedException, TimeoutException {
    Clocks clocks = Clocks.system();
    Gate gate = new Gate();
    Upsets upsets = new Upsets();
    EffectLog log = new EffectLog(clocks, follower);
    try (Sink sink = Sink.start(log, gate, upsets);
        Children children = new Children(files.directory());
        StatusLine status = new StatusLine(err, terminal.live())) {
      DrillStage stage =
          new DrillStage(files, children, new DrillStage.Outside(sink, log, gate, upsets), status);
      return new DrillRun(plan, stage, clocks, deadline).run();
    }
  }

  private static void write(Path file, DrillOutcome outcome) {
    try {
      Files.writeString(file, JsonText.pretty(DrillReport.of(outcome)) + "\n");
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The report %s cannot be written.".formatted(file), e);
    }
  }
}
