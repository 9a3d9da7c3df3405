package io.twinbus.local.cosmos.regions;

import io.twinbus.local.cosmos.store.DocumentStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.function.Function;
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
 *   <li>When a container is written in another region instead, what waits for it is lost: it was
 *       never acknowledged.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class LateWrites {
  private static final int MOST = 1_000;

  private record Kept(String container, Predicate<DocumentStore> write) {}

  private final Deque<Kept> waiting = new ArrayDeque<>();
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
  synchronized void refused(String container, Predicate<DocumentStore> write) {
    if (chance > 0 && random.nextDouble() < chance && waiting.size() < MOST) {
      waiting.add(new Kept(container, write));
    }
  }

  /** There is a quorum for those containers for which {@code hasQuorum} says so. */
  synchronized void land(Predicate<String> hasQuorum, Function<String, DocumentStore> writers) {
    for (int left = waiting.size(); left > 0; left--) {
      Kept next = waiting.removeFirst();
      if (!hasQuorum.test(next.container())) {
        waiting.addLast(next);
      } else if (next.write().test(writers.apply(next.container()))) {
        landed++;
      } else {
        failed++;
      }
    }
  }

  /** All is written in another region. */
  synchronized void lose() {
    lost += waiting.size();
    waiting.clear();
  }

  /** A container is written in another region. */
  synchronized void lose(String container) {
    int before = waiting.size();
    waiting.removeIf(kept -> kept.container().equals(container));
    lost += before - waiting.size();
  }

  synchronized LateWriteCounts counts() {
    return new LateWriteCounts(waiting.size(), landed, failed, lost);
  }
}
