package io.twinbus.rehearsal.verify;

import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import io.twinbus.testkit.history.RepeatCause;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What is right and wrong with a run in which producers were killed.
 *
 * @param parts of the sessions judged as a whole, and of those judged stream by stream
 * @param applied how many messages took effect, each counted once
 * @param sentAgain how many effects repeat one of an earlier incarnation of the producer
 * @param resumedSessions how many sessions were judged stream by stream
 */
public record Judgement(List<Findings> parts, int applied, int sentAgain, int resumedSessions) {

  /** Copies {@code parts}. */
  public Judgement {
    parts = List.copyOf(parts);
  }

  /** How often there is a defect of this kind. */
  public int count(Defect defect) {
    return parts.stream().mapToInt(part -> part.count(defect)).sum();
  }

  /** How many acknowledged messages the ledger ended without an effect. */
  public int endedOtherwise() {
    return parts.stream().mapToInt(Findings::endedOtherwise).sum();
  }

  /** How many repeats each cause on record explains, those by other incarnations aside. */
  public Map<RepeatCause, Integer> explainedRepeats() {
    Map<RepeatCause, Integer> sum = new EnumMap<>(RepeatCause.class);
    parts.forEach(
        part ->
            part.explainedRepeats()
                .forEach((cause, times) -> sum.merge(cause, times, Integer::sum)));
    return sum;
  }

  /** The first defects, each in one sentence. */
  public List<String> examples() {
    return parts.stream().flatMap(part -> part.examples().stream()).toList();
  }

  /** Whether nothing is wrong. */
  public boolean isClean() {
    return parts.stream().allMatch(Findings::isClean);
  }
}
