package io.twinbus.proving.bench.contest;

import io.twinbus.proving.bench.Samples;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a contest ended: how often a second each contender did its work, round by round.
 *
 * <p>Immutable and thread-safe.
 *
 * @param rates by contender, in the order in which they entered
 */
public record Standings(Map<String, Samples> rates) {

  /** Copies {@code rates}. */
  public Standings {
    rates = Collections.unmodifiableMap(new LinkedHashMap<>(rates));
  }

  /** The rates of {@code name}. */
  public Samples of(String name) {
    Samples samples = rates.get(name);
    if (samples == null) {
      throw new IllegalArgumentException("Nobody is called " + name + ".");
    }
    return samples;
  }

  /** The one of {@code names} with the best median. */
  public String best(List<String> names) {
    return names.stream()
        .max((one, other) -> Double.compare(of(one).median(), of(other).median()))
        .orElseThrow();
  }

  /** How many times as fast {@code name} was as {@code other}, round by round. */
  public Samples ratio(String name, String other) {
    return of(name).per(of(other));
  }
}
