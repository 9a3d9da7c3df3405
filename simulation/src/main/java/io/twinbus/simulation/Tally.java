package io.twinbus.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

  /** The transitions that are within reach of random histories, and that none of these reached. */
  public List<String> unreached() {
    return Transitions.missing(reached());
  }

  /** What was reached and is not on the list of transitions. */
  public List<String> unlisted() {
    return Transitions.unlisted(reached());
  }

  private Set<String> reached() {
    return score.counts().keySet().stream()
        .filter(name -> name.startsWith(Transitions.REACHED))
        .map(name -> name.substring(Transitions.REACHED.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public String toString() {
    return "%d histories, %.1f simulated hours, %d steps%n%s%n%s"
        .formatted(runs, simulated.toSeconds() / 3_600.0, steps, met(), transitions());
  }

  private String met() {
    return score.counts().entrySet().stream()
        .filter(entry -> !entry.getKey().startsWith(Transitions.REACHED))
        .map(Tally::line)
        .collect(Collectors.joining("\n"));
  }

  private String transitions() {
    int within = Transitions.all().size() - Transitions.NOT_REQUIRED.size();
    List<String> missing = unreached();
    String rarest =
        score.counts().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(Transitions.REACHED))
            .sorted(Map.Entry.comparingByValue())
            .limit(10)
            .map(Tally::line)
            .collect(Collectors.joining("\n"));
    return "%d of %d transitions reached%s; the rarest:%n%s"
        .formatted(
            within - missing.size(),
            within,
            missing.isEmpty() ? "" : ", not: " + String.join("; ", missing),
            rarest);
  }

  private static String line(Map.Entry<String, Long> entry) {
    return "%9d  %s".formatted(entry.getValue(), entry.getKey());
  }
}
