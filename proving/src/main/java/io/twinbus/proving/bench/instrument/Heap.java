package io.twinbus.proving.bench.instrument;

import io.twinbus.proving.bench.contest.Stopwatch;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** How much is live on this process's heap. */
public final class Heap {

  private static final double MEBIBYTE = 1 << 20;
  private static final int COLLECTIONS = 3;
  private static final double CALM_MEBIBYTES = 0.05;
  private static final double CALM_SECONDS = 2;
  private static final int SETTLED_WITHIN_SECONDS = 60;

  private Heap() {}

  /** Collects the garbage, and answers what is left, in MiB. */
  public static double usedMebibytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    double least = Double.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed() / MEBIBYTE);
    }
    return least;
  }

  /**
   * The same once nothing more goes away by itself: a timer or a late reply may hold what has ended
   * for a moment longer.
   */
  public static double settledMebibytes() {
    double[] least = {usedMebibytes()};
    Stopwatch[] since = {Stopwatch.start()};
    Waiting.until(
        "the heap grows no smaller",
        SETTLED_WITHIN_SECONDS,
        () -> {
          double now = usedMebibytes();
          if (now < least[0] - CALM_MEBIBYTES) {
            since[0] = Stopwatch.start();
          }
          least[0] = Math.min(least[0], now);
          return since[0].seconds() > CALM_SECONDS;
        });
    return least[0];
  }
}
