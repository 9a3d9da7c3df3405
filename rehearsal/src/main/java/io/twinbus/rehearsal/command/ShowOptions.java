package io.twinbus.rehearsal.command;

import io.twinbus.console.ConsoleOptions;
import io.twinbus.rehearsal.run.RunViewer;
import io.twinbus.rehearsal.show.ConsoleViewer;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether a run is shown in the console, and which page is left of it. */
final class ShowOptions {

  private static final int MAX_PORT = 65_535;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--console",
      description = "Show the run as a web page while it goes, with each fault as it strikes.")
  private boolean console;

  @Option(
      names = "--console-port",
      paramLabel = "PORT",
      defaultValue = "" + ConsoleOptions.DEFAULT_PORT,
      description = "The page's port on this machine; 0: any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--report-html",
      paramLabel = "FILE",
      description = "Write what the page shows at the end of the run there, as one file.")
  private @Nullable Path html;

  /** What shows the run. */
  RunViewer viewer() {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(spec.commandLine(), "--console-port goes from 0 to 65535.");
    }
    Optional<Path> report = WritableFile.of(spec, "--report-html", html);
    if (!console && report.isEmpty()) {
      return RunViewer.NONE;
    }
    // A report alone is no reason to take a port that another process may have.
    return new ConsoleViewer(console ? port : 0, report, spec.commandLine().getErr());
  }
}
