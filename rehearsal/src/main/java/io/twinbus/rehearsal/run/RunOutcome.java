package io.twinbus.rehearsal.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.ExitCode;
import io.twinbus.rehearsal.terminal.Printout;
import java.util.List;

/** The verdict on a run, for people and for programs. */
public interface RunOutcome {

  /** Why the run is not passed, a sentence each; empty when it is passed. */
  List<String> objections();

  /** Prints it for a person. */
  void print(Printout sheet);

  /** The same as one JSON object. */
  ObjectNode json();

  /** Whether nothing speaks against the run. */
  default boolean isPassed() {
    return objections().isEmpty();
  }

  /** The exit code of the command. */
  default ExitCode exitCode() {
    return isPassed() ? ExitCode.OK : ExitCode.FAILURE;
  }
}
