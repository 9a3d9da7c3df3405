package io.twinbus.proving.endurance;

import java.util.Arrays;
import java.util.List;

/**
 * Whether a figure stayed flat over a run.
 *
 * <p>The rule: the first quarter of the samples is warming up and is left out. The rest is halved;
 * the figure is flat when the median of the later half exceeds that of the earlier one by no more
 * than the figure's allowance. Medians, because single looks come while something is still being
 * tidied away; halves, because what leaks goes on leaking: a figure that rises by {@code g} from
 * look to look, over {@code n} looks that count, differs by {@code g * n / 2} between them.
 *
 * <p>Immutable and thread-safe.
 *
 * @param earlier the median of the earlier half
 * @param later the median of the later half
 * @param allowance how much more is always allowed, in the figure's unit
 */
record Flatness(double earlier, double later, double allowance) {

  /** With fewer samples nothing can be said. */
  static final int LEAST_SAMPLES = 8;

  private static final int WARM_UP_SHARE = 4;

  /**
   * Judges {@code samples}, in the order in which they were taken.
   *
   * @throws IllegalArgumentException when there are fewer than 8
   */
  static Flatness of(List<Double> samples, double allowance) {
    if (samples.size() < LEAST_SAMPLES) {
      throw new IllegalArgumentException(
          "%d samples say nothing: take at least %d.".formatted(samples.size(), LEAST_SAMPLES));
    }
    List<Double> warm = samples.subList(samples.size() / WARM_UP_SHARE, samples.size());
    int half = warm.size() / 2;
    return new Flatness(
        median(warm.subList(0, half)), median(warm.subList(half, warm.size())), allowance);
  }

  /** Whether it did. */
  boolean isFlat() {
    return later <= earlier + allowance;
  }

  private static double median(List<Double> some) {
    double[] sorted = some.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
  }
}
