package io.twinbus.rehearsal.run;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is left when a run is over.
 *
 * @param report where the outcome is written as JSON, if anywhere
 * @param json whether standard output gets the outcome as JSON in place of the table
 * @param logs whether the logs of all processes are kept although the run is passed
 */
public record RunKeeping(Optional<Path> report, boolean json, boolean logs) {

  /** Nothing but the report, if {@code report} names a file. */
  public static RunKeeping report(Optional<Path> report) {
    return new RunKeeping(report, false, false);
  }
}
