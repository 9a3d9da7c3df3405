package io.twinbus.testkit.simulation;

import java.time.Duration;
import java.util.stream.Collectors;

/** What many runs have met together. */
public final class Tally {

  private final Score score = new Score();
  private Duration simulated = Duration.ZERO;
  private long runs;
  private long steps;

  /** Adds a run. */
  public void add(SimulationResult result) {
    runs++;
    steps += result.steps();
    simulated = simulated.plus(result.simulated());
    score.addAll(result.counts());
  }

  /** How often {@code what} was met. */
  public long count(String what) {
    return score.counts().getOrDefault(what, 0L);
  }

  @Override
  public String toString() {
    return "%d histories, %.1f simulated hours, %d steps%n%s"
        .formatted(
            runs,
            simulated.toSeconds() / 3_600.0,
            steps,
            score.counts().entrySet().stream()
                .map(entry -> "%9d  %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining("\n")));
  }
}
