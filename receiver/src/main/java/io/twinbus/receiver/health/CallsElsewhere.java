package io.twinbus.receiver.health;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When calls ended well at other instances of the region, in this instance's time, as reads of
 * their vitals show. Clocks of two machines are never compared.
 *
 * <ol>
 *   <li>An instance writes one version of its vitals after the other. A version that a read shows
 *       for the first time landed after the read before had begun.
 *   <li>A version is made after its predecessor has landed. So the second new version that this
 *       instance sees was made after a time that it knows.
 *   <li>The writer's own clock tells how long before that a call had ended well.
 * </ol>
 *
 * <p>A version that is older than one seen before is a late write, and is ignored. Not thread-safe.
 * Holds one entry for each instance that tells something.
 */
public final class CallsElsewhere {

  private final RegionName region;
  private final EntityKey queue;
  private final Predicate<InstanceId> isOwn;
  private Map<InstanceId, Seen> instances = new HashMap<>();

  /**
   * The latest version that reads have shown of an instance's vitals.
   *
   * @param writtenAt the writer's time when it made the version
   * @param shownAt when the latest read that showed it began
   * @param landedAfter a time before it landed; null: not known
   */
  private record Seen(
      Instant writtenAt, MonotonicTime shownAt, @Nullable MonotonicTime landedAfter) {}

  /**
   * The calls at other instances of {@code region} for messages of {@code queue}.
   *
   * @param isOwn whether this process goes by the name, or did
   */
  public CallsElsewhere(RegionName region, EntityKey queue, Predicate<InstanceId> isOwn) {
    this.region = region;
    this.queue = queue;
    this.isOwn = isOwn;
  }

  /**
   * A read that began at {@code begun} has shown {@code all}.
   *
   * @return the latest time at which, or after which, a call ended well elsewhere; empty: not known
   */
  public Optional<MonotonicTime> onRead(List<InstanceVitals> all, MonotonicTime begun) {
    Map<InstanceId, Seen> next = new HashMap<>();
    MonotonicTime latest = null;
    for (InstanceVitals each : all) {
      if (!each.region().equals(region) || isOwn.test(each.instance())) {
        continue;
      }
      Seen before = instances.get(each.instance());
      next.put(each.instance(), seen(before, each.stamp().at(), begun));
      MonotonicTime endedWell = before == null ? null : endedWell(before, each);
      if (endedWell != null && (latest == null || endedWell.isAtOrAfter(latest))) {
        latest = endedWell;
      }
    }
    instances = next;
    return Optional.ofNullable(latest);
  }

  private static Seen seen(@Nullable Seen before, Instant writtenAt, MonotonicTime begun) {
    if (before == null) {
      return new Seen(writtenAt, begun, null);
    }
    if (writtenAt.isAfter(before.writtenAt())) {
      return new Seen(writtenAt, begun, before.shownAt());
    }
    return writtenAt.equals(before.writtenAt())
        ? new Seen(writtenAt, begun, before.landedAfter())
        : before;
  }

  private @Nullable MonotonicTime endedWell(Seen before, InstanceVitals vitals) {
    MonotonicTime madeAfter = before.landedAfter();
    Instant madeAt = vitals.stamp().at();
    if (madeAfter == null || !madeAt.isAfter(before.writtenAt())) {
      return null;
    }
    return vitals.stats().handlers().stream()
        .filter(handler -> handler.queue().equals(queue))
        .flatMap(handler -> handler.endedWellAt().stream())
        .map(at -> madeAfter.plus(age(at, madeAt).negated()))
        .findFirst()
        .orElse(null);
  }

  private static Duration age(Instant endedWell, Instant madeAt) {
    Duration age = Duration.between(endedWell, madeAt);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
