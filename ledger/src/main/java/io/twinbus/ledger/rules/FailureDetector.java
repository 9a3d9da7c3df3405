package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.BeatsOutcome.Beat;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an observer sees of the instances' leases, on its own monotonic clock.
 *
 * <ol>
 *   <li>An instance is judged dead when its beat has stood still for a whole lease time, or when
 *       successful reads over that time have shown no lease at all.
 *   <li>The time counts from the <em>end</em> of the read that first showed the beat (the beat may
 *       be that young) to the <em>begin</em> of the latest one.
 *   <li>An observer that has seen earlier beats of the instance counts from before that read, by
 *       the age that the beat had ({@link BeatDelays}), but by no more than half of the margin for
 *       which the instance stops earlier by itself. So when an instance's wall clock is set back,
 *       the other half stays.
 *   <li>The time across a read that failed does not count, and what was known of ages is forgotten:
 *       an outage of the ledger stops every instance's beat, and proves nothing.
 *   <li>Reads are of all leases, or of some: a read of some says nothing about the others.
 * </ol>
 *
 * <p>Remembers at most {@value #MAX_WATCHED} instances. The least recently seen go first; one
 * forgotten is watched anew. Thread-safe.
 */
public final class FailureDetector {

  private static final int MAX_WATCHED = 4_096;
  private static final long ABSENT = -1;

  /**
   * What reads have shown of one instance.
   *
   * @param beat its latest beat
   * @param unchanged for how long reads have shown it, and the age that it had at the first of them
   * @param before the part of that time before the first read, or before the latest failed one
   * @param since the end of the first read after that; null until there is one
   * @param seenAt the end of the latest read that showed it; null until there is one
   * @param delays of its beats; null until a read has shown a new one, or since a failed read
   */
  private record Sight(
      long beat,
      Duration unchanged,
      Duration before,
      @Nullable MonotonicTime since,
      @Nullable MonotonicTime seenAt,
      @Nullable BeatDelays delays) {

    static Sight absent(@Nullable MonotonicTime at) {
      return new Sight(ABSENT, Duration.ZERO, Duration.ZERO, at, at, null);
    }

    static Sight of(long beat, MonotonicTime at, Duration age, BeatDelays delays) {
      return new Sight(beat, age, age, at, at, delays);
    }

    Sight again(MonotonicTime begun, MonotonicTime ended) {
      MonotonicTime from = since;
      if (from == null) {
        return new Sight(beat, unchanged, unchanged, ended, ended, delays);
      }
      Duration now = before.plus(begun.since(from));
      return new Sight(beat, longer(now, unchanged), before, from, ended, delays);
    }

    Sight interrupted() {
      return new Sight(beat, unchanged, unchanged, null, seenAt, null);
    }

    private static Duration longer(Duration one, Duration other) {
      return one.compareTo(other) > 0 ? one : other;
    }
  }

  private final Duration lease;
  private final Duration mostAge;
  private final Map<InstanceId, Sight> sights =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<InstanceId, Sight> eldest) {
          return size() > MAX_WATCHED;
        }
      };

  /**
   * A detector that has seen nothing, and counts from the reads alone.
   *
   * @param lease how long an instance may show no beat
   */
  public FailureDetector(Duration lease) {
    this(lease, Duration.ZERO);
  }

  /** A detector that has seen nothing, of instances that keep these times. */
  public FailureDetector(LeaseTimes times) {
    this(times.lease(), times.margin().dividedBy(2));
  }

  private FailureDetector(Duration lease, Duration mostAge) {
    this.lease = lease;
    this.mostAge = mostAge;
  }

  /**
   * Takes in a read of all leases.
   *
   * @return the instances that are judged dead by this read and were not before
   */
  public synchronized Set<InstanceId> onRead(
      BeatsOutcome outcome, MonotonicTime begun, MonotonicTime ended) {
    Set<InstanceId> watched = new HashSet<>(sights.keySet());
    if (outcome instanceof BeatsOutcome.Found found) {
      found.beats().forEach(beat -> watched.add(beat.instance()));
    }
    return take(watched, outcome, begun, ended);
  }

  /**
   * Takes in a read of the leases of {@code asked}.
   *
   * @return the instances that are judged dead by this read and were not before
   */
  public synchronized Set<InstanceId> onRead(
      Set<InstanceId> asked, BeatsOutcome outcome, MonotonicTime begun, MonotonicTime ended) {
    return take(asked, outcome, begun, ended);
  }

  private Set<InstanceId> take(
      Set<InstanceId> watched, BeatsOutcome outcome, MonotonicTime begun, MonotonicTime ended) {
    if (!(outcome instanceof BeatsOutcome.Found found)) {
      watched.forEach(
          instance -> sights.computeIfPresent(instance, (id, sight) -> sight.interrupted()));
      return Set.of();
    }
    Map<InstanceId, Beat> beats = new HashMap<>();
    found.beats().forEach(beat -> beats.put(beat.instance(), beat));
    Set<InstanceId> newlyDead = new HashSet<>();
    for (InstanceId instance : watched) {
      if (see(instance, beats.get(instance), begun, ended)) {
        newlyDead.add(instance);
      }
    }
    return newlyDead;
  }

  private boolean see(
      InstanceId instance, @Nullable Beat beat, MonotonicTime begun, MonotonicTime ended) {
    Sight before = sights.get(instance);
    if (before == null || before.beat() != (beat == null ? ABSENT : beat.beat())) {
      sights.put(instance, beat == null ? Sight.absent(ended) : shown(beat, before, ended));
      return false;
    }
    Sight after = before.again(begun, ended);
    sights.put(instance, after);
    return isDead(after) && !isDead(before);
  }

  private Sight shown(Beat beat, @Nullable Sight before, MonotonicTime ended) {
    BeatDelays known = before == null ? null : before.delays();
    BeatDelays delays =
        known == null ? BeatDelays.first(beat.at(), ended) : known.then(beat.at(), ended);
    Duration age = delays.age();
    return Sight.of(beat.beat(), ended, age.compareTo(mostAge) < 0 ? age : mostAge, delays);
  }

  /** Whether {@code instance} is judged dead; one never heard of is watched from now on. */
  public synchronized boolean isDead(InstanceId instance) {
    Sight sight = sights.get(instance);
    if (sight == null) {
      sights.put(instance, Sight.absent(null));
      return false;
    }
    return isDead(sight);
  }

  /**
   * The instances that have shown no new beat for half a lease and are not judged dead yet: those
   * that were looked at longest ago, {@code most} of them.
   */
  public synchronized Set<InstanceId> silent(int most) {
    Duration half = lease.dividedBy(2);
    return sights.entrySet().stream()
        .filter(entry -> entry.getValue().unchanged().compareTo(half) >= 0)
        .filter(entry -> !isDead(entry.getValue()))
        .sorted(Comparator.comparing(entry -> seenNanos(entry.getValue())))
        .limit(most)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** How many instances have shown a beat and are not judged dead. */
  public synchronized int living() {
    return (int)
        sights.values().stream().filter(sight -> sight.beat() != ABSENT && !isDead(sight)).count();
  }

  private static long seenNanos(Sight sight) {
    MonotonicTime seen = sight.seenAt();
    return seen == null ? Long.MIN_VALUE : seen.nanos();
  }

  private boolean isDead(Sight sight) {
    return sight.unchanged().compareTo(lease) >= 0;
  }
}
