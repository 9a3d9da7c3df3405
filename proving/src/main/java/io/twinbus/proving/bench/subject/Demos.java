package io.twinbus.proving.bench.subject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.control.ControlClient;
import io.twinbus.ops.ExitCode;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Distances;
import io.twinbus.rehearsal.demo.Demo;
import io.twinbus.rehearsal.demo.DemoPlan;
import io.twinbus.rehearsal.run.Run;
import io.twinbus.rehearsal.run.RunKeeping;
import io.twinbus.rehearsal.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Optional;

/** Demos as parts of a benchmark: local stack and receivers as processes, verified to the end. */
final class Demos {

  private static final double MILLIS = 1_000;

  private Demos() {}

  /**
   * Plays {@code plan} at the stage's distances, and answers its report. Each region's receivers
   * stand in it, so that both regions are near; the producer, too, has both near.
   *
   * @param name of the report's file
   * @throws IllegalStateException when the demo is not verified
   */
  static JsonNode play(BenchStage stage, String name, DemoPlan plan) throws IOException {
    Path report = stage.children().directory().resolve(name + ".json");
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    ExitCode code =
        new Run(RunKeeping.report(Optional.of(report)), new Terminal(false, false))
            .play(new Demo(plan, stack -> apart(stage, stack)), nowhere, nowhere);
    JsonNode outcome = new ObjectMapper().readTree(report.toFile());
    if (code != ExitCode.OK) {
      throw new IllegalStateException(
          "A run was not verified: " + outcome.path("objections").toString());
    }
    return outcome;
  }

  private static void apart(BenchStage stage, ControlClient stack) {
    Distances distances = stage.distances();
    if (distances != null) {
      distances.eachRegionNear().apply(stack, MeasuredStack.EAST, MeasuredStack.WEST);
    }
  }

  /** The longest standstill, in seconds, of the sessions that the first fault struck. */
  static double standstill(JsonNode report) {
    return report.path("faults").path(0).path("noProgressMs").asDouble() / MILLIS;
  }
}
