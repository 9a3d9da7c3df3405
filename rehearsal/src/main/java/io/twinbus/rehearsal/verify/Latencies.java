package io.twinbus.rehearsal.verify;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.terminal.Printout;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How long messages took from sending to their first effect.
 *
 * @param p50Ms half of them took no longer, in milliseconds
 * @param p99Ms 99 of 100 took no longer, in milliseconds
 * @param maxMs the slowest, in milliseconds
 */
public record Latencies(double p50Ms, double p99Ms, double maxMs) {

  private static final double MILLI = 1e6;

  /** The latencies of {@code effects}; all zero when there are none. */
  public static Latencies of(List<AppliedEffect> effects, Recovery.SendTimes sent) {
    Set<String> seen = new HashSet<>();
    double[] millis =
        effects.stream()
            .filter(effect -> seen.add(effect.call().session() + '\u0000' + effect.call().id()))
            .flatMap(effect -> latency(effect, sent).stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    Arrays.sort(millis);
    return new Latencies(at(millis, 0.50), at(millis, 0.99), at(millis, 1));
  }

  /** All three, as a person reads them. */
  public String text() {
    return "p50 %s, p99 %s, max %s from sending to effect"
        .formatted(Printout.millis(p50Ms), Printout.millis(p99Ms), Printout.millis(maxMs));
  }

  private static Optional<Double> latency(AppliedEffect effect, Recovery.SendTimes sent) {
    Optional<MonotonicTime> begin = sent.of(effect.call().session(), effect.call().id());
    return begin.map(at -> effect.at().monotonic().since(at).toNanos() / MILLI);
  }

  private static double at(double[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, rank)];
  }
}
