package io.twinbus.rehearsal.bench.subject;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** How much is live on this process's heap. */
final class Heap {

  private static final double MEBIBYTE = 1 << 20;
  private static final int COLLECTIONS = 3;

  private Heap() {}

  /** Collects the garbage, and answers what is left, in MiB. */
  static double usedMebibytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    double least = Double.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed() / MEBIBYTE);
    }
    return least;
  }
}
