package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an instance sees of the others' leases, on its own monotonic clock.
 *
 * <p>An instance is judged dead when successful reads over a whole lease time have shown the same
 * beat, or no lease at all. The time counts from the <em>end</em> of the read that first showed it
 * (the beat may be that young) to the <em>begin</em> of the latest one. The time across a read that
 * failed does not count: an outage of the ledger stops everybody's beat, and proves nothing.
 *
 * <p>Remembers at most {@value #MAX_WATCHED} instances, the least recently asked for go first; one
 * forgotten is watched anew. Thread-safe.
 */
public final class FailureDetector {

  private static final int MAX_WATCHED = 4_096;
  private static final long ABSENT = -1;

  private record Sight(long beat, Duration unchanged) {}

  private final Duration lease;
  private final Map<InstanceId, Sight> sights =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<InstanceId, Sight> eldest) {
          return size() > MAX_WATCHED;
        }
      };
  private @Nullable MonotonicTime lastReadEnd;

  /** An empty board; {@code lease} is how long an instance may show no sign of life. */
  public FailureDetector(Duration lease) {
    this.lease = lease;
  }

  /**
   * Takes in a read of all leases.
   *
   * @return the instances that are judged dead by this read and were not before
   */
  public synchronized Set<InstanceId> onRead(
      LeasesOutcome outcome, MonotonicTime begun, MonotonicTime ended) {
    if (!(outcome instanceof LeasesOutcome.Found found)) {
      lastReadEnd = null;
      return Set.of();
    }
    Duration passed = lastReadEnd == null ? Duration.ZERO : begun.since(lastReadEnd);
    lastReadEnd = ended;
    Map<InstanceId, Long> beats = new HashMap<>();
    for (LeasesOutcome.Stored stored : found.leases()) {
      beats.put(stored.lease().instance(), stored.lease().beat());
    }
    Set<InstanceId> watched = new HashSet<>(sights.keySet());
    watched.addAll(beats.keySet());
    Set<InstanceId> newlyDead = new HashSet<>();
    for (InstanceId instance : watched) {
      if (see(instance, beats.getOrDefault(instance, ABSENT), passed)) {
        newlyDead.add(instance);
      }
    }
    return newlyDead;
  }

  private boolean see(InstanceId instance, long beat, Duration passed) {
    Sight before = sights.get(instance);
    if (before == null || before.beat() != beat) {
      sights.put(instance, new Sight(beat, Duration.ZERO));
      return false;
    }
    Sight after = new Sight(beat, before.unchanged().plus(passed));
    sights.put(instance, after);
    return isDead(after) && !isDead(before);
  }

  /** Whether {@code instance} is judged dead; one never heard of is watched from now on. */
  public synchronized boolean isDead(InstanceId instance) {
    Sight sight = sights.get(instance);
    if (sight == null) {
      sights.put(instance, new Sight(ABSENT, Duration.ZERO));
      return false;
    }
    return isDead(sight);
  }

  private boolean isDead(Sight sight) {
    return sight.unchanged().compareTo(lease) >= 0;
  }
}
