package io.twinbus.rehearsal.command;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which files a run writes, and which it keeps. */
final class OutcomeOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--applied",
      paramLabel = "FILE",
      description = "Write every effect there, in order of arrival, one line of JSON each.")
  private @Nullable Path applied;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the outcome there as one JSON object.")
  private @Nullable Path report;

  @Option(names = "--keep-logs", description = "Keep the logs of all processes, and say where.")
  private boolean keepLogs;

  /** The file for effects, if one is named. */
  Optional<Path> applied() {
    return WritableFile.of(spec, "--applied", applied);
  }

  /** The file for the outcome, if one is named. */
  Optional<Path> report() {
    return WritableFile.of(spec, "--report", report);
  }

  /** Whether logs are kept although the run is passed. */
  boolean keepLogs() {
    return keepLogs;
  }
}
