package io.twinbus.rehearsal.demo;

import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.local.control.ControlException;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.output.JsonText;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.sink.AppliedFile;
import io.twinbus.rehearsal.sink.Effect;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.Ink;
import io.twinbus.rehearsal.terminal.StatusLine;
import io.twinbus.rehearsal.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Plays a demo from start to summary, and leaves nothing behind but what was asked for. */
public final class Demo {

  private final DemoPlan plan;
  private final Keeping keeping;
  private final Terminal terminal;

  /**
   * What is left when a demo is over.
   *
   * @param report where to write the outcome as JSON, if anywhere
   * @param logs whether to keep the logs of all processes even if everything was verified
   */
  public record Keeping(Optional<Path> report, boolean logs) {}

  /**
   * A demo of {@code plan}.
   *
   * @param keeping what is left when it is over
   * @param terminal what the output goes to
   */
  public Demo(DemoPlan plan, Keeping keeping, Terminal terminal) {
    this.plan = plan;
    this.keeping = keeping;
    this.terminal = terminal;
  }

  /**
   * Plays it.
   *
   * @return OK when everything was verified, FAILURE otherwise
   * @throws CommandFailure with one sentence when it could not be played to its end
   */
  public ExitCode play(PrintWriter out, PrintWriter err) {
    RunFiles files = RunFiles.create("demo");
    Outcome outcome = outcome(files, err);
    new Summary(outcome, out, new Ink(terminal.colour())).print();
    keeping.report().ifPresent(file -> write(file, outcome));
    if (outcome.isVerified() && !keeping.logs()) {
      files.remove();
      return ExitCode.OK;
    }
    err.println("The logs of all processes are kept in " + files.directory() + ".");
    err.flush();
    return outcome.isVerified() ? ExitCode.OK : ExitCode.FAILURE;
  }

  private Outcome outcome(RunFiles files, PrintWriter err) {
    try {
      return plan.applied().isPresent()
          ? withAppliedFile(files, plan.applied().get(), err)
          : withFollower(files, effect -> {}, err);
    } catch (ChildFailedException | LedgerStartException | ControlException e) {
      throw failure(files, String.valueOf(e.getMessage()), e);
    } catch (CommandFailure e) {
      throw failure(files, String.valueOf(e.getMessage()), e);
    } catch (TimeoutException e) {
      throw failure(files, "A process was not ready within three minutes.", e);
    } catch (IOException | IllegalStateException e) {
      throw failure(files, "The demo could not go on: %s.".formatted(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(files, "The demo was interrupted.", e);
    }
  }

  private static CommandFailure failure(RunFiles files, String sentence, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE,
        "%s The logs of all processes are kept in %s.".formatted(sentence, files.directory()),
        cause);
  }

  private Outcome withAppliedFile(RunFiles files, Path file, PrintWriter err)
      throws IOException, InterruptedException, TimeoutException {
    try (AppliedFile applied = AppliedFile.create(file)) {
      return withFollower(files, applied, err);
    }
  }

  private Outcome withFollower(RunFiles files, Consumer<Effect> follower, PrintWriter err)
      throws IOException, InterruptedException, TimeoutException {
    Clocks clocks = Clocks.system();
    Gate gate = new Gate();
    EffectLog log = new EffectLog(clocks, follower);
    try (Sink sink = Sink.start(log, gate);
        Children children = new Children(files.directory());
        StatusLine status = new StatusLine(err, terminal.live())) {
      Stage stage = new Stage(files, children, new Stage.Outside(sink, log, gate), status);
      return new DemoRun(plan, stage, clocks).run();
    }
  }

  private static void write(Path file, Outcome outcome) {
    try {
      Files.writeString(file, JsonText.pretty(Report.of(outcome)) + "\n");
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The report %s cannot be written.".formatted(file), e);
    }
  }
}
