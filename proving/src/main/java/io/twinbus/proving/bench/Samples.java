package io.twinbus.proving.bench;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What the rounds of one measurement came to, in their order.
 *
 * <p>Immutable and thread-safe.
 *
 * @param values one a round
 */
public record Samples(List<Double> values) {

  /** Copies {@code values}. */
  public Samples {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("A measurement has at least one round.");
    }
  }

  /** What was measured once. */
  public static Samples once(double value) {
    return new Samples(List.of(value));
  }

  /** The one in the middle, or between the two in the middle. */
  public double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The smallest. */
  public double least() {
    return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  /** The largest. */
  public double most() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  /**
   * This against {@code other}, round by round: what both met in a round, such as a busy machine,
   * drops out. Rounds that only one of them had are left out.
   */
  public Samples per(Samples other) {
    int rounds = Math.min(values.size(), other.values.size());
    return new Samples(
        IntStream.range(0, rounds)
            .mapToObj(round -> values.get(round) / other.values.get(round))
            .toList());
  }

  /** The same as {@link #per}, by how much this is more. */
  public Samples above(Samples other) {
    int rounds = Math.min(values.size(), other.values.size());
    return new Samples(
        IntStream.range(0, rounds)
            .mapToObj(round -> values.get(round) - other.values.get(round))
            .toList());
  }
}
