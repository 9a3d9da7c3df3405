package io.twinbus.testkit.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a check found: counts, and the first few defects in words. Not thread-safe. */
public final class Findings {

  private static final int MAX_EXAMPLES = 10;

  private final Map<Defect, Integer> defects = new EnumMap<>(Defect.class);
  private final Map<RepeatCause, Integer> repeats = new EnumMap<>(RepeatCause.class);
  private final List<String> examples = new ArrayList<>();
  private int applied;
  private int endedOtherwise;

  /** How many messages took effect, each counted once. */
  public int applied() {
    return applied;
  }

  /** How many acknowledged messages the ledger ended as DEAD or SKIPPED, without an effect. */
  public int endedOtherwise() {
    return endedOtherwise;
  }

  /** How often there is a defect of this kind. */
  public int count(Defect defect) {
    return defects.getOrDefault(defect, 0);
  }

  /** How many effects were repeats, explained or not. */
  public int duplicates() {
    return repeats.values().stream().mapToInt(Integer::intValue).sum()
        + count(Defect.UNEXPLAINED_REPEAT);
  }

  /** How many repeats each cause explains. */
  public Map<RepeatCause, Integer> explainedRepeats() {
    return Collections.unmodifiableMap(repeats);
  }

  /** The first defects, each in one sentence. */
  public List<String> examples() {
    return List.copyOf(examples);
  }

  /** Whether nothing is wrong. */
  public boolean isClean() {
    return defects.isEmpty();
  }

  void effect() {
    applied++;
  }

  void repeat(RepeatCause cause) {
    repeats.merge(cause, 1, Integer::sum);
  }

  void endedOtherwise(int messages) {
    endedOtherwise += messages;
  }

  /** Notes a defect. */
  public void add(Defect defect, String sentence) {
    defects.merge(defect, 1, Integer::sum);
    if (examples.size() < MAX_EXAMPLES) {
      examples.add(sentence);
    }
  }

  /** Notes a defect that is there so many times; none when that is 0. */
  public void add(Defect defect, int times, String sentence) {
    if (times > 0) {
      add(defect, sentence);
      defects.merge(defect, times - 1, Integer::sum);
    }
  }
}
