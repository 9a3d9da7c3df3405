package io.twinbus.rehearsal.show;

import io.twinbus.console.Console;
import io.twinbus.console.ConsoleAccess;
import io.twinbus.console.ConsoleOptions;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.run.RunViewer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A console beside a run: it shows the run's system until the run is over, and leaves what it saw
 * last as one file.
 *
 * <p>Thread-safe.
 */
public final class ConsoleViewer implements RunViewer {

  private static final String HEALED = ": healed";

  private final int port;
  private final Optional<Path> report;
  private final PrintWriter err;
  private @Nullable Console console;

  /**
   * A console at {@code port} that is not started yet.
   *
   * @param report where what it saw last is written, if anywhere
   * @param err is told the console's address
   */
  public ConsoleViewer(int port, Optional<Path> report, PrintWriter err) {
    this.port = port;
    this.report = report;
    this.err = err;
  }

  @Override
  public synchronized void begin(Path config, FlatSettings settings) {
    CliContext here = CliContext.ofThisMachine();
    // The run's own file names its system; this process's environment may name another one.
    CliContext context =
        new CliContext(here.ledger(), here.queues(), here.clocks(), here.pause(), Map.of());
    List<String> options = new ArrayList<>(List.of("--config", config.toString()));
    settings.queue().ifPresent(queue -> options.addAll(List.of("--queue", queue)));
    Console started =
        Console.start(
            new ConsoleOptions(port, options, ConsoleAccess.reading()), settings, context);
    console = started;
    err.println("The console shows the run at " + started.address() + " until it is over.");
    err.flush();
  }

  @Override
  public synchronized void mark(String news) {
    if (console != null) {
      console.mark(!news.endsWith(HEALED), news);
    }
  }

  @Override
  public synchronized void close() {
    Console shown = console;
    console = null;
    if (shown == null) {
      return;
    }
    try (shown) {
      report.ifPresent(file -> write(file, shown.report()));
    }
  }

  private static void write(Path file, String page) {
    try {
      Files.writeString(file, page);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The report %s cannot be written.".formatted(file), e);
    }
  }
}
