package io.twinbus.certify.report;

import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.run.Measured;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run found. Immutable.
 *
 * @param subject which deployment, by which version, and when
 * @param results one for each check and place, broken ones first, then those not run
 * @param measured how fast the services answered
 * @param cost the estimate that was stated before the run
 * @param tidying what was removed and what was left
 */
public record RunReport(
    Subject subject, List<Result> results, List<Measured> measured, Cost cost, Tidying tidying) {

  /** Sorts {@code results}; copies the lists. */
  public RunReport {
    measured = List.copyOf(measured);
    results =
        results.stream()
            .sorted(
                Comparator.comparing(RunReport::urgency)
                    .thenComparing(Result::place)
                    .thenComparing(result -> result.assumption().id()))
            .toList();
  }

  /**
   * What was examined.
   *
   * @param places the address of each region's namespace and of the ledger, by the place's name
   * @param run the run's name
   */
  public record Subject(
      String cluster,
      SortedMap<String, String> places,
      String version,
      String run,
      Instant startedAt,
      Duration took) {

    /** Copies {@code places}. */
    public Subject {
      places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
    }
  }

  /**
   * What the run removed and left.
   *
   * @param cleared what earlier runs had left and this one removed
   * @param made what this run made
   * @param left what this run made and could not remove, each with the reason
   */
  public record Tidying(List<String> cleared, List<String> made, List<String> left) {

    /** Copies the lists. */
    public Tidying {
      cleared = List.copyOf(cleared);
      made = List.copyOf(made);
      left = List.copyOf(left);
    }
  }

  /** How many results have {@code grade}. */
  public long count(Grade grade) {
    return results.stream().filter(result -> result.verdict().grade() == grade).count();
  }

  /** The worst of all grades; {@link Grade#NOT_RUN} when there is no result. */
  public Grade worst() {
    if (count(Grade.BROKEN) > 0) {
      return Grade.BROKEN;
    }
    return results.isEmpty() || count(Grade.NOT_RUN) > 0 ? Grade.NOT_RUN : Grade.HOLDS;
  }

  /** The whole in one sentence. */
  public String sentence() {
    return switch (worst()) {
      case HOLDS -> "All %d assumptions hold.".formatted(results.size());
      case BROKEN ->
          "Broken: %d of %d assumptions. Do not rely on this deployment."
              .formatted(count(Grade.BROKEN), results.size());
      case NOT_RUN ->
          "%d of %d assumptions could not be tried; the others hold."
              .formatted(count(Grade.NOT_RUN), results.size());
    };
  }

  private static int urgency(Result result) {
    return switch (result.verdict().grade()) {
      case BROKEN -> 0;
      case NOT_RUN -> 1;
      case HOLDS -> 2;
    };
  }
}
