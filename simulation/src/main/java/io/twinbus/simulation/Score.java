package io.twinbus.simulation;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a run has met, by name: faults, facts that workers report, end states. */
final class Score {

  private final Map<String, Long> counts = new HashMap<>();

  void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  void addAll(SortedMap<String, Long> others) {
    others.forEach((what, count) -> counts.merge(what, count, Long::sum));
  }

  SortedMap<String, Long> counts() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }
}
