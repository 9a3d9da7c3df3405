package io.twinbus.local.cosmos.regions;

import io.twinbus.local.cosmos.store.DocumentStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Writes that were refused for want of a quorum and land later all the same. The write region has
 * them, and they reach the others when enough of those are there again.
 *
 * <ol>
 *   <li>A chance says which refused writes are kept; at first it is 0. At most {@value #MOST} wait;
 *       those beyond are only refused.
 *   <li>Kept writes land in their order as soon as there is a quorum, before any newer write. One
 *       whose condition does not hold by then changes nothing.
 *   <li>When another region is written instead, what waits is lost: it was never acknowledged.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class LateWrites {
  private static final int MOST = 1_000;

  private final Deque<Predicate<DocumentStore>> waiting = new ArrayDeque<>();
  private Random random = new Random(1);
  private double chance;
  private long landed;
  private long failed;
  private long lost;

  synchronized void chance(double value, long seed) {
    chance = value;
    random = new Random(seed);
  }

  /** Takes a refused write; it answers whether it changed anything. */
  synchronized void refused(Predicate<DocumentStore> write) {
    if (chance > 0 && random.nextDouble() < chance && waiting.size() < MOST) {
      waiting.add(write);
    }
  }

  /** There is a quorum. */
  synchronized void land(DocumentStore writer) {
    while (!waiting.isEmpty()) {
      if (waiting.removeFirst().test(writer)) {
        landed++;
      } else {
        failed++;
      }
    }
  }

  /** Another region is written. */
  synchronized void lose() {
    lost += waiting.size();
    waiting.clear();
  }

  synchronized LateWriteCounts counts() {
    return new LateWriteCounts(waiting.size(), landed, failed, lost);
  }
}
